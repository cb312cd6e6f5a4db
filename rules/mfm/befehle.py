"""The orders of MfM, as players type them. What an order does stands in the module of its chapter."""

from __future__ import annotations

from typing import Annotated, ClassVar

from rules.referee.orders import Opt, OptKind, Order

_Figur = Annotated[str, Opt(OptKind.UNIT, "die Figur, die handelt")]
_Wagen = Annotated[str, Opt(OptKind.UNIT, "der Streitwagen")]
_Ziel = Annotated[str, Opt(OptKind.UNIT, "die gegnerische Figur oder der gegnerische Streitwagen")]
_Gegen = Annotated[str, Opt(OptKind.TEXT, "wer auf dem Streitwagen oder Reittier gemeint ist: ein Name oder »zugtier«")]
_Nach = Annotated[str, Opt(OptKind.FIELD, "das Feld, auf dem der Zug endet")]
_Richtung = Annotated[str, Opt(OptKind.FACING, "wohin die Spitze danach zeigt: nord, ost, sued oder west")]
_Stellung = Annotated[str, Opt(OptKind.FIELD, "das linke vordere Feld des Boards nach dem Drehen")]


class Beginnen(Order):
    verb: ClassVar[str] = "beginnen"
    about: ClassVar[str] = "Die Partie beginnen: auswürfeln, wer anfängt, dann aufstellen"


class Aufstellen(Order):
    verb: ClassVar[str] = "aufstellen"
    about: ClassVar[str] = (
        "Eine Figur oder einen Streitwagen vor dem Spiel aufstellen; ohne Angaben alles, was noch fehlt"
    )
    figur: Annotated[str, Opt(OptKind.UNIT, "was aufgestellt wird")] | None = None
    auf: Annotated[str, Opt(OptKind.FIELD, "das Feld; bei mehreren Feldern das linke vordere")] | None = None
    richtung: _Richtung | None = None


class Bewegen(Order):
    verb: ClassVar[str] = "bewegen"
    about: ClassVar[str] = "Eine Figur, einen Reiter oder einen Streitwagen gerade bewegen"
    figur: _Figur
    nach: _Nach
    richtung: _Richtung | None = None
    mit: Annotated[str, Opt(OptKind.UNIT, "der zweite Träger der Kiste, der mitgeht")] | None = None
    kiste: Annotated[bool, Opt(OptKind.FLAG, "ja, wenn er die Kiste im Vorbeigehen mitnimmt")] = False


class Nahkampf(Order):
    verb: ClassVar[str] = "nahkampf"
    about: ClassVar[str] = "Einen angrenzenden Gegner angreifen"
    figur: _Figur
    ziel: _Ziel
    gegen: _Gegen | None = None


class Fernkampf(Order):
    verb: ClassVar[str] = "fernkampf"
    about: ClassVar[str] = "Auf einen Gegner schießen oder werfen"
    figur: _Figur
    ziel: _Ziel
    bewegt: Annotated[bool, Opt(OptKind.FLAG, "ja, wenn die Figur in diesem Spieldurchgang noch ziehen will")] = False


class Weitschlag(Order):
    verb: ClassVar[str] = "weitschlag"
    about: ClassVar[str] = "Mit der Weitwaffe über ein freies Feld hinweg zuschlagen"
    figur: _Figur
    ziel: _Ziel
    gegen: _Gegen | None = None


class Anfahren(Order):
    verb: ClassVar[str] = "anfahren"
    about: ClassVar[str] = "Mit dem Streitwagen anfahren; steht er schon davor, nur die Probe"
    wagen: _Wagen
    ziel: _Ziel | None = None
    ueber: Annotated[str, Opt(OptKind.FIELD, "das linke vordere Feld, von dem aus angefahren wird")] | None = None
    warten: Annotated[bool, Opt(OptKind.FLAG, "ja, wenn die Probe erst später gewürfelt wird")] = False


class Wenden(Order):
    verb: ClassVar[str] = "wenden"
    about: ClassVar[str] = "Streitwagen oder Reiter nach der Fahrt oder statt ihrer drehen"
    wagen: _Wagen
    richtung: _Richtung
    auf: _Stellung | None = None


class Absteigen(Order):
    verb: ClassVar[str] = "absteigen"
    about: ClassVar[str] = "Vom Streitwagen oder Reittier absteigen"
    figur: _Figur
    auf: Annotated[str, Opt(OptKind.FIELD, "das Feld der Absteigzone")]
    weiter: Annotated[str, Opt(OptKind.FIELD, "Ziel der Restbewegung nach bestandener Probe auf NAH")] | None = None


class Aufsteigen(Order):
    verb: ClassVar[str] = "aufsteigen"
    about: ClassVar[str] = "Auf einen Streitwagen oder ein Reittier steigen"
    figur: _Figur
    wagen: _Wagen


class Einfangen(Order):
    verb: ClassVar[str] = "einfangen"
    about: ClassVar[str] = "Die Zugtiere eines verlassenen Streitwagens oder ein loses Reittier einfangen"
    figur: _Figur
    wagen: _Wagen


class Fuehren(Order):
    verb: ClassVar[str] = "führen"
    about: ClassVar[str] = "Einen eingefangenen Streitwagen zu Fuß führen"
    figur: _Figur
    nach: _Nach
    richtung: _Richtung | None = None
    auf: _Stellung | None = None


class Loslassen(Order):
    verb: ClassVar[str] = "loslassen"
    about: ClassVar[str] = "Geführte Tiere loslassen"
    figur: _Figur


class Etage(Order):
    verb: ClassVar[str] = "etage"
    about: ClassVar[str] = "Über Treppe oder Leiter die Etage wechseln"
    figur: _Figur


class Suchen(Order):
    verb: ClassVar[str] = "suchen"
    about: ClassVar[str] = "Die Kiste nach dem Dokument durchsuchen"
    figur: _Figur


class Kiste(Order):
    verb: ClassVar[str] = "kiste"
    about: ClassVar[str] = "Die Kiste aufnehmen, ablegen oder übergeben"
    figur: _Figur
    was: Annotated[str, Opt(OptKind.CHOICE, "was mit der Kiste geschieht", ("aufnehmen", "ablegen", "geben"))]
    an: Annotated[str, Opt(OptKind.UNIT, "wer sie bekommt")] | None = None


class Zugende(Order):
    verb: ClassVar[str] = "zugende"
    about: ClassVar[str] = "Den eigenen Spieldurchgang oder die Aufstellung beenden"


class Aufgeben(Order):
    verb: ClassVar[str] = "aufgeben"
    about: ClassVar[str] = "Die Partie verloren geben"


BEFEHLE: tuple[type[Order], ...] = (
    Beginnen,
    Aufstellen,
    Bewegen,
    Nahkampf,
    Fernkampf,
    Weitschlag,
    Anfahren,
    Wenden,
    Absteigen,
    Aufsteigen,
    Einfangen,
    Fuehren,
    Loslassen,
    Etage,
    Suchen,
    Kiste,
    Zugende,
    Aufgeben,
)
