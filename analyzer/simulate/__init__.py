"""Playing a plan's blocks: in this process or in workers, part by part."""
