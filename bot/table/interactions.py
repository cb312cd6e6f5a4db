"""Interactions: from a player's command, press or form to the bot's answer, with Discord's deadlines.

The first answer must come within three seconds, once; then the token edits and follows up for fifteen minutes. A first
followup to a deferred answer takes the place of "thinks …", as on Discord.
"""

import asyncio
import secrets
from collections.abc import Callable, Mapping
from enum import IntEnum

from bot.table import errors, limits
from bot.table.bodies import Upload
from bot.table.commands import OptionKind, read_choice
from bot.table.errors import Form
from bot.table.events import InteractionSent
from bot.table.modals import read_modal
from bot.table.model import (
    Channel,
    Interaction,
    InteractionKind,
    Json,
    Message,
    MessageFlag,
    MessageKind,
    Stage,
    Used,
    User,
)
from bot.table.posts import PLAIN, Posts
from bot.table.world import World

SETTABLE = PLAIN | MessageFlag.EPHEMERAL


class Callback(IntEnum):
    MESSAGE = 4
    DEFER = 5
    DEFER_UPDATE = 6
    UPDATE = 7
    CHOICES = 8
    MODAL = 9


class Interactions:
    def __init__(self, world: World, posts: Posts, patience: float = limits.FIRST_ANSWER_SECONDS) -> None:
        self.patience = patience
        self._world = world
        self._posts = posts
        self._all: dict[int, Interaction] = {}
        self._tokens: dict[str, int] = {}
        self._waiting: dict[int, set[asyncio.Future[None]]] = {}
        for interaction in world.kept("interaction", Interaction):
            world.ids.seen(interaction.id)
            self._all[interaction.id] = interaction
            self._tokens[interaction.token] = interaction.id
        self._forget_expired()

    # The player's side

    def send(
        self,
        kind: InteractionKind,
        user: User,
        channel: Channel,
        data: Json,
        *,
        command: str | None = None,
        message: Message | None = None,
        trigger: Used | None = None,
    ) -> Interaction:
        self._forget_expired()
        number = self._world.ids.next()
        interaction = Interaction(
            id=number,
            token=secrets.token_urlsafe(48),
            kind=kind,
            user_id=user.id,
            channel_id=channel.id,
            time=self._world.clock.now(),
            data=data,
            message_id=message.id if message else None,
            used=Used(
                id=number,
                kind=kind,
                user_id=user.id,
                guild_id=channel.guild_id,
                command=command,
                message_id=message.id if message else None,
                trigger=trigger,
            ),
        )
        self._tokens[interaction.token] = interaction.id
        self._keep(interaction)
        self._world.tell(InteractionSent(interaction))
        return interaction

    def deliver_again(self, interaction: Interaction) -> None:
        """What Discord does now and then: the bot gets the very same interaction twice."""
        self._world.tell(InteractionSent(interaction))

    def get(self, interaction_id: int) -> Interaction | None:
        return self._all.get(interaction_id)

    async def wait(self, interaction_id: int, until: Callable[[Interaction], bool], seconds: float) -> Interaction:
        """Waits until an interaction has come so far; TimeoutError if it does not."""
        async with asyncio.timeout(seconds):
            while not until(self._all[interaction_id]):
                change = asyncio.get_running_loop().create_future()
                self._waiting.setdefault(interaction_id, set()).add(change)
                try:
                    await change
                finally:
                    self._waiting.get(interaction_id, set()).discard(change)
        return self._all[interaction_id]

    def is_expired(self, interaction: Interaction) -> bool:
        return self._world.clock.now() - interaction.time > limits.TOKEN_SECONDS

    def gives_up(self, message: Message) -> bool:
        """Whether "thinks …" stands there in vain: its token has expired, or the table was closed meanwhile."""
        if not message.is_loading or message.used is None:
            return False
        interaction = self._all.get(message.used.id)
        return interaction is None or self.is_expired(interaction)

    # The bot's side: the first answer

    def answer(self, interaction_id: int, token: str, body: Json, uploads: Mapping[int, Upload]) -> Interaction:
        interaction = self._all.get(interaction_id)
        if interaction is None or interaction.token != token:
            raise errors.unknown_interaction()
        if interaction.stage is not Stage.SENT:
            raise errors.already_acknowledged()
        if self._world.clock.now() - interaction.time > self.patience:
            raise errors.unknown_interaction()
        callback = _callback(body.get("type"), interaction)
        data = body.get("data")
        data = data if isinstance(data, dict) else {}
        match callback:
            case Callback.MESSAGE:
                message = self._post(interaction, data, uploads, is_original=True)
                return self._settled(interaction, Stage.ANSWERED, original_id=message.id)
            case Callback.DEFER:
                message = self._think(interaction, bool(int(data.get("flags") or 0) & MessageFlag.EPHEMERAL))
                return self._change(interaction, stage=Stage.THINKING, original_id=message.id)
            case Callback.DEFER_UPDATE:
                return self._change(interaction, stage=Stage.THINKING, original_id=interaction.message_id)
            case Callback.UPDATE:
                self._posts.edit(self._own_message(interaction), data, uploads)
                return self._settled(interaction, Stage.ANSWERED, original_id=interaction.message_id)
            case Callback.CHOICES:
                choices = self._choices(interaction, data.get("choices"))
                return self._settled(interaction, Stage.CHOICES, choices=choices)
            case Callback.MODAL:
                form = Form()
                modal = read_modal(data, form)
                form.done()
                return self._settled(interaction, Stage.MODAL, modal=modal)

    # The bot's side: what follows with the token

    def by_token(self, token: str) -> Interaction:
        interaction = self._all.get(self._tokens.get(token, 0))
        if interaction is None:
            raise errors.unknown_webhook()
        if self.is_expired(interaction):
            raise errors.expired_token()
        if interaction.stage in (Stage.SENT, Stage.CHOICES):
            raise errors.unknown_webhook()
        return interaction

    def original(self, interaction: Interaction) -> Message:
        if interaction.original_id is None:
            raise errors.unknown_message()
        return self._world.message(interaction.channel_id, interaction.original_id)

    def message(self, interaction: Interaction, message_id: int) -> Message:
        if message_id not in (interaction.original_id, *interaction.followup_ids):
            raise errors.unknown_message()
        return self._world.message(interaction.channel_id, message_id)

    def edit(self, interaction: Interaction, message: Message, body: Json, uploads: Mapping[int, Upload]) -> Message:
        message = self._posts.edit(message, body, uploads)
        self._settled(interaction, interaction.stage)
        return message

    def delete(self, interaction: Interaction, message: Message) -> None:
        self._world.drop_message(message)
        self._settled(interaction, interaction.stage)

    def follow_up(self, interaction: Interaction, body: Json, uploads: Mapping[int, Upload]) -> Message:
        if interaction.original_id is not None:
            channel_messages = self._world.messages(interaction.channel_id)
            original = next((one for one in channel_messages if one.id == interaction.original_id), None)
            if original is not None and original.is_loading and original.used and original.used.id == interaction.id:
                return self.edit(interaction, original, body, uploads)
        message = self._post(interaction, body, uploads, is_original=False)
        self._settled(interaction, interaction.stage, followup_ids=(*interaction.followup_ids, message.id))
        return message

    # Within

    def _post(
        self, interaction: Interaction, body: Json, uploads: Mapping[int, Upload], *, is_original: bool
    ) -> Message:
        hidden = bool(int(body.get("flags") or 0) & MessageFlag.EPHEMERAL)
        original_id = None if is_original else interaction.original_id
        reply_to = interaction.message_id if is_original else interaction.original_id
        kind = MessageKind.COMMAND if interaction.kind is InteractionKind.COMMAND and is_original else MessageKind.REPLY
        return self._posts.post(
            self._world.channel(interaction.channel_id),
            self._world.bot.id,
            body,
            uploads,
            kind=kind if kind is MessageKind.COMMAND or reply_to is not None else MessageKind.DEFAULT,
            settable=SETTABLE,
            reply_to=reply_to,
            used=interaction.used.model_copy(update={"original_id": original_id}),
            viewer_id=interaction.user_id if hidden else None,
        )

    def _think(self, interaction: Interaction, hidden: bool) -> Message:
        world = self._world
        flags = MessageFlag.LOADING | (MessageFlag.EPHEMERAL if hidden else MessageFlag(0))
        is_command = interaction.kind is InteractionKind.COMMAND
        reply = MessageKind.DEFAULT if interaction.message_id is None else MessageKind.REPLY
        return world.put_message(
            Message(
                id=world.ids.next(),
                channel_id=interaction.channel_id,
                author_id=world.bot.id,
                time=world.clock.now(),
                kind=MessageKind.COMMAND if is_command else reply,
                flags=int(flags),
                reply_to=interaction.message_id,
                used=interaction.used,
                viewer_id=interaction.user_id if hidden else None,
            )
        )

    def _own_message(self, interaction: Interaction) -> Message:
        if interaction.message_id is None:
            raise errors.unknown_message()
        return self._world.message(interaction.channel_id, interaction.message_id)

    def _choices(self, interaction: Interaction, raw: object) -> tuple[Json, ...]:
        form = Form()
        kind = focused_kind(interaction.data) or OptionKind.STRING
        items = form.items(raw, "data.choices", 0, limits.CHOICES)
        choices = [read_choice(item, f"data.choices.{index}", kind, form) for index, item in enumerate(items)]
        form.done()
        return tuple(choices)

    def _settled(self, interaction: Interaction, stage: Stage, **changes: object) -> Interaction:
        return self._change(interaction, stage=stage, is_settled=True, **changes)

    def _change(self, interaction: Interaction, **changes: object) -> Interaction:
        # Looked up anew: posting may have taken a while, and another answer may have come through meanwhile.
        current = self._all.get(interaction.id, interaction)
        return self._keep(current.model_copy(update=changes))

    def _keep(self, interaction: Interaction) -> Interaction:
        self._all[interaction.id] = interaction
        self._world.store.put("interaction", interaction.id, interaction.model_dump_json())
        for change in self._waiting.pop(interaction.id, set()):
            if not change.done():
                change.set_result(None)
        return interaction

    def _forget_expired(self) -> None:
        # Kept for twice its life, so that a late answer hears that its token has expired, not that there never was one.
        horizon = self._world.clock.now() - 2 * limits.TOKEN_SECONDS
        while self._all:
            oldest = next(iter(self._all.values()))
            if oldest.time >= horizon:
                break
            del self._all[oldest.id]
            del self._tokens[oldest.token]
            self._world.store.drop("interaction", oldest.id)


def focused_kind(data: Json) -> int | None:
    for option in data.get("options", ()):
        kind = option["type"] if option.get("focused") else focused_kind(option)
        if kind is not None:
            return int(kind)
    return None


def _callback(raw: object, interaction: Interaction) -> Callback:
    fitting = {Callback.MESSAGE, Callback.DEFER}
    if interaction.message_id is not None:
        fitting |= {Callback.DEFER_UPDATE, Callback.UPDATE}
    if interaction.kind is not InteractionKind.MODAL:
        fitting.add(Callback.MODAL)
    if interaction.kind is InteractionKind.AUTOCOMPLETE:
        fitting = {Callback.CHOICES}
    for callback in fitting:
        if raw == callback:
            return callback
    form = Form()
    form.refuse("type", "INTERACTION_INVALID_CALLBACK_TYPE", f"Value {raw!r} does not fit this interaction.")
    form.done()
    raise AssertionError("a form with a mistake is always refused")
