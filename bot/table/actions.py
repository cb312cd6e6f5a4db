"""What a player can do at the table: say, type a command, press, choose, fill in a form.

The page and the end-to-end tests both come through here, so that what is tested is what is played.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.table import errors, limits
from bot.table.commands import Leaf
from bot.table.component_basics import MENUS, Kind, find
from bot.table.errors import ApiError
from bot.table.interactions import Interactions
from bot.table.media import clean_name, content_type, picture_size
from bot.table.modals import Answer, BadAnswer, answered, fields
from bot.table.model import Attachment, Channel, Interaction, InteractionKind, Json, Message, Permission, Stage, User
from bot.table.options import OptionValue, Refused, Resolver, command_data
from bot.table.payloads import Payloads
from bot.table.posts import Posts
from bot.table.world import World

UPLOADS = 50


@dataclass(frozen=True)
class Handle:
    """An interaction on its way. Wait for as much of its answer as you need."""

    id: int
    _interactions: Interactions
    _world: World

    @property
    def interaction(self) -> Interaction:
        interaction = self._interactions.get(self.id)
        if interaction is None:
            raise errors.unknown_interaction()
        return interaction

    async def acknowledged(self, seconds: float | None = None) -> Interaction:
        """The bot's first answer, whatever it is; TimeoutError if it does not come."""
        patience = self._interactions.patience if seconds is None else seconds
        return await self._interactions.wait(self.id, lambda one: one.stage is not Stage.SENT, patience)

    async def answer(self, seconds: float = 10.0) -> Message:
        """The finished answer: the message posted or changed, after "thinks …" is over. Followups are in `messages`."""
        await self._interactions.wait(self.id, lambda one: one.is_settled, seconds)
        messages = self.messages
        if not messages:
            raise errors.unknown_message()
        return messages[0]

    async def choices(self, seconds: float | None = None) -> tuple[Json, ...]:
        return (await self.acknowledged(seconds)).choices

    async def modal(self, seconds: float | None = None) -> Json:
        modal = (await self.acknowledged(seconds)).modal
        if modal is None:
            raise Refused("Es hat sich kein Fenster geöffnet.")
        return modal

    @property
    def messages(self) -> list[Message]:
        """The answer and its followups, as they stand now."""
        interaction = self.interaction
        wanted = (interaction.original_id, *interaction.followup_ids)
        return [one for one in self._world.messages(interaction.channel_id) if one.id in wanted]


class Actions:
    def __init__(self, world: World, posts: Posts, interactions: Interactions, payloads: Payloads) -> None:
        self._world = world
        self._posts = posts
        self._interactions = interactions
        self._payloads = payloads
        self._uploads: dict[int, tuple[float, int, Attachment]] = {}

    # Plain words

    def say(self, user: User, channel: Channel, content: str) -> Message:
        self._check_sees(user, channel)
        if not content.strip():
            raise Refused("Eine Nachricht braucht Text.")
        if len(content) > limits.CONTENT:
            raise Refused(f"Eine Nachricht hat höchstens {limits.CONTENT} Zeichen.", 413)
        try:
            return self._posts.say(
                user, channel, {"content": content, "allowed_mentions": {"parse": ["users", "roles"]}}
            )
        except ApiError as error:
            raise Refused("Hier kannst du nicht schreiben.", 403) from error

    def open_thread(self, user: User, channel: Channel, name: str) -> Channel:
        self._check_sees(user, channel)
        if not 1 <= len(name) <= limits.THREAD_NAME:
            raise Refused(f"Der Name eines Fadens hat 1 bis {limits.THREAD_NAME} Zeichen.")
        try:
            return self._posts.open_thread(user, channel, {"name": name, "type": 11})
        except ApiError as error:
            raise Refused("Hier lässt sich kein Faden öffnen.", 403) from error

    def dismiss(self, user: User, message: Message) -> None:
        if message.viewer_id != user.id:
            raise Refused("Nur was du allein siehst, kannst du weglegen.", 403)
        self._world.drop_message(message)

    def upload(self, user: User, name: str, data: bytes) -> Attachment:
        """A file for a command or a form; forgotten after a while if it is not used."""
        if len(data) > limits.FILE_BYTES:
            raise Refused("Eine Datei hat höchstens 10 MiB.", 413)
        now = self._world.clock.now()
        old = [one for one, (time, *_) in self._uploads.items() if now - time > limits.TOKEN_SECONDS]
        for one in [*old, *list(self._uploads)[: max(0, len(self._uploads) - len(old) - UPLOADS + 1)]]:
            self._uploads.pop(one, None)
            self._world.store.drop_file(one)
        size = picture_size(data)
        attachment = Attachment(
            id=self._world.ids.next(),
            channel_id=self._world.bot.id,
            filename=clean_name(name),
            size=len(data),
            content_type=content_type(name, data),
            width=size[0] if size else None,
            height=size[1] if size else None,
            is_ephemeral=True,
        )
        self._world.store.put_file(attachment.id, data)
        self._uploads[attachment.id] = (now, user.id, attachment)
        return attachment

    # Commands

    def slash(self, user: User, channel: Channel, name: str, options: Mapping[str, OptionValue]) -> Handle:
        leaf = self._leaf(user, channel, name)
        data = command_data(leaf, options, self._resolver(user, channel))
        return self._send(InteractionKind.COMMAND, user, channel, data, command=leaf.name)

    def autocomplete(
        self, user: User, channel: Channel, name: str, options: Mapping[str, OptionValue], focused: str
    ) -> Handle:
        leaf = self._leaf(user, channel, name)
        data = command_data(leaf, options, self._resolver(user, channel), focused=focused)
        return self._send(InteractionKind.AUTOCOMPLETE, user, channel, data, command=leaf.name)

    def _leaf(self, user: User, channel: Channel, name: str) -> Leaf:
        self._check_sees(user, channel)
        name = " ".join(name.removeprefix("/").split())
        for leaf in self._world.leaves(user.id, channel):
            if leaf.name == name:
                return leaf
        raise Refused(f"Den Befehl /{name} gibt es hier nicht.", 404)

    # Buttons, menus, forms

    def press(self, user: User, message: Message, custom_id: str) -> Handle:
        channel, button = self._component(user, message, custom_id)
        if button["type"] != Kind.BUTTON:
            raise Refused("Das ist kein Knopf.")
        data = {"custom_id": custom_id, "component_type": int(Kind.BUTTON), "id": button["id"]}
        return self._send(InteractionKind.COMPONENT, user, channel, data, message=message)

    def select(self, user: User, message: Message, custom_id: str, values: Sequence[str]) -> Handle:
        channel, menu = self._component(user, message, custom_id)
        kind = menu["type"]
        if kind not in MENUS:
            raise Refused("Das ist kein Menü.")
        if not menu["min_values"] <= len(values) <= menu["max_values"]:
            raise Refused(f"Wähle {menu['min_values']} bis {menu['max_values']}.")
        resolver = self._resolver(user, channel)
        if len(set(values)) != len(values) or not all(_offers(menu, value, resolver) for value in values):
            raise Refused("Diese Auswahl gibt es nicht.")
        data: Json = {"custom_id": custom_id, "component_type": kind, "id": menu["id"], "values": list(values)}
        if kind != Kind.STRING_MENU:
            data["resolved"] = resolver.found
        return self._send(InteractionKind.COMPONENT, user, channel, data, message=message)

    def submit(self, user: User, interaction_id: int, answers: Mapping[str, Answer]) -> Handle:
        asked = self._interactions.get(interaction_id)
        if asked is None or asked.modal is None or asked.user_id != user.id:
            raise Refused("Dieses Fenster gibt es nicht mehr.", 404)
        channel = self._world.channel(asked.channel_id)
        try:
            components = answered(asked.modal, answers)
        except BadAnswer as error:
            raise Refused(str(error)) from error
        resolver = self._resolver(user, channel)
        for field in fields(asked.modal):
            given = answers.get(field["custom_id"])
            if field["type"] in (*MENUS - {Kind.STRING_MENU}, Kind.FILE_UPLOAD) and isinstance(given, Sequence):
                for value in [given] if isinstance(given, str) else given:
                    if not _offers(field, value, resolver):
                        raise Refused("Diese Auswahl gibt es nicht.")
        data: Json = {"custom_id": asked.modal["custom_id"], "components": components}
        if resolver.found:
            data["resolved"] = resolver.found
        message = None
        if asked.message_id is not None:
            message = self._world.find_message(asked.message_id)
        return self._send(InteractionKind.MODAL, user, channel, data, message=message, asked=asked)

    # Within

    def _component(self, user: User, message: Message, custom_id: str) -> tuple[Channel, Json]:
        channel = self._world.channel(message.channel_id)
        self._check_sees(user, channel)
        if message.viewer_id not in (None, user.id):
            raise Refused("Diese Nachricht gibt es nicht.", 404)
        component = find(message.components, custom_id)
        if component is None:
            raise Refused("Das steht nicht mehr in der Nachricht.", 409)
        if component.get("disabled"):
            raise Refused("Das ist gerade nicht möglich.", 409)
        return channel, component

    def _check_sees(self, user: User, channel: Channel) -> None:
        if Permission.VIEW_CHANNEL not in self._world.permissions(user.id, channel):
            raise Refused("Diesen Kanal gibt es nicht.", 404)

    def _resolver(self, user: User, channel: Channel) -> Resolver:
        mine = {one: attachment for one, (_, owner, attachment) in self._uploads.items() if owner == user.id}
        return Resolver(self._world, self._payloads, channel, mine)

    def _send(
        self,
        kind: InteractionKind,
        user: User,
        channel: Channel,
        data: Json,
        *,
        command: str | None = None,
        message: Message | None = None,
        asked: Interaction | None = None,
    ) -> Handle:
        trigger = asked.used if asked else None
        sent = self._interactions.send(kind, user, channel, data, command=command, message=message, trigger=trigger)
        return Handle(sent.id, self._interactions, self._world)


def _offers(menu: Json, value: str, resolver: Resolver) -> bool:
    if menu["type"] == Kind.STRING_MENU:
        return any(option["value"] == value for option in menu["options"])
    if not value.isdecimal() or len(value) > 20:
        return False
    number = int(value)
    match menu["type"]:
        case Kind.USER_MENU:
            return resolver.user(number)
        case Kind.ROLE_MENU:
            return resolver.role(number)
        case Kind.MENTIONABLE_MENU:
            return resolver.user(number) or resolver.role(number)
        case Kind.CHANNEL_MENU:
            return resolver.place(number)
        case _:
            return resolver.file(number)
