"""An answer as a Components V2 message: a frame a card, its words, its picture, its rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import discord
from discord import ui

from bot.answer import Answer, File, Row, Side
from bot.messages.fitting import MAX_CUSTOM_ID, card_text, ping_text
from bot.messages.items import HeroldButton, HeroldMenu
from bot.paint import Picture, mfm_sides
from rules.mfm.model import Schlacht

__all__ = ["colour", "mentions", "settled", "view_of"]

NEUTRAL = discord.Colour(0x8D7558)


def view_of(answer: Answer, pictures: Mapping[int, Picture] | None = None, files: Sequence[File] = ()) -> ui.LayoutView:
    """The message. `pictures` are those of the cards by their place; `files` are to be sent beside it."""
    view = ui.LayoutView(timeout=None)
    if answer.ping:
        view.add_item(ui.TextDisplay(ping_text(answer)))
    seen: dict[str, int] = {}
    for number, card in enumerate(answer.cards):
        frame: ui.Container[Any] = ui.Container(accent_colour=colour(card.side))
        words = card_text(card)
        if words:
            frame.add_item(ui.TextDisplay(words))
        picture = (pictures or {}).get(number)
        if picture is not None:
            item = discord.MediaGalleryItem(f"attachment://{picture.name}", description=picture.alt or None)
            frame.add_item(ui.MediaGallery(item))
        for row in card.rows:
            frame.add_item(_row(row, seen))
        view.add_item(frame)
    for file in files:
        view.add_item(ui.File(f"attachment://{file.name}"))
    return view


def _row(row: Row, seen: dict[str, int]) -> ui.ActionRow[Any]:
    if isinstance(row, tuple):
        return ui.ActionRow(*(HeroldButton.of(button, _again(f"b{button.action}", seen)) for button in row))
    return ui.ActionRow(HeroldMenu.of(row, _again(f"m{row.action}", seen)))


def _again(action: str, seen: dict[str, int]) -> str:
    """Within a message no two custom ids may be the same, though two buttons may mean the same."""
    if len(action) > MAX_CUSTOM_ID - 8:
        raise ValueError(f"an action too long for a custom id: {action}")
    seen[action] = seen.get(action, 0) + 1
    return "" if seen[action] == 1 else f"~{seen[action]}"


def colour(side: Side | None) -> discord.Colour:
    """The colour that the side has on the board."""
    if side is None or not isinstance(side.battle, Schlacht):
        return NEUTRAL
    for one in mfm_sides(side.battle):
        if one.key == side.key:
            return discord.Colour.from_rgb(*one.colour)
    return NEUTRAL


def mentions(answer: Answer) -> discord.AllowedMentions:
    """Nobody but those who are called."""
    people = [discord.Object(int(player)) for player in answer.ping if player.isdecimal()]
    return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=people or False)


def settled(message: discord.Message) -> ui.LayoutView | None:
    """The message without anything to press; nothing if there was nothing."""
    if not message.flags.components_v2:
        return None
    view = ui.LayoutView.from_message(message, timeout=None)
    changed = False
    names = {attachment.filename for attachment in message.attachments}
    for item in list(view.walk_children()):
        if isinstance(item, ui.ActionRow):
            parent: Any = item.parent or view
            parent.remove_item(item)
            changed = True
        elif isinstance(item, ui.MediaGallery):
            _keep_attachments(item, names)
    return view if changed else None


def _keep_attachments(gallery: ui.MediaGallery[Any], names: set[str]) -> None:
    """A picture of the message itself is named as such; its address in Discord's store expires."""
    items = gallery.items
    for item in items:
        name = item.media.url.rsplit("/", 1)[-1].split("?")[0]
        if name in names:
            item.media = discord.UnfurledMediaItem(f"attachment://{name}")
    gallery.items = items
