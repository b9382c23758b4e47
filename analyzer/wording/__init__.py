"""The game in a player's words: names of cards and roofs, options of a question."""
