"""Speed: the engine, the screen and memory compared with those of peers."""
