"""Tuning: searches a bot's weights by games of one seat against others, and checks what that gained."""
