"""Who sits at the table when it is first opened: five players, two guilds, their channels, and the bot.

The second guild shares two players with the first and nothing else: what happens in one must not show in the other.
Ids are fixed, so that a kept table fits after an update, and differ in their shard when there are two shards.
"""

from bot.table.clock import DISCORD_EPOCH_MS, WORKER_BITS
from bot.table.model import Channel, ChannelKind, Guild, Permission, Role, User

FIRST_MS = 1_704_103_200_000


def _id(number: int) -> int:
    return (FIRST_MS + number - DISCORD_EPOCH_MS) << WORKER_BITS


EVERYONE = (
    Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
    | Permission.ADD_REACTIONS
    | Permission.USE_APPLICATION_COMMANDS
    | Permission.CREATE_PUBLIC_THREADS
    | Permission.SEND_MESSAGES_IN_THREADS
)
REFEREE = EVERYONE | Permission.MANAGE_GUILD | Permission.MANAGE_MESSAGES | Permission.MANAGE_THREADS
BOT = (
    EVERYONE
    | Permission.MANAGE_MESSAGES
    | Permission.MANAGE_THREADS
    | Permission.CREATE_PRIVATE_THREADS
    | Permission.PIN_MESSAGES
)

HEROLD = User(id=_id(100), key="herold", name="Herold", colour="#7a4a12", is_bot=True)

# White on each of these has a contrast of 4.5 : 1 or more.
ANNA = User(id=_id(101), key="anna", name="Anna", colour="#9c2f2f")
BEN = User(id=_id(102), key="ben", name="Ben", colour="#1f5f8b")
CLARA = User(id=_id(103), key="clara", name="Clara", colour="#2f6b3c")
DAVID = User(id=_id(104), key="david", name="David", colour="#6a3d8f")
EMIL = User(id=_id(105), key="emil", name="Emil", colour="#8a5300")

USERS = (HEROLD, ANNA, BEN, CLARA, DAVID, EMIL)


def _guild(number: int, name: str, players: tuple[User, ...]) -> Guild:
    owner, *_ = players
    return Guild(
        id=_id(number),
        name=name,
        owner_id=owner.id,
        member_ids=(*(player.id for player in players), HEROLD.id),
        roles=(
            Role(id=_id(number), name="@everyone", permissions=EVERYONE, position=0),
            Role(
                id=_id(number + 2), name="Spielleitung", permissions=REFEREE, position=1, member_ids=(players[-1].id,)
            ),
            Role(
                id=_id(number + 4),
                name="Herold",
                permissions=BOT,
                position=2,
                member_ids=(HEROLD.id,),
                is_managed=True,
            ),
        ),
    )


def _channel(number: int, guild: Guild, position: int, name: str, topic: str) -> Channel:
    return Channel(id=_id(number), kind=ChannelKind.TEXT, guild_id=guild.id, position=position, name=name, topic=topic)


SPIELRUNDE = _guild(200, "Spielrunde", (ANNA, BEN, CLARA, DAVID, EMIL))
NACHBARRUNDE = _guild(301, "Nachbarrunde", (DAVID, EMIL))
GUILDS = (SPIELRUNDE, NACHBARRUNDE)

FELDHERRENHUEGEL = _channel(400, SPIELRUNDE, 0, "feldherrenhügel", "Hier wird gespielt.")
KAMPAGNE = _channel(401, SPIELRUNDE, 1, "kampagne", "Stand und Listen der Kampagne.")
WUERFELTURM = _channel(402, SPIELRUNDE, 2, "würfelturm", "Freie Würfe.")
SCHANZE = _channel(403, SPIELRUNDE, 3, "schanze", "Platz für eine zweite Partie.")
NEBENAN = _channel(500, NACHBARRUNDE, 0, "nebenan", "Die andere Runde.")
CHANNELS = (FELDHERRENHUEGEL, KAMPAGNE, WUERFELTURM, SCHANZE, NEBENAN)
