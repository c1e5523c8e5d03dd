"""PowerDome, the second game: secret bids, secret sheets, and one player left.

Rules: docs/powerdome/rules.md, by rule ID. Neither game imports the other.
"""
