"""Discord's JSON for people and places: users, members, the application, guilds, roles, channels."""

from bot.table.clock import DISCORD_EPOCH_MS, WORKER_BITS, iso
from bot.table.model import Channel, ChannelKind, Guild, Json, Permission, Role, User
from bot.table.world import World

LOCALE = "de"
# The application may have the intents for members and for the content of messages.
APPLICATION_FLAGS = (1 << 15) | (1 << 19)


class PlacePayloads:
    def __init__(self, world: World) -> None:
        self._world = world

    # People

    def user(self, user: User) -> Json:
        payload: Json = {
            "id": str(user.id),
            "username": user.key,
            "global_name": None if user.is_bot else user.name,
            "discriminator": "0000" if user.is_bot else "0",
            "avatar": None,
            "public_flags": 0,
            "flags": 0,
            "primary_guild": None,
        }
        if user.is_bot:
            payload |= {"username": user.name, "bot": True}
        return payload

    def me(self) -> Json:
        return {**self.user(self._world.bot), "mfa_enabled": False, "locale": LOCALE, "verified": True, "email": None}

    def member(self, user_id: int, guild: Guild) -> Json:
        roles = self._world.roles_of(user_id, guild)
        return {
            "user": self.user(self._world.user(user_id)),
            "nick": None,
            "avatar": None,
            "banner": None,
            "roles": [str(role.id) for role in roles if role.id != guild.id],
            "joined_at": _created(guild.id),
            "premium_since": None,
            "communication_disabled_until": None,
            "flags": 0,
            "pending": False,
            "deaf": False,
            "mute": False,
        }

    def application(self) -> Json:
        world = self._world
        return {
            "id": str(world.bot.id),
            "name": world.bot.name,
            "icon": None,
            "description": "",
            "type": None,
            "bot": self.user(world.bot),
            "bot_public": False,
            "bot_require_code_grant": False,
            "integration_types_config": {"0": {}},
            "verify_key": "0" * 64,
            "flags": APPLICATION_FLAGS,
            "flags_new": str(APPLICATION_FLAGS),
            "redirect_uris": [],
            "interactions_endpoint_url": None,
            "role_connections_verification_url": None,
            "owner": self.user(world.players[0]),
            "approximate_guild_count": len(world.guilds),
            "approximate_user_install_count": 0,
            "approximate_user_authorization_count": 0,
            "explicit_content_filter": 0,
            "team": None,
            "eligible_oauth2_scopes": [],
        }

    # Places

    def role(self, role: Role) -> Json:
        return {
            "id": str(role.id),
            "name": role.name,
            "permissions": str(role.permissions),
            "position": role.position,
            "color": 0,
            "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
            "hoist": False,
            "managed": role.is_managed,
            "mentionable": not role.is_managed,
            "icon": None,
            "unicode_emoji": None,
            "flags": 0,
        }

    def guild(self, guild: Guild) -> Json:
        return {
            "id": str(guild.id),
            "name": guild.name,
            "owner_id": str(guild.owner_id),
            "roles": [self.role(role) for role in guild.roles],
            "features": [],
            "emojis": [],
            "stickers": [],
            "preferred_locale": LOCALE,
            "region": "deprecated",
            **dict.fromkeys(
                (
                    *("icon", "description", "home_header", "splash", "discovery_splash", "banner", "application_id"),
                    *("afk_channel_id", "system_channel_id", "widget_channel_id", "rules_channel_id"),
                    *("safety_alerts_channel_id", "public_updates_channel_id", "vanity_url_code", "max_presences"),
                    "incidents_data",
                )
            ),
            **dict.fromkeys(
                (
                    *("verification_level", "default_message_notifications", "mfa_level", "explicit_content_filter"),
                    *("premium_tier", "premium_subscription_count", "nsfw_level", "system_channel_flags"),
                ),
                0,
            ),
            **dict.fromkeys(("widget_enabled", "premium_progress_bar_enabled", "nsfw"), False),
            "afk_timeout": 300,
            "max_members": 500_000,
            "max_stage_video_channel_users": 50,
            "max_video_channel_users": 25,
        }

    def guild_create(self, guild: Guild, *, whole: bool) -> Json:
        """A guild with all that is in it; its members only for a bot that may know them, else the bot alone."""
        world = self._world
        members = guild.member_ids if whole else (world.bot.id,)
        channels = [channel for channel in world.channels_of(guild.id) if world.sees(world.bot.id, channel)]
        return {
            **self.guild(guild),
            "joined_at": _created(guild.id),
            "large": False,
            "unavailable": False,
            "member_count": len(guild.member_ids),
            "members": [self.member(user_id, guild) for user_id in members],
            "channels": [self.channel(channel) for channel in channels if not channel.kind.is_thread],
            "threads": [
                self.channel(channel) for channel in channels if channel.kind.is_thread and not channel.archived
            ],
            "voice_states": [],
            "presences": [],
            "stage_instances": [],
            "guild_scheduled_events": [],
            "soundboard_sounds": [],
        }

    def channel(self, channel: Channel) -> Json:
        world = self._world
        last = world.last_message_id(channel.id)
        payload: Json = {
            "id": str(channel.id),
            "type": int(channel.kind),
            "flags": 0,
            "last_message_id": str(last) if last else None,
        }
        if channel.kind is ChannelKind.DM:
            others = [user_id for user_id in channel.member_ids if user_id != world.bot.id]
            return payload | {"recipients": [self.user(world.user(user_id)) for user_id in others]}
        payload |= {
            "guild_id": str(channel.guild_id),
            "name": channel.name,
            "parent_id": str(channel.parent_id) if channel.parent_id else None,
            "rate_limit_per_user": 0,
        }
        if not channel.kind.is_thread:
            return payload | {
                "topic": channel.topic,
                "position": channel.position,
                "nsfw": False,
                "permission_overwrites": [] if channel.bot_may_write else [self._mute_bot()],
            }
        count = len(world.messages(channel.id))
        return payload | {
            "owner_id": str(channel.owner_id),
            "message_count": count,
            "total_message_sent": count,
            "member_count": len(channel.member_ids),
            "thread_metadata": {
                "archived": channel.archived,
                "archive_timestamp": iso(channel.archive_time),
                "auto_archive_duration": channel.auto_archive_minutes,
                "locked": channel.locked,
                "create_timestamp": _created(channel.id),
                **({"invitable": True} if channel.kind is ChannelKind.PRIVATE_THREAD else {}),
            },
        }

    def own_thread(self, channel: Channel) -> Json:
        """A thread as its maker gets it: with his own membership."""
        return {**self.channel(channel), "member": self.thread_member(channel, self._world.bot.id)}

    def thread_member(self, channel: Channel, user_id: int) -> Json:
        return {
            "id": str(channel.id),
            "user_id": str(user_id),
            "join_timestamp": _created(channel.id),
            "flags": 0,
        }

    def _mute_bot(self) -> Json:
        deny = Permission.SEND_MESSAGES | Permission.SEND_MESSAGES_IN_THREADS
        return {"id": str(self._world.bot.id), "type": 1, "allow": "0", "deny": str(int(deny))}


def _created(snowflake: int) -> str:
    return iso(((snowflake >> WORKER_BITS) + DISCORD_EPOCH_MS) / 1000)
