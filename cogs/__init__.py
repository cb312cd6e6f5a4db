"""Slash commands, thin: read the options, hand the question to the desk, let the delivery send the answer."""

from __future__ import annotations

from cogs.ansehen import Ansehen
from cogs.armee import Armee
from cogs.base import HeroldCog
from cogs.befehle import Befehle
from cogs.dauerbefehl import Dauerbefehl
from cogs.kampagne import Kampagne
from cogs.partie import Partie
from cogs.spielleiter import Spielleiter
from cogs.wuerfel import Wuerfel

COGS: tuple[type[HeroldCog], ...] = (
    Partie,
    Befehle,
    Ansehen,
    Armee,
    Wuerfel,
    Kampagne,
    Dauerbefehl,
    Spielleiter,
)
"""All of them, in the order in which they are loaded."""
