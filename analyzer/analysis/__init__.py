"""What a run's tables say, one question a file, and the statistics behind the answers."""
