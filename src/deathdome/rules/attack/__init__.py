"""Attacks (ATTACK, DEFEND, MULTI, WOUND): steps A0 to A7 of effects.md part 9."""
