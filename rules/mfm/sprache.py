"""Small helps for the German of reports and refusals. What they say belongs to the rules that say it."""


def gross(text: str) -> str:
    """A name as it stands at the beginning of a sentence."""
    return text[:1].upper() + text[1:]


def zahl(anzahl: int, einzahl: str, mehrzahl: str) -> str:
    """A number with its noun: 1 Feld, 2 Felder."""
    return f"{anzahl} {einzahl if anzahl == 1 else mehrzahl}"


def bewegungspunkte(anzahl: int) -> str:
    return zahl(anzahl, "Bewegungspunkt", "Bewegungspunkte")
