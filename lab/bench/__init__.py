"""Speed: the engine, the screen and memory beside their peers."""
