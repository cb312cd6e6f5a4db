"""From an interaction to the desk and back: acknowledged within a second, answered once, finished with its picture.

Most answers, picture and all, are ready long before that second is over and go out in one piece. Where the picture
takes longer the words go first; where even the desk does, Discord hears that an answer is coming.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import discord

from bot.answer import Answer, BoardPicture, Call, Form, Person, Place, Reply
from bot.desk.desk import Desk
from bot.desk.refusals import in_words
from bot.messages.drawing import Drawing
from bot.messages.filming import add_film
from bot.messages.items import form_action, form_values
from bot.messages.layout import settled
from bot.messages.noticeboard import Noticeboard
from bot.messages.sending import FAILURES, Sender, post_to_channel

__all__ = ["Ask", "Delivery", "call_of"]

log = logging.getLogger(__name__)
Ask = Callable[[Call], Awaitable[Reply]]

ACKNOWLEDGE_SECONDS = 0.8
REMEMBERED = 4_096
ONLY_SERVERS = "Herold spielt auf Servern; hier im Gespräch zu zweit kann er nichts tun."


def call_of(interaction: discord.Interaction[Any]) -> Call:
    """Who asks, and where. The interaction's id is the same however often it is delivered."""
    person = Person(str(interaction.user.id), interaction.user.display_name, leads=interaction.permissions.manage_guild)
    return Call(Place(str(interaction.guild_id), str(interaction.channel_id)), person, str(interaction.id))


class Delivery:
    """Carries questions to the desk and answers back."""

    def __init__(self, desk: Desk, drawing: Drawing | None = None, patience: float = ACKNOWLEDGE_SECONDS) -> None:
        self.desk = desk
        self.drawing = drawing or Drawing()
        self.patience = patience
        self.notices = Noticeboard(desk)
        self._seen: OrderedDict[int, None] = OrderedDict()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._warm = False

    # -- what comes in ------------------------------------------------------------------------------------------------

    async def command(self, interaction: discord.Interaction[Any], ask: Ask) -> None:
        """A slash command."""
        await self._take(interaction, ask)

    async def pressed(self, interaction: discord.Interaction[Any], action: str, values: Sequence[str]) -> None:
        """A button or a menu."""
        await self._take(interaction, lambda call: self.desk.act(call, action, values))

    async def submitted(self, interaction: discord.Interaction[Any]) -> None:
        """A form, if it is one of ours."""
        action = form_action(interaction)
        if action is not None:
            values = form_values(interaction)
            await self._take(interaction, lambda call: self.desk.act(call, action, values))

    async def said(self, client: discord.Client, message: discord.Message) -> None:
        """A plain line in a channel; answered there, because nothing said in a channel can be answered in private."""
        if message.guild is None or not self._is_new(message.id):
            return
        member = message.author
        leads = isinstance(member, discord.Member) and member.guild_permissions.manage_guild
        person = Person(str(member.id), member.display_name, leads)
        call = Call(Place(str(message.guild.id), str(message.channel.id)), person, str(message.id))
        if not await self.desk.is_order(call, message.content):
            return
        reply = await in_words(self._asked(call, lambda call: self.desk.say(call, message.content)))
        if isinstance(reply, Answer):
            await self.post(client, call, reply)

    # -- what goes out ------------------------------------------------------------------------------------------------

    async def post(self, client: discord.Client, call: Call, answer: Answer) -> None:
        """An answer that belongs to no interaction: a reminder, or the answer to a plain line."""
        answer, pictures = await self.drawing.draw(answer)
        await post_to_channel(client, int(call.place.server), int(call.place.channel), answer, pictures)
        if answer.status is not None:
            self.notices.show(client, call, answer.status)

    async def _take(self, interaction: discord.Interaction[Any], ask: Ask) -> None:
        if not self._is_new(interaction.id):
            log.info("interaction %s came twice", interaction.id)
            return
        with self._on_its_way():
            await self._serve(interaction, ask)

    async def _serve(self, interaction: discord.Interaction[Any], ask: Ask) -> None:
        sender = Sender(interaction)
        if interaction.guild_id is None:
            await sender.send(Answer.sentence(ONLY_SERVERS))
            return
        call = call_of(interaction)
        until = asyncio.get_running_loop().time() + self.patience
        asked = asyncio.create_task(in_words(self._asked(call, ask)))
        if not await _done(asked, until):
            await sender.think()
        reply = await asked
        if isinstance(reply, Form):
            await sender.show_form(reply)
        else:
            await self._answer(call, sender, reply, until)

    async def _asked(self, call: Call, ask: Ask) -> Reply:
        await self.desk.known(call)
        return await ask(call)

    async def _answer(self, call: Call, sender: Sender, answer: Answer, until: float) -> None:
        drawn = asyncio.create_task(self.drawing.draw(answer))
        if await _done(drawn, until):
            answer, pictures = drawn.result()
            await sender.send(answer, pictures)
        else:
            await sender.send(answer)
            answer, pictures = await drawn
            await sender.edit(answer, pictures)
        if answer.is_card and sender.message:
            await self.desk.card_posted(call, sender.message)
        if answer.status is not None:
            self.notices.show(sender.interaction.client, call, answer.status)
        if answer.settles:
            await self._settle(sender.interaction, answer.status.message if answer.status else "")
        if answer.film is not None:
            self.start(add_film(sender, answer, answer.film))

    async def _settle(self, interaction: discord.Interaction[Any], card: str) -> None:
        """Take the buttons off the message on which one was pressed; the status card sees to its own."""
        message = interaction.message
        if message is None or message.flags.ephemeral or str(message.id) == card:
            return
        try:
            view = settled(message)
            if view is not None:
                await message.edit(view=view, allowed_mentions=discord.AllowedMentions.none())
        except FAILURES as error:
            log.info("message %s keeps its buttons: %s", message.id, error)

    # -- house-keeping ------------------------------------------------------------------------------------------------

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Something that goes on after its answer."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("a task of the delivery failed", exc_info=task.exception())

    async def warm_up(self) -> None:
        """Make ready what the first answer would otherwise have to wait for."""
        if not self._warm:
            self._warm = True
            for game in self.desk.games.values():
                await self.drawing.warm_up(BoardPicture(game.sample(), whole=True))

    @contextmanager
    def _on_its_way(self) -> Iterator[None]:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            yield
        finally:
            self._tasks.discard(task)

    async def settle(self) -> None:
        """Wait for everything that is still on its way."""
        while tasks := [task for task in self._tasks if task is not asyncio.current_task()]:
            await asyncio.wait(tasks)
        await self.notices.settle()

    def _is_new(self, key: int) -> bool:
        if key in self._seen:
            return False
        self._seen[key] = None
        while len(self._seen) > REMEMBERED:
            self._seen.popitem(last=False)
        return True


async def _done(task: asyncio.Task[Any], until: float) -> bool:
    left = until - asyncio.get_running_loop().time()
    if not task.done():
        await asyncio.wait((task,), timeout=max(0.0, left))
    return task.done()
