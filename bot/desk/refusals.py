"""Whatever goes wrong at the desk, as one sentence for the one who caused it, and never anything more."""

from __future__ import annotations

import logging
from collections.abc import Awaitable
from typing import TypeVar

from bot.answer import Answer
from bot.desk.base import DeskError
from bot.desk.wording import keep, plain
from rules.journal.errors import JournalError
from rules.referee.catalogue import KatalogFehler
from rules.referee.content import ContentError
from rules.referee.refusal import Refusal

__all__ = ["DEFECT", "in_words"]

R = TypeVar("R")
log = logging.getLogger(__name__)

DEFECT = "Da ist bei mir etwas schiefgegangen. Es hat sich nichts geändert; versuch es bitte noch einmal."


async def in_words(asked: Awaitable[R]) -> R | Answer:
    """The desk's reply, or the sentence that says why there is none."""
    try:
        return await asked
    except Refusal as refusal:
        return Answer.sentence(keep(plain(refusal.satz), 1_500), refusal.ref)
    except DeskError as error:
        return Answer.sentence(keep(error.satz, 1_500), error.ref)
    except JournalError as error:
        return Answer.sentence(keep(plain(error.satz), 1_500))
    except ContentError as error:
        return Answer.sentence(keep(plain(str(error)), 1_500))
    except KatalogFehler as error:
        return Answer.sentence(keep(plain(str(error)), 1_500))
    except ValueError as error:
        # Plans and armies are refused so, with a sentence of their own.
        log.info("refused", exc_info=error)
        return Answer.sentence(keep(plain(str(error)), 1_500) or DEFECT)
    except Exception:
        log.exception("the desk failed")
        return Answer.sentence(DEFECT)
