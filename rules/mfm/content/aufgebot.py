"""What the units of bought armies are called in battle: short, typeable, and each only once."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from rules.mfm.content.armee import Armee, Armeewagen
from rules.mfm.content.volk import Volk, voelker
from rules.mfm.content.werte import Inhalt, Rolle

__all__ = ["Aufgebot", "Figureinheit", "Wageneinheit", "kuerzel"]


class Figureinheit(Inhalt):
    id: str
    typ: str
    name: str | None = None
    an_bord: str | None = None
    """The Streitwagen it starts on."""


class Wageneinheit(Inhalt):
    id: str
    typ: str
    name: str | None = None
    besatzung: tuple[str, ...]
    lenker: str | None
    """Who holds the reins at the start; one of the Besatzung."""


class Aufgebot(Inhalt):
    """The units of one seat."""

    figuren: tuple[Figureinheit, ...]
    streitwagen: tuple[Wageneinheit, ...]


def kuerzel(armeen: Mapping[str, Armee], peoples: Mapping[str, Volk] | None = None) -> dict[str, Aufgebot]:
    """Name the units of every seat: the type's letters and a number (SK1, BS2, W1), or what the player chose.

    Letters that several seats use carry the seat's colour behind the number, for all of them (SK1b, SK1r), so that no
    name depends on who sat down first. The armies must have passed `armee_pruefen`.
    """
    known = voelker() if peoples is None else peoples
    numbered = {seat: list(_numbered(armee, known[armee.volk])) for seat, armee in armeen.items()}
    seats = Counter(stem for own in numbered.values() for stem in dict.fromkeys(s for pair in own for s in pair))
    endings = _endings(armeen)
    used: set[str] = set()
    aufgebote = {}
    for seat, armee in armeen.items():
        names = []
        for letters, plain in numbered[seat]:
            name = plain + endings[seat] if seats[letters] > 1 or seats[plain] > 1 else plain
            while name.casefold() in used:
                name += "x"
            used.add(name.casefold())
            names.append(name)
        aufgebote[seat] = _aufgebot(armee, known[armee.volk], iter(names))
    return aufgebote


def _numbered(armee: Armee, volk: Volk) -> Iterator[tuple[str, str]]:
    """Letters and plain name of every unit, in the order in which `_aufgebot` takes them."""
    units: list[tuple[str, str | None]] = []
    for wagen in armee.streitwagen:
        units.append((volk.streitwagen[wagen.typ].kuerzel, wagen.id))
        units += [(volk.figuren[platz.typ].kuerzel, platz.id) for platz in wagen.besatzung]
    for posten in armee.figuren:
        units += [(volk.figuren[posten.typ].kuerzel, posten.id)] * posten.anzahl
    chosen = {own.casefold() for _, own in units if own is not None}
    count: Counter[str] = Counter()
    for letters, own in units:
        if own is not None:
            yield own, own
            continue
        count[letters] += 1
        while f"{letters}{count[letters]}".casefold() in chosen:
            count[letters] += 1
        yield letters, f"{letters}{count[letters]}"


def _endings(seats: Iterable[str]) -> dict[str, str]:
    """The shortest beginning of each colour that no other seat shares."""
    names = list(seats)
    return {
        seat: next(
            (seat[:n] for n in range(1, len(seat)) if not any(o.startswith(seat[:n]) for o in names if o != seat)), seat
        )
        for seat in names
    }


def _aufgebot(armee: Armee, volk: Volk, names: Iterator[str]) -> Aufgebot:
    figuren: list[Figureinheit] = []
    streitwagen: list[Wageneinheit] = []
    for wagen in armee.streitwagen:
        kennung = next(names)
        crew = [
            Figureinheit(id=next(names), typ=volk.figuren[platz.typ].key, name=platz.name, an_bord=kennung)
            for platz in wagen.besatzung
        ]
        driver = _lenker(wagen, volk)
        streitwagen.append(
            Wageneinheit(
                id=kennung,
                typ=volk.streitwagen[wagen.typ].key,
                name=wagen.name,
                besatzung=tuple(figur.id for figur in crew),
                lenker=None if driver is None else crew[driver].id,
            )
        )
        figuren += crew
    for posten in armee.figuren:
        typ = volk.figuren[posten.typ].key
        figuren += [Figureinheit(id=next(names), typ=typ, name=posten.name) for _ in range(posten.anzahl)]
    return Aufgebot(figuren=tuple(figuren), streitwagen=tuple(streitwagen))


def _lenker(wagen: Armeewagen, volk: Volk) -> int | None:
    """A Lenker by trade holds the reins before anybody else who may."""
    drivers = [i for i, platz in enumerate(wagen.besatzung) if volk.figuren[platz.typ].darf_lenken_am_start]
    trained = [i for i in drivers if Rolle.LENKER in volk.figuren[wagen.besatzung[i].typ].rolle]
    return next(iter(trained + drivers), None)
