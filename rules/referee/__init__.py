"""What every game shares and none owns: requests, the driver with its tape, dice, orders, reports, chances, content.

Nothing here knows a rule. A game stands beside this package and hands its rule scripts in through `system.System`.
"""
