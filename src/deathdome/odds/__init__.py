"""What an attack can come to: exact odds, counted from what one seat may know."""
