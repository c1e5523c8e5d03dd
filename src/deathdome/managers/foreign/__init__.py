"""Managers that are not ours: programs beyond a pipe, whose faults stay on their side of it."""
