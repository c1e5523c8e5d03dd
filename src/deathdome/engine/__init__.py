"""The rules as a service: positions in, options, results, odds and reasons out."""
