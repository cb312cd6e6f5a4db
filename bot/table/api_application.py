"""Calls about the bot itself, its commands, guilds and people."""

from bot.table import errors
from bot.table.api import Answer, Call, Route
from bot.table.commands import read_commands
from bot.table.model import Command, Json, Permission
from bot.table.payloads import GATEWAY, Payloads
from bot.table.posts import Posts
from bot.table.world import World


class ApplicationApi:
    def __init__(self, world: World, posts: Posts, payloads: Payloads, shards: int) -> None:
        self._world = world
        self._posts = posts
        self._payloads = payloads
        self._shards = shards

    def routes(self) -> list[Route]:
        commands = "/applications/{application_id}/commands"
        guild_commands = "/applications/{application_id}/guilds/{guild_id}/commands"
        return [
            Route("GET", "/gateway", self.gateway, with_bot_token=False),
            Route("GET", "/gateway/bot", self.gateway_bot),
            Route("GET", "/users/@me", self.me),
            Route("GET", "/users/@me/guilds", self.my_guilds),
            Route("POST", "/users/@me/channels", self.open_dm),
            Route("GET", "/users/{user_id}", self.user),
            Route("GET", "/oauth2/applications/@me", self.application),
            Route("GET", "/applications/@me", self.application),
            Route("GET", "/applications/{application_id}/emojis", self.emojis),
            *(
                route
                for path in (commands, guild_commands)
                for route in (
                    Route("GET", path, self.commands),
                    Route("PUT", path, self.put_commands),
                    Route("POST", path, self.add_command),
                    Route("GET", path + "/{command_id}", self.command),
                    Route("DELETE", path + "/{command_id}", self.delete_command),
                )
            ),
            Route("GET", "/guilds/{guild_id}", self.guild),
            Route("GET", "/guilds/{guild_id}/channels", self.channels),
            Route("GET", "/guilds/{guild_id}/roles", self.roles),
            Route("GET", "/guilds/{guild_id}/members", self.members),
            Route("GET", "/guilds/{guild_id}/members/{user_id}", self.member),
            Route("GET", "/guilds/{guild_id}/threads/active", self.active_threads),
        ]

    def gateway(self, call: Call) -> Answer:
        return Answer(200, {"url": GATEWAY})

    def gateway_bot(self, call: Call) -> Answer:
        limit = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 16}
        return Answer(200, {"url": GATEWAY, "shards": self._shards, "session_start_limit": limit})

    def me(self, call: Call) -> Answer:
        return Answer(200, self._payloads.me())

    def my_guilds(self, call: Call) -> Answer:
        world = self._world
        guilds: list[Json] = []
        for guild in world.guilds.values():
            allowed = Permission(0)
            for role in world.roles_of(world.bot.id, guild):
                allowed |= Permission(role.permissions)
            guilds.append(
                {
                    "id": str(guild.id),
                    "name": guild.name,
                    "icon": None,
                    "banner": None,
                    "owner": False,
                    "permissions": str(int(allowed)),
                    "features": [],
                }
            )
        return Answer(200, guilds)

    def open_dm(self, call: Call) -> Answer:
        user = self._world.user(_id(call.form.get("recipient_id")))
        return Answer(200, self._payloads.channel(self._posts.open_dm(user)))

    def user(self, call: Call) -> Answer:
        return Answer(200, self._payloads.user(self._world.user(call.number("user_id"))))

    def application(self, call: Call) -> Answer:
        return Answer(200, self._payloads.application())

    def emojis(self, call: Call) -> Answer:
        self._check_application(call)
        return Answer(200, {"items": []})

    # Commands

    def commands(self, call: Call) -> Answer:
        return Answer(200, [self._payloads.command(one) for one in self._world.commands_of(self._scope(call))])

    def put_commands(self, call: Call) -> Answer:
        scope = self._scope(call)
        commands = self._world.put_commands(scope, read_commands(call.body))
        return Answer(200, [self._payloads.command(one) for one in commands])

    def add_command(self, call: Call) -> Answer:
        scope = self._scope(call)
        (body,) = read_commands([call.form])
        others = [
            one
            for one in self._world.commands_of(scope)
            if (one.name, one.body["type"]) != (body["name"], body["type"])
        ]
        commands = self._world.put_commands(scope, read_commands([*(one.body for one in others), body]))
        added = next(one for one in commands if one.name == body["name"])
        return Answer(200 if len(others) < len(commands) - 1 else 201, self._payloads.command(added))

    def command(self, call: Call) -> Answer:
        return Answer(200, self._payloads.command(self._command(call)))

    def delete_command(self, call: Call) -> Answer:
        gone = self._command(call)
        rest = [one.body for one in self._world.commands_of(gone.guild_id) if one.id != gone.id]
        self._world.put_commands(gone.guild_id, rest)
        return Answer()

    def _command(self, call: Call) -> Command:
        scope = self._scope(call)
        command = self._world.commands.get(call.number("command_id"))
        if command is None or command.guild_id != scope:
            raise errors.unknown_command()
        return command

    def _scope(self, call: Call) -> int | None:
        self._check_application(call)
        return self._world.guild(call.number("guild_id")).id if "guild_id" in call.params else None

    def _check_application(self, call: Call) -> None:
        if call.number("application_id") != self._world.bot.id:
            raise errors.missing_access()

    # Guilds

    def guild(self, call: Call) -> Answer:
        guild = self._world.guild(call.number("guild_id"))
        counts = {"approximate_member_count": len(guild.member_ids), "approximate_presence_count": 1}
        return Answer(200, self._payloads.guild(guild) | (counts if call.is_set("with_counts") else {}))

    def channels(self, call: Call) -> Answer:
        guild = self._world.guild(call.number("guild_id"))
        channels = [one for one in self._world.channels_of(guild.id) if not one.kind.is_thread]
        return Answer(200, [self._payloads.channel(one) for one in channels])

    def roles(self, call: Call) -> Answer:
        return Answer(200, [self._payloads.role(one) for one in self._world.guild(call.number("guild_id")).roles])

    def members(self, call: Call) -> Answer:
        guild = self._world.guild(call.number("guild_id"))
        after = _id(call.query.get("after", "0"))
        found = sorted(one for one in guild.member_ids if one > after)[: _id(call.query.get("limit", "1")) or 1]
        return Answer(200, [self._payloads.member(one, guild) for one in found])

    def member(self, call: Call) -> Answer:
        guild = self._world.guild(call.number("guild_id"))
        user_id = call.number("user_id")
        if user_id not in guild.member_ids:
            raise errors.unknown_member()
        return Answer(200, self._payloads.member(user_id, guild))

    def active_threads(self, call: Call) -> Answer:
        world = self._world
        guild = world.guild(call.number("guild_id"))
        threads = [
            one
            for one in world.channels_of(guild.id)
            if one.kind.is_thread and not one.archived and world.sees(world.bot.id, one)
        ]
        joined = [one for one in threads if world.bot.id in one.member_ids]
        return Answer(
            200,
            {
                "threads": [self._payloads.channel(one) for one in threads],
                "members": [self._payloads.thread_member(one, world.bot.id) for one in joined],
                "has_more": False,
            },
        )


def _id(value: object) -> int:
    text = str(value)
    return int(text) if text.isdecimal() and len(text) <= 20 else 0
