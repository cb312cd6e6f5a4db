"""Buying an army by points: what the rules allow and what it costs (GR 10, STW 1.1, R-58)."""

from collections.abc import Mapping
from typing import NoReturn

from rules.mfm.content.armee import MAX_FIGUREN, Armee, Armeewagen
from rules.mfm.content.volk import Figurtyp, Volk, Wagentyp, voelker
from rules.mfm.content.werte import Inhalt, Symbol

__all__ = ["Armeerechnung", "Rechnungsposten", "armee_pruefen"]


class Rechnungsposten(Inhalt):
    name: str
    typ: str
    anzahl: int
    einzelpreis: int

    @property
    def summe(self) -> int:
        return self.anzahl * self.einzelpreis


class Armeerechnung(Inhalt):
    posten: tuple[Rechnungsposten, ...]

    @property
    def gesamt(self) -> int:
        return sum(posten.summe for posten in self.posten)


def armee_pruefen(armee: Armee, punkte: int, peoples: Mapping[str, Volk] | None = None) -> Armeerechnung:
    """The bill of an army that keeps the rules; otherwise a ContentError that names line and field.

    The peoples are those that come with the game, unless others are handed in.
    """
    known = voelker() if peoples is None else peoples
    volk = known.get(armee.volk)
    if volk is None:
        raise armee.fehler(f"Ein Volk »{armee.volk}« gibt es nicht: möglich sind {_liste(known)}.", "volk")
    if armee.anzahl == 0:
        raise armee.fehler("Die Armee hat keine einzige Figur.")
    if armee.anzahl > MAX_FIGUREN:
        raise armee.fehler(f"Die Armee hat {armee.anzahl} Figuren, erlaubt sind {MAX_FIGUREN}.")
    _kennungen_pruefen(armee)
    bill: dict[str, tuple[Figurtyp | Wagentyp, int]] = {}

    def buy(typ: Figurtyp | Wagentyp, anzahl: int) -> None:
        bill[typ.key] = (typ, bill.get(typ.key, (typ, 0))[1] + anzahl)

    for i, wagen in enumerate(armee.streitwagen):
        typ = volk.streitwagen.get(wagen.typ)
        if typ is None:
            _unbekannt(
                armee,
                f"Einen Streitwagen »{wagen.typ}« haben die {volk.name} nicht",
                volk.streitwagen,
                "streitwagen",
                i,
                "typ",
            )
        buy(typ, 1)
        for figurtyp in _besatzung(armee, volk, typ, wagen, i):
            buy(figurtyp, 1)
    for i, posten in enumerate(armee.figuren):
        buy(_figurtyp(armee, volk, posten.typ, "figur", i, "typ"), posten.anzahl)
    rechnung = Armeerechnung(
        posten=tuple(
            Rechnungsposten(name=typ.name, typ=typ.key, anzahl=anzahl, einzelpreis=typ.punkte)
            for typ, anzahl in bill.values()
        )
    )
    if rechnung.gesamt > punkte:
        raise armee.fehler(f"Die Armee kostet {rechnung.gesamt} Punkte, erlaubt sind {punkte}.")
    return rechnung


def _besatzung(armee: Armee, volk: Volk, typ: Wagentyp, wagen: Armeewagen, i: int) -> list[Figurtyp]:
    field = ("streitwagen", i, "besatzung")
    crew: list[Figurtyp] = []
    for j, platz in enumerate(wagen.besatzung):
        figurtyp = _figurtyp(armee, volk, platz.typ, *field, j)
        if Symbol.ROTES_PFERD in figurtyp.symbole:
            raise armee.fehler(f"{figurtyp.name} (rotes Pferd) beginnt beritten, nicht auf dem Streitwagen.", *field, j)
        if not figurtyp.darf_an_bord:
            raise armee.fehler(f"{figurtyp.name} gehört nicht zur Besatzung eines Streitwagens.", *field, j)
        crew.append(figurtyp)
    if len(crew) > typ.plaetze:
        raise armee.fehler(f"{len(crew)} Mann Besatzung sind zu viele: Plätze hat der Wagen {typ.plaetze}.", *field)
    if len(crew) < typ.plaetze and not any(figurtyp.darf_lenken_am_start for figurtyp in crew):
        raise armee.fehler(
            "Der Streitwagen braucht einen Lenker (schwarzes Pferd oder Rad) oder volle Besatzung.", *field
        )
    return crew


def _figurtyp(armee: Armee, volk: Volk, typ: str, *field: str | int) -> Figurtyp:
    figurtyp = volk.figuren.get(typ)
    if figurtyp is None:
        _unbekannt(armee, f"Eine Figur »{typ}« haben die {volk.name} nicht", volk.figuren, *field)
    return figurtyp


def _unbekannt(armee: Armee, satz: str, known: Mapping[str, object], *field: str | int) -> NoReturn:
    raise armee.fehler(f"{satz}: möglich sind {_liste(known)}." if known else f"{satz}.", *field)


def _liste(names: Mapping[str, object]) -> str:
    return ", ".join(names)


def _kennungen_pruefen(armee: Armee) -> None:
    taken: set[str] = set()
    named: list[tuple[str | None, tuple[str | int, ...]]] = []
    for i, posten in enumerate(armee.figuren):
        if posten.id is not None and posten.anzahl > 1:
            raise armee.fehler("Ein Kürzel gilt für eine Figur: »anzahl« muss 1 sein.", "figur", i, "id")
        named.append((posten.id, ("figur", i, "id")))
    for i, wagen in enumerate(armee.streitwagen):
        named.append((wagen.id, ("streitwagen", i, "id")))
        named += [(platz.id, ("streitwagen", i, "besatzung", j, "id")) for j, platz in enumerate(wagen.besatzung)]
    for kennung, field in named:
        if kennung is not None and kennung.casefold() in taken:
            raise armee.fehler(f"Das Kürzel »{kennung}« ist doppelt vergeben.", *field)
        if kennung is not None:
            taken.add(kennung.casefold())
