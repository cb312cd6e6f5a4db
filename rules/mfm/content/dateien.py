"""The files under `assets/mfm`."""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TypeVar

from pydantic import BaseModel

from rules.referee.content import Document, assets_dir

__all__ = ["alle", "datei"]

M = TypeVar("M", bound=BaseModel)


def datei(*parts: str) -> Path:
    return assets_dir().joinpath("mfm", *parts)


def alle(folder: str, model: type[M]) -> Mapping[str, M]:
    """Every file of a folder by its key, in the order of their names; the key is the file's name."""
    found: dict[str, M] = {}
    for path in sorted(datei(folder).glob("*.toml")):
        document = Document.load(path)
        entry = document.read(model)
        if getattr(entry, "key", None) != path.stem:
            raise document.error(f"Der Schlüssel muss wie die Datei heißen: »{path.stem}«.", "key")
        found[path.stem] = entry
    return MappingProxyType(found)
