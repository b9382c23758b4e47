"""What a run leaves behind: the tables' schema, the writer of their parts, the run folder."""
