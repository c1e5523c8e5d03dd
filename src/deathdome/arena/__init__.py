"""Series of matches between managers, on one or many cores, with statistics."""
