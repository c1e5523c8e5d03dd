"""TOML files that people write: safe reading, the words of errors."""
