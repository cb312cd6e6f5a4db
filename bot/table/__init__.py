"""The local table: a loopback Discord and a web page, for play and tests without a token.

discord.py's own client speaks to it over the wire. This room knows no rule, no command and no picture of the bot.
"""
