"""Message components: read from a body by Discord's rules, and given back in the shape in which Discord returns them.

Modals have components of their own: see `modals.py`. How components look on the page is the page's business.
"""

from collections.abc import Callable, Sequence

from bot.table import limits
from bot.table.component_basics import MENUS, Basics, Kind, emoji, give_ids
from bot.table.errors import Form
from bot.table.model import Attachment, Json

IN_A_ROW = MENUS | {Kind.BUTTON}
IN_A_CONTAINER = frozenset({Kind.ACTION_ROW, Kind.SECTION, Kind.TEXT, Kind.GALLERY, Kind.FILE, Kind.SEPARATOR})
LINK_STYLE, PREMIUM_STYLE = 5, 6

FindFile = Callable[[str], Attachment | None]


def read_components(
    raw: object, form: Form, *, v2: bool, find_file: FindFile, cdn: Callable[[Attachment], str]
) -> list[Json]:
    """The components of a message body. Mistakes go into the form; what is returned is only good if there are none."""
    if raw is None:
        return []
    reader = _Reader(form, find_file, cdn)
    if v2:
        items = form.items(raw, "components", 1, limits.COMPONENTS_V2)
        allowed = IN_A_CONTAINER | {Kind.CONTAINER}
    else:
        items = form.items(raw, "components", 0, limits.ACTION_ROWS)
        allowed = frozenset({Kind.ACTION_ROW})
    read = [reader.read(item, f"components.{index}", allowed) for index, item in enumerate(items)]
    if v2:
        if reader.count > limits.COMPONENTS_V2:
            form.refuse(
                "components",
                "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
                f"The maximum number of total components is {limits.COMPONENTS_V2}.",
            )
        if reader.letters > limits.COMPONENTS_V2_TEXT:
            form.refuse(
                "components",
                "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
                f"The total size of displayable text exceeds {limits.COMPONENTS_V2_TEXT} characters.",
            )
    give_ids(read)
    return read


class _Reader(Basics):
    def __init__(self, form: Form, find_file: FindFile, cdn: Callable[[Attachment], str]) -> None:
        super().__init__(form)
        self._find_file = find_file
        self._cdn = cdn
        self.letters = 0

    def read(self, component: Json, place: str, allowed: frozenset[Kind]) -> Json:
        kind = self.kind(component, place, allowed)
        read: Json = {"type": int(component.get("type") or 0) if kind else 0, "id": self.id(component, place)}
        match kind:
            case Kind.ACTION_ROW:
                read["components"] = self._row(component, place)
            case Kind.BUTTON:
                read |= self._button(component, place)
            case Kind.SECTION:
                texts = self.form.items(component.get("components"), f"{place}.components", 1, limits.SECTION_TEXTS)
                read["components"] = self._inside(texts, f"{place}.components", frozenset({Kind.TEXT}))
                accessory = component.get("accessory")
                read["accessory"] = self.read(
                    accessory if isinstance(accessory, dict) else {},
                    f"{place}.accessory",
                    frozenset({Kind.BUTTON, Kind.THUMBNAIL}),
                )
            case Kind.TEXT:
                read["content"] = self.form.text(
                    component.get("content"), f"{place}.content", 1, limits.COMPONENTS_V2_TEXT
                )
                self.letters += len(read["content"])
            case Kind.THUMBNAIL:
                read |= self._picture(component, place)
            case Kind.GALLERY:
                items = self.form.items(component.get("items"), f"{place}.items", 1, limits.GALLERY_ITEMS)
                read["items"] = [self._picture(item, f"{place}.items.{index}") for index, item in enumerate(items)]
            case Kind.FILE:
                read |= self._file(component, place)
            case Kind.SEPARATOR:
                spacing, divider = component.get("spacing"), component.get("divider")
                read["spacing"] = 1 if spacing is None else self.form.number(spacing, f"{place}.spacing", 1, 2)
                read["divider"] = True if divider is None else bool(divider)
            case Kind.CONTAINER:
                colour = component.get("accent_color")
                read["accent_color"] = (
                    None if colour is None else self.form.number(colour, f"{place}.accent_color", 0, 0xFFFFFF)
                )
                read["spoiler"] = bool(component.get("spoiler"))
                inside = self.form.items(component.get("components"), f"{place}.components", 1, limits.COMPONENTS_V2)
                read["components"] = self._inside(inside, f"{place}.components", IN_A_CONTAINER)
            case None:
                pass
            case _:
                read |= self.menu(component, place, kind)
        return read

    def _inside(self, components: Sequence[Json], place: str, allowed: frozenset[Kind]) -> list[Json]:
        return [self.read(component, f"{place}.{index}", allowed) for index, component in enumerate(components)]

    def _row(self, component: Json, place: str) -> list[Json]:
        place = f"{place}.components"
        inside = self.form.items(component.get("components"), place, 1, limits.BUTTONS_IN_A_ROW)
        if len(inside) > 1 and any(item.get("type") in MENUS for item in inside):
            self.form.refuse(
                place, "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "The specified component exceeds the maximum width"
            )
        return self._inside(inside, place, IN_A_ROW)

    def _button(self, component: Json, place: str) -> Json:
        form = self.form
        read: Json = {"style": form.number(component.get("style"), f"{place}.style", 1, PREMIUM_STYLE)}
        if component.get("label") is not None:
            read["label"] = form.text(component["label"], f"{place}.label", 0, limits.BUTTON_LABEL)
        if component.get("emoji") is not None:
            read["emoji"] = emoji(component["emoji"])
        if component.get("disabled") is not None:
            read["disabled"] = bool(component["disabled"])
        if read["style"] == LINK_STYLE:
            read["url"] = form.text(component.get("url"), f"{place}.url", 1, limits.BUTTON_URL)
            if component.get("custom_id") is not None:
                form.refuse(
                    f"{place}.custom_id", "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", "A link has no custom id"
                )
        elif read["style"] == PREMIUM_STYLE:
            form.refuse(f"{place}.style", "BASE_TYPE_CHOICES", "This application sells nothing.")
        else:
            read["custom_id"] = self.custom_id(component, place)
            if component.get("url") is not None:
                form.refuse(
                    f"{place}.url", "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", "Only a link has a url"
                )
        if not read.get("label") and "emoji" not in read:
            form.refuse(f"{place}.label", "BUTTON_COMPONENT_EMPTY", "A button needs a label or an emoji")
        return read

    def _picture(self, component: Json, place: str) -> Json:
        text = component.get("description")
        return {
            "media": self._media(component.get("media"), f"{place}.media", only_uploaded=False)[0],
            "description": None
            if text is None
            else self.form.text(text, f"{place}.description", 1, limits.MEDIA_DESCRIPTION),
            "spoiler": bool(component.get("spoiler")),
        }

    def _file(self, component: Json, place: str) -> Json:
        media, attachment = self._media(component.get("file"), f"{place}.file", only_uploaded=True)
        return {
            "file": media,
            "name": attachment.filename if attachment else None,
            "size": attachment.size if attachment else None,
            "spoiler": bool(component.get("spoiler")),
        }

    def _media(self, raw: object, place: str, *, only_uploaded: bool) -> tuple[Json, Attachment | None]:
        url = self.form.text(raw.get("url") if isinstance(raw, dict) else None, f"{place}.url", 1, 2048)
        attachment = self._find_file(url)
        if attachment is not None:
            address = self._cdn(attachment)
            media: Json = {
                "id": str(attachment.id),
                "url": address,
                "proxy_url": address,
                "content_type": attachment.content_type,
                "attachment_id": str(attachment.id),
            }
            if attachment.width is not None:
                media |= {"width": attachment.width, "height": attachment.height}
            return media, attachment
        if url.startswith("attachment:") or (url and only_uploaded):
            self.form.refuse(
                f"{place}.url",
                "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
                f"The referenced attachment '{url}' was not found",
            )
        elif url and not url.startswith(("http:", "https:")):
            self.form.refuse(
                f"{place}.url", "URL_TYPE_INVALID_SCHEME", "Scheme must be one of ('http', 'https', 'attachment')."
            )
        return {"id": "0", "url": url, "proxy_url": url}, None
