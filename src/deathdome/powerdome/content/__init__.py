"""Files of PowerDome: the tome, packs of powers, scenarios and one-line states."""
