"""Buying an MfM army in chat: an army is the text of its file, and every purchase gives a new text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.desk.games import ArmyBill, Piece
from rules.mfm import content
from rules.mfm.content import Armee, Volk
from rules.referee.content import ContentError
from rules.referee.tomltext import to_toml

__all__ = ["MfmArmies"]

UNLIMITED = 1_000_000
ORIGIN = "Armee"


class MfmArmies:
    """The part of the game that deals in armies."""

    def ready_armies(self, points: int | None = None) -> Mapping[str, str]:
        return {key: armee.name for key, armee in content.armeen().items() if _fits(armee, points)}

    def ready_army(self, key: str) -> str:
        armee = content.armeen().get(key)
        if armee is None:
            raise ValueError(f"Eine fertige Armee »{key[:40]}« gibt es nicht.")
        return _text(armee)

    def army_bill(self, text: str, points: int | None = None) -> ArmyBill:
        armee = content.armee_einlesen(text, ORIGIN)
        volk = _volk(armee.volk)
        try:
            bill = content.armee_pruefen(armee, UNLIMITED)
            total = bill.gesamt
            fault = f"Die Armee kostet {total} Punkte, erlaubt sind {points}." if points and total > points else ""
        except ContentError as error:
            total, fault = _price(armee, volk), error.sentence
        return ArmyBill(armee.name, volk.name, total, tuple(_lines(armee, volk)), fault)

    def peoples(self) -> Mapping[str, str]:
        return {key: volk.name for key, volk in content.voelker().items()}

    def new_army(self, name: str, people: str) -> str:
        _volk(people)
        return _text(Armee.model_validate({"name": name, "volk": people}))

    def renamed(self, text: str, name: str) -> str:
        return _text(_read(text).model_copy(update={"name": name, "key": ""}))

    def pieces(self, people: str) -> tuple[Piece, ...]:
        volk = _volk(people)
        return (
            *(Piece(key, typ.name, typ.punkte) for key, typ in volk.figuren.items()),
            *(Piece(key, typ.name, typ.punkte, typ.plaetze) for key, typ in volk.streitwagen.items()),
        )

    def crew_for(self, text: str) -> tuple[Piece, ...]:
        armee = _read(text)
        volk = _volk(armee.volk)
        if not armee.streitwagen:
            return ()
        last = armee.streitwagen[-1]
        if len(last.besatzung) >= volk.streitwagen[last.typ].plaetze:
            return ()
        return tuple(Piece(key, typ.name, typ.punkte) for key, typ in volk.figuren.items() if typ.darf_an_bord)

    def bought(self, text: str, piece: str, number: int = 1) -> str:
        armee = _read(text)
        volk = _volk(armee.volk)
        data = _data(armee)
        if piece in volk.streitwagen:
            data["streitwagen"] += [{"typ": piece, "besatzung": []} for _ in range(number)]
        elif piece in volk.figuren:
            same = next((row for row in data["figur"] if row["typ"] == piece and set(row) <= {"typ", "anzahl"}), None)
            if same is None:
                data["figur"].append({"typ": piece, "anzahl": number})
            else:
                same["anzahl"] = same.get("anzahl", 1) + number
        else:
            raise ValueError(f"»{piece[:40]}« haben die {volk.name} nicht.")
        return _checked(data)

    def crewed(self, text: str, piece: str) -> str:
        if piece not in {offer.key for offer in self.crew_for(text)}:
            raise ValueError("Dafür ist an Bord kein Platz mehr.")
        data = _data(_read(text))
        data["streitwagen"][-1]["besatzung"].append({"typ": piece})
        return _checked(data)

    def given_back(self, text: str) -> str:
        """Streitwagen are bought last as a rule, so they go back first: their crew, then they themselves."""
        data = _data(_read(text))
        wagons, figures = data["streitwagen"], data["figur"]
        if wagons and wagons[-1]["besatzung"]:
            wagons[-1]["besatzung"].pop()
        elif wagons:
            wagons.pop()
        elif figures and figures[-1].get("anzahl", 1) > 1:
            figures[-1]["anzahl"] -= 1
        elif figures:
            figures.pop()
        else:
            raise ValueError("Die Armee ist schon leer.")
        return _checked(data)


def _read(text: str) -> Armee:
    return content.armee_einlesen(text, ORIGIN)


def _data(armee: Armee) -> dict[str, Any]:
    data = armee.model_dump(mode="json", by_alias=True, exclude_defaults=True)
    return {**data, "figur": list(data.get("figur", ())), "streitwagen": list(data.get("streitwagen", ()))}


def _text(armee: Armee) -> str:
    return to_toml(armee.model_dump(mode="json", by_alias=True, exclude_defaults=True))


def _checked(data: dict[str, Any]) -> str:
    text = to_toml({key: value for key, value in data.items() if value != []})
    _read(text)
    return text


def _volk(key: str) -> Volk:
    volk = content.voelker().get(key)
    if volk is None:
        raise ValueError(f"Ein Volk »{key[:40]}« gibt es nicht: {', '.join(content.voelker())}.")
    return volk


def _fits(armee: Armee, points: int | None) -> bool:
    try:
        content.armee_pruefen(armee, UNLIMITED if points is None else points)
    except ContentError:
        return False
    return True


def _price(armee: Armee, volk: Volk) -> int:
    """What an army costs that is not ready to be played yet; what its people does not know costs nothing."""
    figures = {typ: volk.figuren[typ].punkte for typ in volk.figuren}
    total = sum(row.anzahl * figures.get(row.typ, 0) for row in armee.figuren)
    for wagon in armee.streitwagen:
        total += volk.streitwagen[wagon.typ].punkte if wagon.typ in volk.streitwagen else 0
        total += sum(figures.get(place.typ, 0) for place in wagon.besatzung)
    return total


def _lines(armee: Armee, volk: Volk) -> list[str]:
    def figure(typ: str) -> str:
        return volk.figuren[typ].name if typ in volk.figuren else typ

    lines = []
    for row in armee.figuren:
        price = volk.figuren[row.typ].punkte * row.anzahl if row.typ in volk.figuren else 0
        lines.append(f"{row.anzahl} × {figure(row.typ)} ({price})")
    for wagon in armee.streitwagen:
        typ = volk.streitwagen.get(wagon.typ)
        crew = ", ".join(figure(place.typ) for place in wagon.besatzung) or "noch ohne Besatzung"
        lines.append(f"{typ.name if typ else wagon.typ} ({typ.punkte if typ else 0}): {crew}")
    return lines
