"""Evaluation of attacks: as attacker, as defender, and the cards laid in them."""
