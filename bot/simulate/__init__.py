"""Battles played at random by the orders that the game itself calls legal, every order checked for what must hold.

`player` chooses, `trial` plays one battle and checks it, `kept` gives it to the journal once more, `mfm` knows which
battles there are, `field` plays many.
"""
