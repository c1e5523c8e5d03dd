"""Sentences without grammar of their own, by subject.

Names between braces are filled in by the caller, or are keys of the screen that it writes.
"""
