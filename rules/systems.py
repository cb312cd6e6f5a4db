"""All games that the house can referee, in one visible list."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.mfm.system import MFM
from rules.referee.system import System

SYSTEMS: Mapping[str, System[Any]] = {system.key: system for system in (MFM,)}
