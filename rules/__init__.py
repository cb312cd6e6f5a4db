"""The referee: all that knows a rule or keeps a battle. Usable without Discord, pictures or a network."""
