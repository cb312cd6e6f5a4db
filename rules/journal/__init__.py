"""What is kept of a battle: its newest state, every message that changed it, and every die that ever fell.

`keeper.Keeper` is the door. Nothing here knows a rule; a game is handed in as its `System`.
"""

import logging

# Without a handler Python would print what is logged, tracebacks and all, over a player's screen.
logging.getLogger(__name__).addHandler(logging.NullHandler())
