"""The steps from one form of the journal to the next; `engine` takes them by itself when a database is opened."""
