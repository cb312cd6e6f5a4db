"""Discord's JSON for all that is said: messages, commands, interactions; and with `payloads_places` for everything."""

from bot.table import limits
from bot.table.bodies import cdn_url
from bot.table.clock import iso
from bot.table.model import Attachment, Channel, Command, Interaction, InteractionKind, Json, Message, Used
from bot.table.payloads_places import LOCALE, PlacePayloads

GATEWAY = "wss://gateway.discord.gg"
RESUME_GATEWAY = "wss://gateway-resume.discord.gg"
MESSAGE_REFERENCE = 0


class Payloads(PlacePayloads):
    # Messages

    def attachment(self, attachment: Attachment) -> Json:
        url = cdn_url(attachment)
        payload: Json = {
            "id": str(attachment.id),
            "filename": attachment.filename,
            "size": attachment.size,
            "url": url,
            "proxy_url": url,
            "content_type": attachment.content_type,
        }
        if attachment.width is not None:
            payload |= {"width": attachment.width, "height": attachment.height}
        if attachment.description is not None:
            payload["description"] = attachment.description
        if attachment.is_ephemeral:
            payload["ephemeral"] = True
        return payload

    def message(self, message: Message) -> Json:
        world = self._world
        payload: Json = {
            "id": str(message.id),
            "channel_id": str(message.channel_id),
            "author": self.user(world.user(message.author_id)),
            "type": int(message.kind),
            "content": message.content,
            "embeds": list(message.embeds),
            "components": list(message.components),
            "attachments": [self.attachment(attachment) for attachment in message.attachments],
            "mentions": [self.user(world.user(user_id)) for user_id in message.mention_ids],
            "mention_roles": [str(role_id) for role_id in message.mention_role_ids],
            "mention_everyone": message.mention_everyone,
            "timestamp": iso(message.time),
            "edited_timestamp": None if message.edited is None else iso(message.edited),
            "pinned": message.pinned is not None,
            "tts": False,
            "flags": message.flags,
        }
        if message.nonce is not None:
            payload["nonce"] = message.nonce
        if message.reply_to is not None:
            payload["message_reference"] = {
                "type": MESSAGE_REFERENCE,
                "channel_id": str(message.channel_id),
                "message_id": str(message.reply_to),
            }
        if message.used is not None:
            payload |= {
                "application_id": str(world.bot.id),
                "webhook_id": str(world.bot.id),
                "interaction_metadata": self.used(message.used),
            }
            if message.used.command is not None and message.used.original_id is None:
                payload["interaction"] = {
                    "id": str(message.used.id),
                    "type": int(message.used.kind),
                    "name": message.used.command,
                    "user": self.user(world.user(message.used.user_id)),
                }
        thread = world.channels.get(message.id)
        if thread is not None:
            payload["thread"] = self.channel(thread)
        return payload

    def used(self, used: Used) -> Json:
        payload: Json = {
            "id": str(used.id),
            "type": int(used.kind),
            "user": self.user(self._world.user(used.user_id)),
            "authorizing_integration_owners": {"0": str(used.guild_id or 0)},
        }
        if used.original_id is not None:
            payload["original_response_message_id"] = str(used.original_id)
        if used.kind is InteractionKind.COMPONENT:
            payload["interacted_message_id"] = str(used.message_id)
        if used.trigger is not None:
            payload["triggering_interaction_metadata"] = self.used(used.trigger)
        return payload

    def in_guild(self, payload: Json, channel: Channel, author_id: int) -> Json:
        """What the gateway adds to a message of a guild."""
        if channel.guild_id is None:
            return payload
        guild = self._world.guild(channel.guild_id)
        member = self.member(author_id, guild)
        del member["user"]
        return {**payload, "guild_id": str(guild.id), "member": member}

    # Commands and interactions

    def command(self, command: Command) -> Json:
        payload: Json = {
            "id": str(command.id),
            "application_id": str(self._world.bot.id),
            "version": str(command.version),
            **command.body,
        }
        if command.guild_id is not None:
            payload["guild_id"] = str(command.guild_id)
        return payload

    def interaction(self, interaction: Interaction) -> Json:
        world = self._world
        channel = world.channel(interaction.channel_id)
        permissions = str(int(world.permissions(interaction.user_id, channel)))
        payload: Json = {
            "id": str(interaction.id),
            "application_id": str(world.bot.id),
            "type": int(interaction.kind),
            "token": interaction.token,
            "version": 1,
            "data": interaction.data,
            "channel_id": str(channel.id),
            "channel": {**self.channel(channel), "permissions": permissions},
            "app_permissions": str(int(world.permissions(world.bot.id, channel))),
            "locale": LOCALE,
            "entitlements": [],
            "attachment_size_limit": limits.FILE_BYTES,
            "authorizing_integration_owners": {"0": str(channel.guild_id or 0)},
            "context": 0 if channel.guild_id is not None else 1,
        }
        if channel.guild_id is not None:
            guild = world.guild(channel.guild_id)
            payload |= {
                "guild_id": str(guild.id),
                "guild": {"id": str(guild.id), "locale": LOCALE, "features": []},
                "guild_locale": LOCALE,
                "member": {**self.member(interaction.user_id, guild), "permissions": permissions},
            }
        else:
            payload["user"] = self.user(world.user(interaction.user_id))
        if interaction.message_id is not None:
            payload["message"] = self.message(world.message(channel.id, interaction.message_id))
        return payload

    def answered(self, interaction: Interaction) -> Json:
        """The answer to the bot's first answer."""
        world = self._world
        payload: Json = {
            "id": str(interaction.id),
            "type": int(interaction.kind),
            "channel_id": str(interaction.channel_id),
        }
        channel = world.channel(interaction.channel_id)
        if channel.guild_id is not None:
            payload["guild_id"] = str(channel.guild_id)
        if interaction.original_id is None:
            return {"interaction": payload}
        message = world.message(interaction.channel_id, interaction.original_id)
        payload |= {
            "response_message_id": str(message.id),
            "response_message_loading": message.is_loading,
            "response_message_ephemeral": message.viewer_id is not None,
        }
        if not interaction.is_settled:
            return {"interaction": payload}
        kind = 7 if interaction.original_id == interaction.message_id else 4
        return {"interaction": payload, "resource": {"type": kind, "message": self.message(message)}}
