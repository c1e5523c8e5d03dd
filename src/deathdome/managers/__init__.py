"""AI opponents behind one protocol; strangers' managers come through the same door."""
