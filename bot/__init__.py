"""The running program: the `herold` command today, the Discord client and its desk next to it. No rule lives here."""
