"""The rule catalogue: complete for every citation of MfM, tolerant to players, strict about its own faults."""

import re
from pathlib import Path

import pytest
from pydantic import ValidationError

from rules.referee.catalogue import Art, Katalog, KatalogFehler, Regel, katalog


def numbered(prefix: str, sections: str) -> list[str]:
    return [f"{prefix} {section}" for section in sections.split()]


SECTIONS = {
    Art.BUCH: [
        *numbered("GR", "1 2 3 4 4.1 5 6 7 7.1 7.2 7.3 7.4 7.5 8 8.1 8.2 8.3 9 10 Geheimdokument"),
        *numbered(
            "STW", "1 1.1 2 3 3.1 3.2 3.3 3.4 3.5 3.6 4 4.1 4.2 5 5.1 9.3 6 6.1 7 7.2 8 8.1 8.2 8.3 9 10 10.1 10.2"
        ),
        *numbered("STW KR", "2 3 3.1 3.2 3.3 3.4 3.5 4.1 4.2 5 6 7 8.1 8.2 9 10"),
    ],
    Art.HANDLUNG: ["MfM 3", *(f"MfM 4.{n}" for n in range(1, 28))],
    Art.TABELLE: ["T-1", "T-1b", *(f"T-{n}" for n in range(2, 9))],
    Art.ENTSCHEID: [f"R-{n:02}" for n in range(1, 83)],
}

CITATION = re.compile(r"(?:STW KR|STW|GR|MfM) (?:\d+(?:\.\d+)*|Geheimdokument)|\b[RT]-\d+[a-z]?\b")


@pytest.fixture
def mfm() -> Katalog:
    return katalog("mfm")


def toml(*entries: str) -> str:
    return "".join(f"[[regel]]\n{entry}\n" for entry in entries)


def entry(nummer: str, *more: str) -> str:
    return "\n".join([f'nummer = "{nummer}"', 'art = "buch"', 'titel = "Titel"', 'text = "Text."', *more])


@pytest.mark.parametrize("art", list(Art))
def test_mfm_holds_exactly_the_citations_of_its_booklets_actions_tables_and_rulings(mfm: Katalog, art: Art) -> None:
    held = [regel.nummer for regel in mfm.regeln if regel.art is art]
    assert sorted(held) == sorted(SECTIONS[art])


def test_a_text_cites_only_what_the_catalogue_holds(mfm: Katalog) -> None:
    cited = {(regel.nummer, ref) for regel in mfm.regeln for ref in CITATION.findall(f"{regel.titel} {regel.text}")}
    assert len(cited) > 20
    assert [(nummer, ref) for nummer, ref in sorted(cited) if ref not in mfm] == []


def test_an_entry_refers_to_others_and_never_to_itself(mfm: Katalog) -> None:
    assert [regel.nummer for regel in mfm.regeln if not regel.siehe or regel.nummer in regel.siehe] == []


def test_every_text_is_a_short_paragraph_of_whole_sentences(mfm: Katalog) -> None:
    for regel in mfm.regeln:
        sentences = re.findall(r"[.!?](?= [A-ZÄÖÜ0-9„]|$)", regel.text)
        assert 1 <= len(sentences) <= 5, regel.nummer
        assert regel.text.endswith("."), regel.nummer
        assert "\n" not in regel.text
        assert "  " not in regel.text


def test_only_what_nothing_can_play_out_goes_without_a_ruling_file(mfm: Katalog) -> None:
    assert [regel.nummer for regel in mfm.regeln if regel.ohne_fall] == ["STW 1", "R-77"]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("GR 4.1", "GR 4.1"),
        ("gr4.1", "GR 4.1"),
        (" gr  4,1 ", "GR 4.1"),
        ("GR 10", "GR 10"),
        ("r1", "R-01"),
        ("R-1", "R-01"),
        ("r 01", "R-01"),
        ("t1b", "T-1b"),
        ("T 1", "T-1"),
        ("mfm4.10", "MfM 4.10"),
        ("mfm 4.1", "MfM 4.1"),
        ("stwkr3.1", "STW KR 3.1"),
        ("KR 3.1", "STW KR 3.1"),
        ("stw 9.3", "STW 9.3"),
        ("geheimdokument", "GR Geheimdokument"),
    ],
)
def test_a_number_is_understood_however_it_is_typed(mfm: Katalog, typed: str, meant: str) -> None:
    regel = mfm.get(typed)
    assert regel is not None
    assert regel.nummer == meant


@pytest.mark.parametrize("typed", ["", "   ", "R-83", "STW 7.1", "GR 11", "4.1", "65", "b", "Anfahren", "GR 4.1.1"])
def test_a_number_that_is_unknown_or_could_be_several_gives_nothing(mfm: Katalog, typed: str) -> None:
    assert mfm.get(typed) is None


def test_membership_asks_for_the_exact_citation(mfm: Katalog) -> None:
    assert "R-01" in mfm
    assert "r1" not in mfm
    assert "R-83" not in mfm


def test_the_catalogue_lists_its_numbers_in_the_order_of_the_file(mfm: Katalog) -> None:
    assert mfm.nummern == tuple(regel.nummer for regel in mfm.regeln)
    assert mfm.nummern[:2] == ("GR 1", "GR 2")


def test_anfahren_finds_the_entries_about_anfahren_first(mfm: Katalog) -> None:
    found = mfm.suche("anfahren")
    assert [regel.nummer for regel in found[:2]] == ["MfM 4.10", "STW 3"]
    assert all("anfahr" in regel.titel.casefold() for regel in found)


@pytest.mark.parametrize(
    ("words", "first"),
    [
        ("überfahren", "STW 3"),
        ("Reiter anfahren", "STW 3.4"),
        ("Regel der 1", "R-11"),
        ("Regel der 12", "R-12"),
        ("wer beginnt?", "R-56"),
        ("Kiste tragen", "R-60"),
        ("über eigene Figuren schießen", "GR 7.4"),
        ("Mauer", "R-19"),
        ("wie viele Lebenspunkte hat ein Held", "R-71"),
        ("wenden", "R-41"),
    ],
)
def test_a_question_in_words_leads_to_its_rule(mfm: Katalog, words: str, first: str) -> None:
    assert mfm.suche(words)[0].nummer == first


@pytest.mark.parametrize(
    ("one", "other"),
    [("Geländeschutz", "gelaendeschutz"), ("Plänkler", "PLANKLER"), ("Großaxtkämpfer", "grossaxtkaempfer")],
)
def test_umlauts_may_be_written_in_any_way(mfm: Katalog, one: str, other: str) -> None:
    assert mfm.suche(one)
    assert mfm.suche(one) == mfm.suche(other)


def test_a_number_typed_into_the_search_leads_the_list(mfm: Katalog) -> None:
    assert mfm.suche("r12")[0].nummer == "R-12"


@pytest.mark.parametrize("words", ["", "  ", "?!", "xyzzy", "wie ist das"])
def test_a_search_for_nothing_finds_nothing(mfm: Katalog, words: str) -> None:
    assert mfm.suche(words) == []


@pytest.mark.parametrize(("limit", "count"), [(3, 3), (1, 1), (0, 0), (-1, 0)])
def test_a_search_keeps_to_its_limit(mfm: Katalog, limit: int, count: int) -> None:
    assert len(mfm.suche("Streitwagen", limit=limit)) == count


@pytest.mark.parametrize("second", ["R-01", "R-1", "r01"])
def test_a_number_given_twice_is_refused_in_one_sentence(second: str) -> None:
    with pytest.raises(KatalogFehler) as refusal:
        Katalog.from_toml("probe", toml(entry("R-01"), entry(second)))
    assert str(refusal.value) == "Der Regelkatalog „probe“ enthält R-01 mehrfach."


@pytest.mark.parametrize("ziel", ["R-02", "r1"])
def test_a_reference_that_leads_nowhere_is_refused_in_one_sentence(ziel: str) -> None:
    with pytest.raises(KatalogFehler) as refusal:
        Katalog.from_toml("probe", toml(entry("R-01"), entry("GR 1", f'siehe = ["{ziel}"]')))
    assert str(refusal.value) == f"Der Regelkatalog „probe“ verweist bei GR 1 auf {ziel}, doch das fehlt."


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('[[regel]]\nnummer = "GR 1"\nart = "buch"\ntext = "T."', "Bei GR 1 fehlt das Feld „titel“."),
        (toml(entry("GR 1", 'farbe = "rot"')), "Bei GR 1 ist das Feld „farbe“ unbekannt."),
        (toml(entry("GR 1").replace("buch", "lied")), "Bei GR 1 ist das Feld „art“ ungültig."),
        (toml(entry("GR 1").replace("Text.", "  ")), "Bei GR 1 ist das Feld „text“ ungültig."),
        (toml('art = "buch"\ntitel = "T"\ntext = "T."'), "Bei Eintrag 1 fehlt das Feld „nummer“."),
        ("regel = 7", "Er enthält keine Einträge."),
        ("regel = [7]", "Bei Eintrag 1 ist das Feld „regel“ ungültig."),
        ("regel = []", "Er enthält keine Einträge."),
    ],
)
def test_a_faulty_entry_is_named_with_its_field(text: str, sentence: str) -> None:
    with pytest.raises(KatalogFehler) as refusal:
        Katalog.from_toml("probe", text)
    assert str(refusal.value) == f"Der Regelkatalog „probe“ ist fehlerhaft: {sentence}"


@pytest.mark.parametrize("text", ["", 'titel = "T"', toml(entry("GR 1")) + "[extra]\n", "[[regel]\n"])
def test_a_file_of_another_form_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(KatalogFehler, match=r"^Der Regelkatalog „probe“ [^\n]+\.$"):
        Katalog.from_toml("probe", text)


@pytest.mark.parametrize("system", ["schach", "", "../mfm", "MFM"])
def test_a_system_without_a_catalogue_is_told_in_one_sentence(system: str) -> None:
    with pytest.raises(KatalogFehler, match=f"^[^\n]*Spielsystem „{re.escape(system)}“[^\n]*\\.$"):
        katalog(system)


def test_another_place_for_the_assets_is_honoured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mfm").mkdir()
    (tmp_path / "mfm" / "regeln.toml").write_text(toml(entry("GR 99")), encoding="utf-8")
    usual = katalog("mfm")
    monkeypatch.setenv("HEROLD_ASSETS", str(tmp_path))
    assert katalog("mfm").nummern == ("GR 99",)
    monkeypatch.delenv("HEROLD_ASSETS")
    assert katalog("mfm") is usual


def test_a_wrapped_text_reaches_players_as_one_paragraph() -> None:
    wrapped = entry("GR 1").replace('"Text."', '"""\nErste Zeile,\n  zweite Zeile."""')
    assert Katalog.from_toml("probe", toml(wrapped)).regeln[0].text == "Erste Zeile, zweite Zeile."


def test_entries_and_catalogues_do_not_change(mfm: Katalog) -> None:
    with pytest.raises(ValidationError, match="frozen"):
        mfm.regeln[0].titel = "anders"  # type: ignore[misc]
    with pytest.raises(ValidationError, match="frozen"):
        mfm.system = "anders"  # type: ignore[misc]
    assert isinstance(mfm.regeln[0], Regel)
