"""The command line: one command a file, each parses, calls one plain function and prints."""
