"""One file a step, named after its number; the number is the revision."""
