"""Records on disk, whatever game they are of: one file, one program, a mark in each line."""
