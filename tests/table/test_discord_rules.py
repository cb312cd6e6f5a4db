"""Discord's rules, enforced: what Discord would refuse is refused here, at the same place and by the same code."""

import itertools
from typing import Any

import discord
import pytest

from bot.table import limits
from bot.table.bodies import Draft, Upload, read_body, read_mentions
from bot.table.commands import read_commands
from bot.table.errors import ApiError, Form
from bot.table.modals import read_modal
from bot.table.model import Attachment, Json, Message, MessageFlag
from bot.table.posts import PLAIN
from tests.table.openapi import hold_against_description
from tests.table.tinybot import HILL, PIXEL, playing, scenario

V2 = int(MessageFlag.COMPONENTS_V2)


def text(content: str = "x") -> Json:
    return {"type": 10, "content": content}


def button(custom_id: str = "a", **more: Any) -> Json:
    return {"type": 2, "style": 1, "label": "Los", "custom_id": custom_id, **more}


def row(*components: Json) -> Json:
    return {"type": 1, "components": list(components)}


def menu(*values: str, **more: Any) -> Json:
    return {"type": 3, "custom_id": "m", "options": [{"label": one, "value": one} for one in values], **more}


def gallery(*urls: str) -> Json:
    return {"type": 12, "items": [{"media": {"url": url}} for url in urls]}


def container(*components: Json, **more: Any) -> Json:
    return {"type": 17, "components": list(components), **more}


def v2(*components: Json, **more: Any) -> Json:
    return {"flags": V2, "components": list(components), **more}


def read(payload: Json, uploads: dict[int, Upload] | None = None, old: Message | None = None) -> Draft:
    return read_body(
        payload, uploads or {}, channel_id=1, new_id=itertools.count(100).__next__, settable=PLAIN, old=old
    )


def codes(errors: Json, place: str = "") -> set[tuple[str, str]]:
    """Every mistake of a refusal as (place, code)."""
    found = {(place.removeprefix("."), one["code"]) for one in errors.get("_errors", ())}
    for name, inner in errors.items():
        if name != "_errors":
            found |= codes(inner, f"{place}.{name}")
    return found


def refusal(read: Any, *arguments: Any) -> set[tuple[str, str]]:
    with pytest.raises(ApiError) as refused:
        read(*arguments)
    assert (refused.value.status, refused.value.code) == (400, 50035)
    assert refused.value.errors is not None
    return codes(refused.value.errors)


ROWS_OF_BUTTONS = [row(*(button(f"{y}.{x}") for x in range(5))) for y in range(5)]


@pytest.mark.parametrize(
    "payload",
    [
        {"content": "x" * 2000},
        {"content": "x", "components": ROWS_OF_BUTTONS},
        v2(*(text("x" * 100) for _ in range(40))),
        v2(container(text("x" * 4000), accent_color=0xFFFFFF)),
        v2(container(*(row(button(str(one))) for one in range(19)), text())),
        v2(row(menu(*map(str, range(25)), max_values=25))),
        v2({"type": 9, "components": [text(), text(), text()], "accessory": button(custom_id="x" * 100)}),
        v2(gallery(*["https://example.org/x.png"] * 10), {"type": 14, "spacing": 2, "divider": False}),
        {"embeds": [{"title": "x" * 256, "description": "x" * 4096}]},
    ],
)
def test_what_just_fits_is_taken(payload: Json):
    draft = read(payload)
    assert draft.content or draft.components or draft.embeds


@pytest.mark.parametrize(
    ("payload", "place", "code"),
    [
        ({"content": "x" * 2001}, "content", "BASE_TYPE_MAX_LENGTH"),
        ({"content": 7}, "content", "STRING_TYPE_CONVERT"),
        ({"embeds": [{"title": "x"}] * 11}, "embeds", "BASE_TYPE_MAX_LENGTH"),
        ({"embeds": [{"description": "x" * 4000}] * 2}, "embeds", "MAX_EMBED_SIZE_EXCEEDED"),
        ({"components": [text()]}, "components.0.type", "UNION_TYPE_CHOICES"),
        ({"components": [row(button(str(one))) for one in range(6)]}, "components", "BASE_TYPE_MAX_LENGTH"),
        (v2(text(), content="x"), "content", "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"),
        (v2(text(), embeds=[{"title": "x"}]), "embeds", "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"),
        (
            v2(container(*(row(button(str(one))) for one in range(20)))),
            "components",
            "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
        ),
        (v2(text("x" * 2001), text("x" * 2000)), "components", "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED"),
        (v2(text("")), "components.0.content", "BASE_TYPE_BAD_LENGTH"),
        (v2(), "components", "BASE_TYPE_BAD_LENGTH"),
        (v2(container()), "components.0.components", "BASE_TYPE_BAD_LENGTH"),
        (v2(container(container(text()))), "components.0.components.0.type", "UNION_TYPE_CHOICES"),
        (v2(button()), "components.0.type", "UNION_TYPE_CHOICES"),
        (v2(row(button("a"), button("a"))), "components.0.components.1.custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED"),
        (v2(row(button("x" * 101))), "components.0.components.0.custom_id", "BASE_TYPE_BAD_LENGTH"),
        (v2(row(button("a", label="x" * 81))), "components.0.components.0.label", "BASE_TYPE_MAX_LENGTH"),
        (v2(row(button("a", label=None))), "components.0.components.0.label", "BUTTON_COMPONENT_EMPTY"),
        (v2(row(button("a", style=9))), "components.0.components.0.style", "NUMBER_TYPE_RANGE"),
        (v2(row(*(button(str(one)) for one in range(6)))), "components.0.components", "BASE_TYPE_BAD_LENGTH"),
        (v2(row(menu("a"), button("b"))), "components.0.components", "COMPONENT_LAYOUT_WIDTH_EXCEEDED"),
        (v2(row(menu())), "components.0.components.0.options", "BASE_TYPE_BAD_LENGTH"),
        (v2(row(menu(*map(str, range(26))))), "components.0.components.0.options", "BASE_TYPE_BAD_LENGTH"),
        (
            v2(row(menu("a", "a"))),
            "components.0.components.0.options.1.value",
            "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
        ),
        (v2(row(menu("x" * 101))), "components.0.components.0.options.0.value", "BASE_TYPE_BAD_LENGTH"),
        (v2(row(menu("a", max_values=2))), "components.0.components.0.max_values", "SELECT_COMPONENT_MAX_VALUES"),
        (v2({"type": 9, "components": [text()]}), "components.0.accessory.type", "UNION_TYPE_CHOICES"),
        (v2(gallery()), "components.0.items", "BASE_TYPE_BAD_LENGTH"),
        (v2(gallery(*["https://example.org"] * 11)), "components.0.items", "BASE_TYPE_BAD_LENGTH"),
        (
            v2(gallery("attachment://fehlt.png")),
            "components.0.items.0.media.url",
            "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
        ),
        (v2(gallery("ftp://example.org")), "components.0.items.0.media.url", "URL_TYPE_INVALID_SCHEME"),
        (v2(text() | {"id": 5}, text() | {"id": 5}), "components.1.id", "COMPONENT_ID_DUPLICATED"),
        (v2(container(text(), accent_color=1 << 24)), "components.0.accent_color", "NUMBER_TYPE_RANGE"),
        ({"content": "x", "attachments": [{"id": 3}]}, "attachments.0.id", "ATTACHMENT_NOT_FOUND"),
    ],
)
def test_a_message_against_the_rules_is_refused_where_it_breaks_them(payload: Json, place: str, code: str):
    assert (place, code) in refusal(read, payload)


@pytest.mark.parametrize("payload", [{}, {"content": "  "}, {"embeds": []}, {"components": []}])
def test_an_empty_message_is_refused(payload: Json):
    with pytest.raises(ApiError) as refused:
        read(payload)
    assert refused.value.code == 50006


def test_a_file_of_ten_mebibytes_is_taken_and_a_larger_one_is_not():
    assert read({}, {0: Upload("x.bin", bytes(limits.FILE_BYTES))}).attachments[0].size == limits.FILE_BYTES
    with pytest.raises(ApiError) as refused:
        read({}, {0: Upload("x.bin", bytes(limits.FILE_BYTES + 1))})
    assert (refused.value.status, refused.value.code) == (413, 40005)


def test_eleven_files_are_too_many():
    uploads = {index: Upload("x.bin", b"x") for index in range(11)}
    assert ("attachments", "BASE_TYPE_MAX_LENGTH") in refusal(read, {}, uploads)


def message(**more: Any) -> Message:
    return Message(id=5, channel_id=1, author_id=2, time=0.0, **more)


def test_an_edit_leaves_alone_what_it_does_not_name():
    picture = Attachment(id=7, channel_id=1, filename="a.png", size=1, content_type="image/png")
    old = message(content="alt", attachments=(picture,), components=(row(button()),))
    draft = read({"content": "neu"}, old=old)
    assert (draft.content, draft.attachments, draft.components) == ("neu", old.attachments, old.components)
    assert read({"attachments": []}, old=old).attachments == ()
    both = read({"attachments": [{"id": "7"}, {"id": 0}]}, {0: Upload("brett 2ü.png", PIXEL)}, old=old)
    assert [one.filename for one in both.attachments] == ["a.png", "brett_2.png"]


def test_an_edit_turns_components_v2_on_and_never_off():
    assert read(v2(text()), old=message(flags=int(MessageFlag.LOADING))).flags == V2
    assert read({"flags": 0, "components": [text()]}, old=message(flags=V2)).flags == V2
    assert refusal(read, v2(text()), {}, message(content="alt")) == {
        ("content", "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2")
    }


@pytest.mark.parametrize(
    ("allowed", "users", "roles", "everyone"),
    [
        (None, (1, 2), (3,), True),
        ({"parse": []}, (), (), False),
        ({"parse": ["users"]}, (1, 2), (), False),
        ({"parse": [], "users": ["2", "9"]}, (2,), (), False),
        ({"parse": ["roles", "everyone"]}, (), (3,), True),
    ],
)
def test_only_allowed_mentions_ping(allowed: Any, users: Any, roles: Any, everyone: bool):
    found = read_mentions("<@1> <@!2> <@1> <@&3> @everyone", allowed)
    assert (found.user_ids, found.role_ids, found.everyone) == (users, roles, everyone)


def command(**more: Any) -> Json:
    return {"name": "befehl", "description": "Tut etwas.", **more}


def option(name: str = "wert", kind: int = 3, **more: Any) -> Json:
    return {"type": kind, "name": name, "description": "Ein Wert.", **more}


@pytest.mark.parametrize("name", ["würfel", "rückgängig", "a-b_c1", "x" * 32, "führen"])
def test_german_names_of_commands_are_good_names(name: str):
    assert read_commands([command(name=name)])[0]["name"] == name


@pytest.mark.parametrize(
    ("body", "place", "code"),
    [
        (command(name="Befehl"), "0.name", "APPLICATION_COMMAND_INVALID_NAME"),
        (command(name="zwei worte"), "0.name", "APPLICATION_COMMAND_INVALID_NAME"),
        (command(name="x" * 33), "0.name", "BASE_TYPE_BAD_LENGTH"),
        (command(description=""), "0.description", "BASE_TYPE_BAD_LENGTH"),
        (command(description="x" * 101), "0.description", "BASE_TYPE_BAD_LENGTH"),
        (command(options=[option(f"o{one}") for one in range(26)]), "0.options", "BASE_TYPE_MAX_LENGTH"),
        (command(options=[option("Wert")]), "0.options.0.name", "APPLICATION_COMMAND_INVALID_NAME"),
        (command(options=[option(kind=12)]), "0.options.0.type", "NUMBER_TYPE_RANGE"),
        (
            command(options=[option(), option()]),
            "0.options.1.name",
            "APPLICATION_COMMAND_OPTIONS_NAME_DUPLICATED",
        ),
        (
            command(options=[option("a"), option("b", required=True)]),
            "0.options.1",
            "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
        ),
        (
            command(options=[option(choices=[{"name": str(one), "value": str(one)} for one in range(26)])]),
            "0.options.0.choices",
            "BASE_TYPE_MAX_LENGTH",
        ),
        (
            command(options=[option(kind=4, choices=[{"name": "a", "value": "a"}])]),
            "0.options.0.choices.0.value",
            "NUMBER_TYPE_COERCE",
        ),
        (
            command(options=[option(autocomplete=True, choices=[{"name": "a", "value": "a"}])]),
            "0.options.0.autocomplete",
            "APPLICATION_COMMAND_OPTIONS_CHOICES_AUTOCOMPLETE",
        ),
        (
            command(options=[option("a", 1), option("b", 3)]),
            "0.options",
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
        ),
        (
            command(options=[option("a", 1, options=[option("b", 1)])]),
            "0.options.0.options.0.type",
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
        ),
        (
            command(
                options=[option(f"o{one}", choices=[{"name": "x" * 50, "value": "y" * 50}] * 5) for one in range(16)]
            ),
            "0",
            "APPLICATION_COMMAND_TOO_LARGE",
        ),
        (command(type=2), "0.description", "APPLICATION_COMMAND_CONTEXT_MENU"),
    ],
)
def test_a_command_against_the_rules_is_refused_where_it_breaks_them(body: Json, place: str, code: str):
    assert (place, code) in refusal(read_commands, [body])


def test_groups_nest_once_and_not_twice():
    deepest = option("gruppe", 2, options=[option("unter", 1, options=[option()])])
    assert read_commands([command(options=[deepest])])
    too_deep = option("gruppe", 2, options=[deepest])
    found = refusal(read_commands, [command(options=[too_deep])])
    assert ("0.options.0.options.0.type", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID") in found


def test_a_hundred_commands_fit_and_one_more_does_not():
    bodies = [command(name=f"b{one}") for one in range(101)]
    assert len(read_commands(bodies[:100])) == 100
    with pytest.raises(ApiError) as refused:
        read_commands(bodies)
    assert refused.value.code == 30032
    assert refusal(read_commands, [command(), command()]) == {("1.name", "APPLICATION_COMMANDS_DUPLICATE_NAME")}


def field(**more: Any) -> Json:
    return {"type": 18, "label": "Name", "component": {"type": 4, "custom_id": "n", "style": 1, **more}}


def check_modal(data: Json) -> Json:
    form = Form()
    modal = read_modal(data, form)
    form.done()
    return modal


@pytest.mark.parametrize(
    ("data", "place"),
    [
        ({"custom_id": "m", "title": "x" * 46, "components": [field()]}, "data.title"),
        ({"custom_id": "m", "title": "Frage", "components": []}, "data.components"),
        ({"custom_id": "m", "title": "Frage", "components": [field()] * 6}, "data.components"),
        ({"custom_id": "x" * 101, "title": "Frage", "components": [field()]}, "data.custom_id"),
        ({"custom_id": "m", "title": "Frage", "components": [container(text())]}, "data.components.0.type"),
        (
            {"custom_id": "m", "title": "Frage", "components": [field(), field()]},
            "data.components.1.component.custom_id",
        ),
    ],
)
def test_a_modal_against_the_rules_is_refused(data: Json, place: str):
    assert place in {where for where, _ in refusal(check_modal, data)}
    assert check_modal({"custom_id": "m", "title": "Frage", "components": [field(), text()]})["title"] == "Frage"


@scenario
async def test_over_the_wire_the_client_reads_a_refusal_as_discords_own():
    async with playing(recording=True) as (table, bot):
        channel = bot.get_channel(table.channel(HILL).id)
        assert isinstance(channel, discord.TextChannel)
        view = discord.ui.LayoutView()
        view.add_item(discord.ui.TextDisplay("x" * 3000))
        view.add_item(discord.ui.TextDisplay("x" * 3000))
        with pytest.raises(discord.HTTPException) as refused:
            await channel.send(view=view)
        assert (refused.value.status, refused.value.code) == (400, 50035)
        assert "displayable text" in refused.value.text
        assert table.messages(HILL) == []
        hold_against_description(table.records)
