"""The body of a message, new or edited: read by Discord's rules into the parts of a message.

Where it is posted, by whom, and whether that is allowed is decided elsewhere.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from bot.table import errors, limits
from bot.table.component_basics import texts
from bot.table.components import read_components
from bot.table.errors import Form
from bot.table.media import clean_name, content_type, picture_size
from bot.table.model import Attachment, Json, Message, MessageFlag

CDN = "https://cdn.discordapp.com/attachments"
CDN_ADDRESS = re.compile(r"https://(?:cdn\.discordapp\.com|media\.discordapp\.net)/attachments/\d+/(\d+)/")
MENTION = re.compile(r"<@!?(\d{1,20})>")
ROLE_MENTION = re.compile(r"<@&(\d{1,20})>")

EMBED_TEXTS = (("title", 256), ("description", 4_096))
EMBED_FIELDS = 25


@dataclass(frozen=True)
class Upload:
    filename: str
    data: bytes


@dataclass(frozen=True)
class Draft:
    """The parts of a message that its author decides, checked and complete."""

    content: str
    embeds: tuple[Json, ...]
    components: tuple[Json, ...]
    attachments: tuple[Attachment, ...]
    flags: int
    files: Mapping[int, bytes]

    @property
    def words(self) -> str:
        """All text in which a mention counts."""
        return "\n".join((self.content, *texts(self.components)))


def cdn_url(attachment: Attachment) -> str:
    return f"{CDN}/{attachment.channel_id}/{attachment.id}/{attachment.filename}"


def read_body(
    payload: Json,
    uploads: Mapping[int, Upload],
    *,
    channel_id: int,
    new_id: Callable[[], int],
    settable: MessageFlag,
    old: Message | None = None,
) -> Draft:
    """A body as it was sent, laid over the message that it edits, if it edits one."""
    if any(len(upload.data) > limits.FILE_BYTES for upload in uploads.values()):
        raise errors.too_large()
    form = Form()
    asked = payload.get("flags")
    flags = 0 if asked is None else form.number(asked, "flags", 0, 2**31 - 1) & settable
    if old is not None:
        # An edit can turn Components V2 on, never off.
        flags |= old.flags & ~(MessageFlag.SUPPRESS_EMBEDS | MessageFlag.LOADING)
    v2 = bool(flags & MessageFlag.COMPONENTS_V2)

    content = old.content if old is not None and "content" not in payload else None
    if content is None:
        content = form.text(payload.get("content"), "content", 0, limits.CONTENT)
    attachments, files = _attachments(payload, uploads, form, channel_id, new_id, old)
    find_file = _finder(attachments)

    if old is not None and "embeds" not in payload:
        embeds = list(old.embeds)
    else:
        embeds = _embeds(payload.get("embeds"), form, find_file)
    if old is not None and "components" not in payload:
        components = list(old.components)
    else:
        components = read_components(payload.get("components"), form, v2=v2, find_file=find_file, cdn=cdn_url)

    if v2:
        for name, used in (("content", content), ("embeds", embeds)):
            if used:
                form.refuse(
                    name,
                    "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
                    f"The '{name}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2",
                )
    form.done()
    if not (content.strip() or embeds or components or attachments):
        raise errors.empty_message()
    return Draft(content, tuple(embeds), tuple(components), tuple(attachments), flags, files)


def _attachments(
    payload: Json,
    uploads: Mapping[int, Upload],
    form: Form,
    channel_id: int,
    new_id: Callable[[], int],
    old: Message | None,
) -> tuple[list[Attachment], dict[int, bytes]]:
    kept = {attachment.id: attachment for attachment in old.attachments} if old is not None else {}
    if payload.get("attachments") is None:
        listed: list[Json] = [{"id": one} for one in kept] if "attachments" not in payload else []
    else:
        listed = form.items(payload["attachments"], "attachments", 0, limits.ATTACHMENTS)
    named = {_number(entry.get("id")) for entry in listed}
    listed = [*listed, *({"id": index} for index in uploads if index not in named)]
    if len(listed) > limits.ATTACHMENTS:
        form.length("attachments", 0, limits.ATTACHMENTS)

    attachments: list[Attachment] = []
    files: dict[int, bytes] = {}
    for place, entry in enumerate(listed):
        number = _number(entry.get("id"))
        text = entry.get("description")
        if text is not None:
            text = form.text(text, f"attachments.{place}.description", 0, limits.MEDIA_DESCRIPTION)
        if number in uploads:
            upload = uploads[number]
            size = picture_size(upload.data)
            attachment = Attachment(
                id=new_id(),
                channel_id=channel_id,
                filename=clean_name(entry.get("filename") or upload.filename),
                size=len(upload.data),
                content_type=content_type(upload.filename, upload.data),
                width=size[0] if size else None,
                height=size[1] if size else None,
                description=text,
            )
            files[attachment.id] = upload.data
            attachments.append(attachment)
        elif number in kept:
            attachment = kept[number]
            attachments.append(attachment if text is None else attachment.model_copy(update={"description": text}))
        else:
            form.refuse(f"attachments.{place}.id", "ATTACHMENT_NOT_FOUND", "Attachment data not found")
    return attachments, files


def _number(value: object) -> int:
    return int(value) if isinstance(value, int | str) and str(value).isdecimal() else -1


def _finder(attachments: list[Attachment]) -> Callable[[str], Attachment | None]:
    by_name = {f"attachment://{attachment.filename}": attachment for attachment in attachments}
    by_id = {attachment.id: attachment for attachment in attachments}

    def find_file(url: str) -> Attachment | None:
        if url in by_name:
            return by_name[url]
        address = CDN_ADDRESS.match(url)
        return by_id.get(int(address[1])) if address else None

    return find_file


def _embeds(raw: object, form: Form, find_file: Callable[[str], Attachment | None]) -> list[Json]:
    if raw is None:
        return []
    embeds: list[Json] = []
    letters = 0
    for index, embed in enumerate(form.items(raw, "embeds", 0, limits.EMBEDS)):
        place = f"embeds.{index}"
        read: Json = {**embed, "type": "rich"}
        for name, most in EMBED_TEXTS:
            letters += len(form.text(embed.get(name), f"{place}.{name}", 0, most))
        for number, field in enumerate(form.items(embed.get("fields", []), f"{place}.fields", 0, EMBED_FIELDS)):
            letters += len(form.text(field.get("name"), f"{place}.fields.{number}.name", 1, 256))
            letters += len(form.text(field.get("value"), f"{place}.fields.{number}.value", 1, 1_024))
        letters += len(form.text((embed.get("footer") or {}).get("text"), f"{place}.footer.text", 0, 2_048))
        letters += len(form.text((embed.get("author") or {}).get("name"), f"{place}.author.name", 0, 256))
        for name in ("image", "thumbnail"):
            if embed.get(name):
                read[name] = _embed_picture(embed[name], f"{place}.{name}", form, find_file)
        embeds.append(read)
    if letters > limits.EMBED_TOTAL:
        form.refuse("embeds", "MAX_EMBED_SIZE_EXCEEDED", f"Embed size exceeds maximum size of {limits.EMBED_TOTAL}")
    return embeds


def _embed_picture(raw: Json, place: str, form: Form, find_file: Callable[[str], Attachment | None]) -> Json:
    url = str(raw.get("url") or "")
    attachment = find_file(url)
    if attachment is None:
        if not url.startswith(("http:", "https:")):
            form.refuse(f"{place}.url", "URL_TYPE_INVALID_URL", "Not a well formed URL.")
        return {"url": url, "proxy_url": url}
    address = cdn_url(attachment)
    read: Json = {"url": address, "proxy_url": address, "content_type": attachment.content_type}
    if attachment.width is not None:
        read |= {"width": attachment.width, "height": attachment.height}
    return read


@dataclass(frozen=True)
class Mentions:
    user_ids: tuple[int, ...] = ()
    role_ids: tuple[int, ...] = ()
    everyone: bool = False


def read_mentions(words: str, allowed: object) -> Mentions:
    """Who is pinged by these words: everyone they name, as far as `allowed_mentions` lets them."""
    users = tuple(dict.fromkeys(int(number) for number in MENTION.findall(words)))
    roles = tuple(dict.fromkeys(int(number) for number in ROLE_MENTION.findall(words)))
    everyone = "@everyone" in words or "@here" in words
    if not isinstance(allowed, dict):
        return Mentions(users, roles, everyone)
    parse = allowed.get("parse") or ()
    named_users = {int(number) for number in allowed.get("users") or ()}
    named_roles = {int(number) for number in allowed.get("roles") or ()}
    return Mentions(
        tuple(user for user in users if "users" in parse or user in named_users),
        tuple(role for role in roles if "roles" in parse or role in named_roles),
        everyone and "everyone" in parse,
    )
