"""The rules of PowerDome, one module a chapter; `rules.game` is the way in."""
