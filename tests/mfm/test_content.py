"""MfM's content: it loads, it agrees with what is printed, ready armies may be played, and wrong files say where."""

from collections.abc import Callable
from pathlib import Path
from typing import Literal

import pytest

from rules.board.square import field_name, parse_field
from rules.mfm.content import (
    Armee,
    Figurtyp,
    Karte,
    Symbol,
    Tabellen,
    Verboten,
    armee_einlesen,
    armee_pruefen,
    armeen,
    figurtypen,
    gelaende,
    karten,
    kuerzel,
    szenarien,
    tabellen,
    voelker,
    volk_einlesen,
    wagentypen,
)
from rules.referee.content import ContentError, assets_dir

HOUSE_MAPS = ("ebene", "furt", "wald")


# What the books print


@pytest.mark.parametrize(
    ("typ", "field", "value"),
    [
        ("kelten.schwertkaempfer", "zeile", 1),
        ("kelten.schwertkaempfer", "nah", (1, 5)),
        ("kelten.streitaxtkaempfer", "nah", (3, 3)),
        ("kelten.speerkaempfer", "zeile", 11),
        ("kelten.gaesate_stossspeer", "zeile", 7),
        ("kelten.held", "s", 1),
        ("kelten.schwertkaempfer", "lp", 1),
        ("roemer.bogenschuetze", "fern", (6, 1, 4)),
        ("roemer.scharfschuetze", "zeile", 8),
        ("kelten.reiter", "board", (1, 2)),
    ],
)
def test_a_printed_value_of_a_figure_is_kept_and_marked_as_printed(typ: str, field: str, value: object) -> None:
    figurtyp = figurtypen()[typ]
    assert getattr(figurtyp, field) == value
    assert figurtyp.quellen[field] == "book"


@pytest.mark.parametrize(
    ("typ", "kind", "v", "saved"),
    [
        ("kelten.schwertkaempfer", "nah", 5, False),
        ("kelten.schwertkaempfer", "nah", 7, False),
        ("kelten.schwertkaempfer", "nah", 8, True),
        ("kelten.schwertkaempfer", "nah", 9, True),
        ("kelten.speerkaempfer", "fern", 7, False),
        ("kelten.speerkaempfer", "fern", 8, True),
        ("kelten.gaesate_stossspeer", "nah", 8, False),
        ("kelten.gaesate_stossspeer", "weit", 7, False),
        ("kelten.gaesate_stossspeer", "erst", 7, False),
        ("kelten.gaesate_stossspeer", "weit", 8, True),
        ("kelten.gaesate_stossspeer", "erst", 8, True),
        ("roemer.scharfschuetze", "fern", 4, False),
        ("roemer.scharfschuetze", "fern", 9, True),
    ],
)
def test_a_printed_cell_of_the_verteidigungstabelle_stands_in_its_row(typ: str, kind: str, v: int, saved: bool) -> None:
    row = figurtypen()[typ].verteidigung
    assert getattr(row, f"rettet_{kind}")(v) is saved
    assert row.source == "book+house"
    assert any(cell.startswith(f"{kind.replace('erst', 'weit')} {v}:") for cell in row.known)


@pytest.mark.parametrize(
    ("typ", "field", "value"),
    [
        ("aegypter.leichter_streitwagen", "felder", 6),
        ("aegypter.leichter_streitwagen", "b", 9),
        ("aegypter.leichter_streitwagen", "anfahr", (2, 4)),
        ("aegypter.leichter_streitwagen", "zugtiere", 2),
        ("aegypter.leichter_streitwagen", "fern_besatzung_max", 6),
        ("kelten.schwerer_streitwagen", "felder", 8),
        ("kelten.schwerer_streitwagen", "s_plus", 2),
    ],
)
def test_a_printed_value_of_a_streitwagen_is_kept_and_marked_as_printed(typ: str, field: str, value: object) -> None:
    wagentyp = wagentypen()[typ]
    assert getattr(wagentyp, field) == value
    assert wagentyp.quellen[field] == "book"


def test_only_weit_or_only_erst_can_save() -> None:
    row = figurtypen()["aegypter.speertraeger"].verteidigung
    assert (row.rettet_weit(8), row.rettet_erst(8)) == (True, False)
    assert (row.rettet_weit(9), row.rettet_erst(9)) == (True, True)


def test_a_row_is_silent_about_attacks_its_figure_cannot_make() -> None:
    row = figurtypen()["kelten.schwertkaempfer"].verteidigung
    with pytest.raises(ValueError, match="kennt die Angriffsart nicht"):
        row.rettet_fern(12)


@pytest.mark.parametrize(
    ("key", "schutz", "kosten"),
    [
        ("wiese", (0, 0, 0), 1),
        ("lehm", (-1, -1, -1), 2),
        ("steinbrocken", (3, 3, 3), 0),
        ("gebuesch_klein", (2, 1, 0), 2),
        ("gebuesch_gross", (3, 2, 0), 3),
        ("dornen", (4, 3, 0), 5),
        ("baumstamm", (3, 3, 3), 2),
        ("urwaldsumpf", (-2, -2, -2), 3),
        ("furt", (0, 0, 0), 2),
        ("fenster", (2, 2, 2), 4),
    ],
)
def test_terrain_is_as_printed(key: str, schutz: tuple[int, int, int], kosten: int) -> None:
    row = gelaende()[key]
    assert (row.schutz, row.schutz_mittel, row.schutz_gross, row.kosten) == (*schutz, kosten)
    assert row.quellen["schutz"] == row.quellen["kosten"] == "book"


def test_terrain_closed_to_streitwagen_names_who_else_stays_out() -> None:
    closed = {key: row.verboten for key, row in gelaende().items() if Verboten.STREITWAGEN in row.verboten}
    everybody = (Verboten.STREITWAGEN, Verboten.REITEREI, Verboten.GROSS)
    assert closed == {
        "baumstamm": everybody,
        "fenster": everybody,
        "tuer": everybody,
        "felsenfeld": (Verboten.STREITWAGEN,),
    }
    assert gelaende()["tuer"].quellen["verboten"] == "house"
    assert gelaende()["felsenfeld"].kosten_reittier == 5


def test_every_hindernis_has_a_category_and_nothing_else_has() -> None:
    assert {key for key, row in gelaende().items() if row.linie} == {
        key for key, row in gelaende().items() if row.kategorie is not None
    }


# Tables


def test_the_nahkampf_split_follows_the_printed_columns() -> None:
    printed = {-6: 1, -5: 1, -4: 2, -3: 3, -2: 4, -1: 5, 0: 6, 1: 7, 2: 8, 3: 9, 4: 10, 5: 11, 6: 12}
    assert {d: tabellen().trefferaufteilung.eigene_bis(d) for d in printed} == printed
    assert (tabellen().trefferaufteilung.eigene_bis(-20), tabellen().trefferaufteilung.eigene_bis(20)) == (1, 12)


@pytest.mark.parametrize(
    ("felder", "printed"), [(1, [4, 3, 2, 1, 1]), (2, [2, 1, 1, 1]), (3, [2, 1, 1, 1]), (4, [1, 1, 1, 1]), (8, [1, 1])]
)
def test_the_anfahrprobe_of_a_light_streitwagen_is_as_printed(felder: int, printed: list[int]) -> None:
    assert [tabellen().anfahrprobe.grenze(4, felder, schutz) for schutz in range(len(printed))] == printed


def test_the_baumastprobe_is_as_printed() -> None:
    stufen = [tabellen().baumastprobe.stufe(w) for w in range(1, 13)]
    assert [stufe.tier_lp for stufe in stufen] == [2, 2, 1, 1] + [0] * 8
    assert [stufe.endet for stufe in stufen] == [True] * 4 + [False] * 8
    assert [stufe.reiter_lp for stufe in stufen] == [1, 1] + [0] * 10


def test_150_points_are_shared_as_the_book_says() -> None:
    def sums(spieler: Literal[2, 3, 4]) -> list[list[float]]:
        return [[150 * share for share in side] for side in tabellen().punktespiel.anteile(spieler)]

    assert sums(2) == [[150], [150]]
    assert sums(3) == [[150], [75, 75]]
    assert sums(4) == [[75, 75], [75, 75]]


def test_the_boards_of_the_types_are_those_of_the_table() -> None:
    boards = tabellen().boards
    assert {typ.board for typ in wagentypen().values()} == set(boards.streitwagen.values())
    for typ in figurtypen().values():
        assert typ.board == (boards.fusskaempfer if typ.reittier is None else boards.reiter)


# Peoples


def hit(n: int, k: int) -> float:
    return 1 - (1 - k / 12) ** n


def missed(saves: Callable[[int], bool]) -> float:
    return sum(not saves(v) for v in range(1, 13)) / 12


def house_price(typ: Figurtyp) -> int:
    row = typ.verteidigung
    worth = 1 + 14 * hit(*typ.nah) * missed(row.rettet_nah) + 1.5 * typ.s
    if typ.fern:
        worth += 3 * typ.fern.f * hit(*typ.fern.treffer) * missed(row.rettet_fern)
    if typ.weit:
        worth += 15 * hit(*typ.weit.treffer) * (missed(row.rettet_weit) + missed(row.rettet_erst)) / 2
    worth += ((typ.reittier.b if typ.reittier else typ.b) - 5) / 2
    worth += (Symbol.PLAENKLER in typ.symbole) + 0.5 * (Symbol.RAD in typ.symbole) + 2 * (typ.reittier is not None)
    return round(worth * (1 + 0.7 * (typ.lp - 1)))


def test_every_price_of_a_figure_follows_the_house_formula() -> None:
    assert {key: typ.punkte for key, typ in figurtypen().items()} == {
        key: house_price(typ) for key, typ in figurtypen().items()
    }


def test_every_price_of_a_streitwagen_follows_the_house_formula() -> None:
    assert {key: typ.punkte for key, typ in wagentypen().items()} == {
        key: round(5 + 2 * typ.pool + 10 * hit(*typ.anfahr) + 2 * typ.s_plus + (typ.b - 9) / 2)
        for key, typ in wagentypen().items()
    }


def test_every_value_says_whether_it_is_printed() -> None:
    values = {"zeile", "nah", "s", "b", "lp", "board", "symbole", "punkte"}
    for typ in figurtypen().values():
        assert set(typ.quellen) == values | {art for art in ("fern", "weit") if getattr(typ, art)}, typ.key
    for wagentyp in wagentypen().values():
        assert set(wagentyp.quellen) == set(type(wagentyp).model_fields) - {"key", "volk", "name", "kuerzel", "quellen"}
    assert figurtypen()["kelten.schwertkaempfer"].quellen["punkte"] == "house"


def test_a_reiter_walks_by_its_own_movement_and_rides_by_that_of_its_mount() -> None:
    reiter = figurtypen()["roemer.reiter"]
    assert reiter.reittier is not None
    assert (reiter.b, reiter.reittier.b, reiter.reittier.lp, reiter.reittier.s, reiter.reittier.fern_split) == (
        5, 9, 1, 0, 6,
    )  # fmt: skip


def test_driving_and_boarding_follow_the_symbols() -> None:
    types = figurtypen()
    rad, held, rot = types["aegypter.streitwagen_infanterist"], types["kelten.held"], types["kelten.reiter"]
    ohne = types["kelten.bogenschuetze"]
    assert [typ.darf_lenken for typ in (rad, held, rot, ohne)] == [True, True, True, False]
    assert [typ.darf_lenken_am_start for typ in (rad, held, rot, ohne)] == [True, True, False, False]
    assert [typ.darf_an_bord for typ in (rad, held, rot, ohne)] == [True, True, False, False]


def test_everything_loads_again_from_what_it_dumps() -> None:
    for collection in (voelker(), karten(), szenarien(), armeen(), gelaende()):
        for entry in collection.values():
            assert type(entry).model_validate_json(entry.model_dump_json()) == entry
    assert Tabellen.model_validate_json(tabellen().model_dump_json()) == tabellen()


def own_people(old: str = "", new: str = "") -> str:
    text = (assets_dir() / "mfm" / "voelker" / "kelten.toml").read_text(encoding="utf-8")
    text = text.replace('key = "kelten"', 'key = "boier"')
    assert old in text
    return text.replace(old, new, 1)


def test_a_player_can_bring_a_people_of_his_own() -> None:
    boier = volk_einlesen(own_people('s = { v = 0, source = "house" }', "s = 3"), "boier.toml")
    typ = boier.figuren["schwertkaempfer"]
    assert (typ.key, typ.volk, typ.s, typ.quellen["s"]) == ("boier.schwertkaempfer", "boier", 3, "house")
    armee = armee_einlesen('name = "Boier"\nvolk = "boier"\n[[figur]]\ntyp = "held"\n', "armee.toml")
    assert armee_pruefen(armee, 50, {"boier": boier}).gesamt == 15


def test_a_type_without_kuerzel_is_called_by_its_letters() -> None:
    boier = volk_einlesen(own_people('kuerzel = "SK"\n'), "boier.toml")
    assert boier.figuren["schwertkaempfer"].kuerzel == "SC"
    text = own_people('name = "Schwertkämpfer"\nkuerzel = "SK"', 'name = "Übler Axt-Mann"')
    boier = volk_einlesen(text, "boier.toml")
    assert boier.figuren["schwertkaempfer"].kuerzel == "UAM"


@pytest.mark.parametrize(
    ("old", "new", "field", "sentence"),
    [
        ("k = 5", "k = 13", "figur.schwertkaempfer.nah.k", "Der Wert darf höchstens 12 sein."),
        ('k = 5, source = "book"', 'k = 5, source = "buch"', "figur.schwertkaempfer.nah.source", "Die Quelle ist"),
        ("zeile = { v = 2", "zeile = { v = 1", "figur.streitaxtkaempfer.zeile", "gehört schon »schwertkaempfer«"),
        ('"nah 5:R"', '"nah 5:Y"', "figur.schwertkaempfer.verteidigung.known.1", "widerspricht der Zeile"),
        ('"nah 5:R"', '"NAH 5"', "figur.schwertkaempfer.verteidigung.known.1", "schreibt sich wie"),
        ('nah = "RRRRRRRYYYYY"', 'nah = "RRRY"', "figur.schwertkaempfer.verteidigung.nah", "zwölf Zeichen"),
        ("fern = { f = 6", "weit = { f = 1", "figur.bogenschuetze.verteidigung.fern", "Ohne FERN-Wert"),
        ("s = { v = 0", "s = { wert = 1, v = 0", "figur.schwertkaempfer.s.wert", "Neben »v« und »source«"),
        ("[figur.reiter.reittier]", "[figur.held.reittier]", "figur.held.board", "2 oder 3 Feldern"),
        ("board = { v = [2, 3]", "board = { v = [3, 2]", "streitwagen.leichter_streitwagen.board", "3 Felder lang"),
        ("board = { v = [2, 3]", "board = { v = [2, 4]", "streitwagen.leichter_streitwagen.board", "nicht 6 Felder"),
        ('symbole = { v = ["plaenkler"]', 'symbole = { v = ["adler"]', "figur.steinschleuderer.symbole", "Erlaubt ist"),
        ('kuerzel = "SK"', 'kuerzel = "S1"', "figur.schwertkaempfer.kuerzel", "großen Buchstaben"),
        ("[figur.schwertkaempfer]", '[figur."Schwert Mann"]', "figur.Schwert Mann", "Schlüssel besteht"),
        ('key = "boier"', 'key = "roemer"', "key", "gibt es schon"),
        ('name = "Schwertkämpfer"', 'key = "x.y"\nname = "S"', "figur.schwertkaempfer.key", "setzt Herold selbst"),
    ],
)
def test_a_wrong_people_is_refused_at_its_line(old: str, new: str, field: str, sentence: str) -> None:
    text = own_people(old, new)
    with pytest.raises(ContentError) as caught:
        volk_einlesen(text, "boier.toml")
    problem = next(problem for problem in caught.value.errors if problem.field == field)
    assert sentence in problem.sentence
    assert problem.line is not None
    last = field.rsplit(".", 1)[-1] if not field.endswith("known.1") else "known"
    assert last in text.splitlines()[problem.line - 1]


# Armies


@pytest.mark.parametrize(("key", "gesamt"), [(key, int(key.rsplit("_", 1)[1])) for key in sorted(armeen())])
def test_a_ready_army_spends_its_points_and_no_more(key: str, gesamt: int) -> None:
    rechnung = armee_pruefen(armeen()[key], gesamt)
    assert rechnung.gesamt == sum(posten.anzahl * posten.einzelpreis for posten in rechnung.posten) == gesamt


def test_the_bill_names_every_type_once_with_its_number_and_price() -> None:
    rechnung = armee_pruefen(armeen()["kelten_75"], 75)
    assert [(posten.name, posten.anzahl, posten.summe) for posten in rechnung.posten] == [
        ("leichter Streitwagen", 2, 34),
        ("Streitwagenlenker", 2, 6),
        ("Streitwagenkrieger", 2, 12),
        ("Gäsate-Stoßspeer", 2, 12),
        ("Bogenschütze", 1, 6),
        ("Streitaxtkämpfer", 1, 5),
    ]


def army(*lines: str, volk: str = "kelten") -> Armee:
    return armee_einlesen("\n".join(['name = "Heer"', f'volk = "{volk}"', *lines]) + "\n", "armee.toml")


CHARIOT = ("[[streitwagen]]", 'typ = "leichter_streitwagen"')


@pytest.mark.parametrize(
    ("lines", "line", "field", "sentence"),
    [
        (["[[figur]]", 'typ = "held"', "anzal = 2"], 5, "figur.1.anzal", "Diesen Eintrag gibt es nicht."),
        (["[[figur]]", 'typ = "held"', "anzahl = 0"], 5, "figur.1.anzahl", "Der Wert muss mindestens 1 sein."),
        (["[[figur]]", "anzahl = 2"], 3, "figur.1.typ", "Der Eintrag fehlt."),
        (["[[figur]]", 'typ = "held"', "", "[[figur]]", 'typ = "drache"'], 7, "figur.2.typ",
         "Eine Figur »drache« haben die Kelten nicht: möglich sind schwertkaempfer, "),
        (["[[figur]]", 'typ = "held"', 'id = "1H"'], 5, "figur.1.id", "Ein Kürzel hat höchstens 12 Buchstaben"),
        (["[[figur]]", 'typ = "held"', 'id = "H"', "anzahl = 2"], 5, "figur.1.id", "Ein Kürzel gilt für eine Figur"),
        (["[[figur]]", 'typ = "held"', 'id = "Ax"', "[[figur]]", 'id = "AX"', 'typ = "held"'], 7, "figur.2.id",
         "Das Kürzel »AX« ist doppelt vergeben."),
        (["[[streitwagen]]", 'typ = "prunkwagen"', 'besatzung = ["held"]'], 4, "streitwagen.1.typ",
         "Einen Streitwagen »prunkwagen« haben die Kelten nicht: möglich sind leichter_streitwagen, schwerer"),
        ([*CHARIOT, "besatzung = [", '  "held",', '  "bogenschuetze",', "]"], 7, "streitwagen.1.besatzung.2",
         "Bogenschütze gehört nicht zur Besatzung eines Streitwagens."),
        ([*CHARIOT, 'besatzung = ["held", "reiter"]'], 5, "streitwagen.1.besatzung.2",
         "Reiter (rotes Pferd) beginnt beritten, nicht auf dem Streitwagen."),
        ([*CHARIOT, 'besatzung = ["held", "drache"]'], 5, "streitwagen.1.besatzung.2", "Eine Figur »drache«"),
        ([*CHARIOT, 'besatzung = ["held", "held", "held"]'], 5, "streitwagen.1.besatzung",
         "3 Mann Besatzung sind zu viele: Plätze hat der Wagen 2."),
        (["[[figur]]", 'typ = "held"', *CHARIOT, "besatzung = []"], 7, "streitwagen.1.besatzung",
         "Der Streitwagen braucht einen Lenker (schwarzes Pferd oder Rad) oder volle Besatzung."),
        ([*CHARIOT, 'besatzung = [{ typ = "held", lp = 9 }]'], 5, "streitwagen.1.besatzung.1.lp",
         "Diesen Eintrag gibt es nicht."),
        ([*CHARIOT], 3, "streitwagen.1.besatzung", "Der Eintrag fehlt."),
        ([], None, "", "Die Armee hat keine einzige Figur."),
        (["[[figur]]", 'typ = "held"', "anzahl = 6"], None, "", "Die Armee kostet 90 Punkte, erlaubt sind 75."),
        (["[[figur]]", 'typ = "held"', "anzahl = 31"] * 2, None, "", "Die Armee hat 62 Figuren, erlaubt sind 60."),
    ],
)  # fmt: skip
def test_a_wrong_army_is_refused_at_its_line(lines: list[str], line: int | None, field: str, sentence: str) -> None:
    with pytest.raises(ContentError) as caught:
        armee_pruefen(army(*lines), 75)
    error = caught.value
    assert (error.line, error.field) == (line, field)
    assert error.sentence.startswith(sentence)


def test_an_army_of_an_unknown_people_is_refused() -> None:
    with pytest.raises(ContentError, match=r"Zeile 2, Feld »volk«: Ein Volk »elfen« gibt es nicht: möglich sind aeg"):
        armee_pruefen(army("[[figur]]", 'typ = "held"', volk="elfen"), 75)


def test_a_full_crew_needs_no_lenker() -> None:
    people = own_people('symbole = { v = ["schwarzes_pferd"], source = "house" }\npunkte = { v = 3', "punkte = { v = 3")
    boier = {"boier": volk_einlesen(people, "boier.toml")}
    crew = 'besatzung = ["streitwagenlenker", "streitwagenlenker"]'
    armee = army(*CHARIOT, crew, volk="boier")
    assert armee_pruefen(armee, 75, boier).gesamt == 17 + 2 * 3
    assert kuerzel({"rot": armee}, boier)["rot"].streitwagen[0].lenker is None
    with pytest.raises(ContentError, match="braucht einen Lenker"):
        armee_pruefen(army(*CHARIOT, 'besatzung = ["streitwagenlenker"]', volk="boier"), 75, boier)


# What units are called


def ids(armies: dict[str, Armee]) -> dict[str, list[str]]:
    return {
        seat: [wagen.id for wagen in aufgebot.streitwagen] + [figur.id for figur in aufgebot.figuren]
        for seat, aufgebot in kuerzel(armies).items()
    }


def test_units_are_called_by_letters_and_number() -> None:
    assert ids({"blau": armeen()["kelten_75"]}) == {
        "blau": ["W1", "W2", "WL1", "WK1", "WL2", "WK2", "GS1", "GS2", "BS1", "SA1"]
    }


def test_letters_that_both_sides_use_carry_the_colour() -> None:
    named = ids({"blau": armeen()["kelten_50"], "rot": armeen()["roemer_50"]})
    assert named == {
        "blau": ["H1", "SK1b", "SK2b", "SA1", "SA2", "BS1b", "BS2b", "SP1b"],
        "rot": ["Z1", "SK1r", "SK2r", "SK3r", "SP1r", "SP2r", "T1", "BS1r"],
    }


def test_names_do_not_depend_on_who_sat_down_first() -> None:
    seats = {"blau": armeen()["kelten_50"], "rot": armeen()["roemer_50"]}
    assert ids(seats) == ids(dict(reversed(seats.items())))


def test_four_seats_with_the_same_army_never_share_a_name() -> None:
    named = ids(dict.fromkeys(("blau", "rot", "gruen", "gelb"), armeen()["kelten_75"]))
    everybody = [name.casefold() for names in named.values() for name in names]
    assert len(everybody) == 40
    assert len(set(everybody)) == 40
    assert (named["gruen"][0], named["gelb"][0]) == ("W1gr", "W1ge")


def test_a_name_the_player_chose_is_kept_and_never_given_twice() -> None:
    blau = army("[[figur]]", 'typ = "held"', 'id = "Brix"', "[[figur]]", 'typ = "speerkaempfer"', 'id = "H1"',
                "[[figur]]", 'typ = "held"')  # fmt: skip
    assert ids({"blau": blau}) == {"blau": ["Brix", "H1", "H2"]}
    assert ids({"blau": blau, "rot": blau}) == {"blau": ["Brixb", "H1b", "H2b"], "rot": ["Brixr", "H1r", "H2r"]}


def test_the_crew_knows_its_streitwagen_and_its_lenker() -> None:
    armee = army(*CHARIOT, 'besatzung = ["streitwagenkrieger", { typ = "streitwagenlenker", name = "Brennos" }]')
    aufgebot = kuerzel({"rot": armee})["rot"]
    wagen = aufgebot.streitwagen[0]
    assert (wagen.id, wagen.typ, wagen.besatzung, wagen.lenker) == (
        "W1", "kelten.leichter_streitwagen", ("WK1", "WL1"), "WL1",
    )  # fmt: skip
    assert [(figur.an_bord, figur.name) for figur in aufgebot.figuren] == [("W1", None), ("W1", "Brennos")]


# Maps


def terrain(karte: Karte, name: str) -> str:
    return karte.gelaende(parse_field(name))


def test_the_map_of_the_geheimdokument_lies_as_drawn() -> None:
    karte = karten()["geheimdokument"]
    assert (karte.breite, karte.hoehe) == (24, 16)
    lying = {"B2": "baumstamm", "L1": "strasse", "G5": "gebuesch_gross", "M8": "wasser_tief", "P9": "furt",
             "Q8": "furt", "X9": "wasser_tief", "L8": "lehm", "T4": "steinbrocken", "U6": "hecke", "P13": "zaun",
             "T14": "hang_braun", "S14": "hang_gruen", "P7": "sumpf", "A16": "wiese"}  # fmt: skip
    assert {name: terrain(karte, name) for name in lying} == lying


def test_each_branch_belongs_to_the_trunk_beside_it() -> None:
    karte = karten()["geheimdokument"]
    trees = [karte.baum(field) for field in karte.grid.fields()]
    assert max(number for number in trees if number) == 8
    assert {karte.baum(parse_field(name)) for name in ("B1", "A2", "B2", "C2", "B3")} == {1}
    assert {karte.baum(parse_field(name)) for name in ("E1", "D2", "E2", "F2", "E3")} == {2}
    assert karte.baum(parse_field("A1")) is None


def trees(*rows: str, **more: object) -> list[list[int]]:
    legend = {".": "wiese", "a": "baumast", "T": "baumstamm"}
    karte = Karte.aus_zeilen(rows, legend, **more)
    return [[karte.baum((x, y)) or 0 for x in range(karte.breite)] for y in range(karte.hoehe)]


def test_branches_between_trunks_make_one_tree_and_loose_ones_join_or_stand_alone() -> None:
    assert trees("TaT") == [[1, 1, 1]]
    assert trees("TaaT") == [[1, 1, 2, 2]]
    assert trees("Taaa.aa") == [[1, 1, 1, 1, 0, 2, 2]]
    assert trees("TaaaT") == [[1, 1, 1, 2, 2]]
    assert trees("Ta", "aT", "..") == [[1, 1], [1, 1], [0, 0]]
    assert trees("TT") == [[1, 2]]


def test_a_map_may_say_itself_which_fields_form_a_tree() -> None:
    assert trees("TaT", baum=[{"felder": ["A1", "B1"]}]) == [[1, 1, 2]]


def test_stairs_lead_both_ways() -> None:
    karte = Karte.aus_zeilen(["...", "..."], {".": "wiese"}, treppen=[["A1", "C2"]])
    assert (karte.treppe((0, 0)), karte.treppe((2, 1)), karte.treppe((1, 0))) == ((2, 1), (0, 0), None)


def test_a_meadow_is_all_grass() -> None:
    karte = Karte.wiese(5, 3)
    assert (karte.breite, karte.hoehe) == (5, 3)
    assert {karte.gelaende(field) for field in karte.grid.fields()} == {"wiese"}


@pytest.mark.parametrize(
    ("rows", "more", "sentence"),
    [
        (["..", "."], {}, "Die Reihe hat 1 Felder, die erste hat 2."),
        ([".?"], {}, "Das Zeichen »\\?« steht nicht in der Legende."),
        (["x"], {}, "Ein Gelände »lava« gibt es nicht."),
        ([""], {}, "Eine Karte ist 1 bis 100 Felder breit."),
        (["." * 101], {}, "Eine Karte ist 1 bis 100 Felder breit."),
        ([".."], {"treppen": [["A1", "C1"]]}, "Das Feld liegt nicht auf der Karte."),
        (["..."], {"treppen": [["A1", "B1"], ["B1", "C1"]]}, "Hier ist schon eine Treppe."),
        (["a."], {"baum": [{"felder": ["B1"]}]}, "Dort steht kein Baum."),
        (["a."], {"baum": [{"felder": ["A1", "A1"]}]}, "Das Feld gehört schon zu einem Baum."),
    ],
)
def test_a_map_that_does_not_add_up_is_refused(rows: list[str], more: dict[str, object], sentence: str) -> None:
    legend = {".": "wiese", "a": "baumast"} | ({"x": "lava"} if rows == ["x"] else {})
    with pytest.raises(ValueError, match=sentence):
        Karte.aus_zeilen(rows, legend, **more)


def test_there_are_three_house_maps_of_the_promised_size() -> None:
    sizes = {key: (karte.breite, karte.hoehe) for key, karte in karten().items()}
    assert {key: sizes[key] for key in HOUSE_MAPS} == {"ebene": (24, 16), "furt": (28, 18), "wald": (32, 20)}
    assert tabellen().punktespiel.karte_vorgabe in HOUSE_MAPS


@pytest.mark.parametrize("key", HOUSE_MAPS)
def test_a_house_map_favours_neither_side(key: str) -> None:
    assert karten()[key].zeilen == tuple(row[::-1] for row in reversed(karten()[key].zeilen))


def drivable(karte: Karte, x: int, y: int) -> bool:
    row = gelaende()[karte.gelaende((x, y))]
    return row.betretbar and row.halt and row.probe is None and Verboten.STREITWAGEN not in row.verboten


@pytest.mark.parametrize("key", HOUSE_MAPS)
def test_a_streitwagen_can_stand_anywhere_in_the_set_up_strips(key: str) -> None:
    karte, depth = karten()[key], tabellen().punktespiel.streifen
    strips = [*range(depth), *range(karte.hoehe - depth, karte.hoehe)]
    assert [field_name((x, y)) for y in strips for x in range(karte.breite) if not drivable(karte, x, y)] == []


@pytest.mark.parametrize("key", HOUSE_MAPS)
def test_the_widest_streitwagen_finds_a_lane_from_edge_to_edge(key: str) -> None:
    karte = karten()[key]
    width = max(typ.board[0] for typ in wagentypen().values())

    def fits(x: int, y: int) -> bool:
        return all(drivable(karte, x + dx, y) for dx in range(width))

    reached = {x for x in range(karte.breite - width + 1) if fits(x, 0)}
    for y in range(1, karte.hoehe):
        ahead = {x + dx for x in reached for dx in (-1, 0, 1)}
        reached = {x for x in ahead if 0 <= x <= karte.breite - width and fits(x, y)}
    assert reached


# Scenario


def test_das_geheimdokument_stands_as_written() -> None:
    szenario = szenarien()["geheimdokument"]
    kelten, roemer = szenario.seiten["kelten"], szenario.seiten["roemer"]
    assert (szenario.beginnt, szenario.runden, szenario.karte) == ("roemer", 20, "geheimdokument")
    assert [(figur.id, figur.typ) for figur in kelten.figuren] == [
        ("Darok", "kelten.grossaxtkaempfer"),
        ("KB1", "kelten.bogenschuetze"),
        ("KB2", "kelten.bogenschuetze"),
        ("KS1", "kelten.speerkaempfer"),
        ("KS2", "kelten.speerkaempfer"),
    ]
    assert [(figur.id, figur.typ) for figur in roemer.figuren] == [
        ("Istor", "roemer.zenturio"),
        ("RS1", "roemer.speerkaempfer"),
        ("RS2", "roemer.speerkaempfer"),
        ("RK1", "roemer.schwertkaempfer"),
        ("RK2", "roemer.schwertkaempfer"),
    ]
    assert (kelten.figuren[0].lp, kelten.figuren[0].quellen) == (2, {"lp": "house"})
    assert len(kelten.aufstellfelder) == 64
    assert [field_name(feld) for feld in roemer.eingang] == ["K1", "L1", "M1", "N1"]
    assert szenario.kiste is not None
    assert szenario.kiste.traeger == ("RK1", "RK2")
    assert szenario.kiste.zielfelder == tuple((x, 15) for x in range(24))


def test_an_asset_whose_key_is_not_its_name_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "mfm" / "armeen"
    folder.mkdir(parents=True)
    (folder / "falsch.toml").write_text('key = "richtig"\nname = "N"\nvolk = "kelten"\n', encoding="utf-8")
    monkeypatch.setenv("HEROLD_ASSETS", str(tmp_path))
    with pytest.raises(ContentError, match=r"falsch.toml, Zeile 1, Feld »key«: Der Schlüssel muss wie die Datei"):
        armeen.__wrapped__()
