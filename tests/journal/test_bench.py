"""The measurement of the journal measures what it says."""

from __future__ import annotations

import pytest

from bot.bench import journal


def test_both_figures_are_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal, "ORDERS", 8)
    monkeypatch.setattr(journal, "ROUNDS", 1)
    rate, late = journal.measure(many=20)
    assert rate.unit == "1/s"
    assert rate.ratio > 0
    assert rate.value > 0
    assert (late.name, late.unit) == ("Befehl nach 20 Einträgen", "ms")
    assert late.ratio > 0
