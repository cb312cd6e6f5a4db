"""Refusals as Discord words them: a status, a code, a message, and for forms the place of each mistake."""

from bot.table.model import Json


class ApiError(Exception):
    """Answered to the bot as Discord's error body."""

    def __init__(self, status: int, code: int, message: str, errors: Json | None = None) -> None:
        super().__init__(f"{status} {code}: {message}")
        self.status = status
        self.code = code
        self.message = message
        self.errors = errors

    def body(self) -> Json:
        body: Json = {"message": self.message, "code": self.code}
        if self.errors is not None:
            body["errors"] = self.errors
        return body


def unauthorized() -> ApiError:
    return ApiError(401, 0, "401: Unauthorized")


def not_found() -> ApiError:
    return ApiError(404, 0, "404: Not Found")


def unknown_channel() -> ApiError:
    return ApiError(404, 10003, "Unknown Channel")


def unknown_guild() -> ApiError:
    return ApiError(404, 10004, "Unknown Guild")


def unknown_member() -> ApiError:
    return ApiError(404, 10007, "Unknown Member")


def unknown_message() -> ApiError:
    return ApiError(404, 10008, "Unknown Message")


def unknown_user() -> ApiError:
    return ApiError(404, 10013, "Unknown User")


def unknown_webhook() -> ApiError:
    return ApiError(404, 10015, "Unknown Webhook")


def unknown_interaction() -> ApiError:
    return ApiError(404, 10062, "Unknown interaction")


def unknown_command() -> ApiError:
    return ApiError(404, 10063, "Unknown application command")


def too_many_commands(limit: int) -> ApiError:
    return ApiError(400, 30032, f"Maximum number of application commands reached ({limit}).")


def too_many_pins(limit: int) -> ApiError:
    return ApiError(400, 30003, f"Maximum number of pins reached ({limit})")


def too_large() -> ApiError:
    return ApiError(413, 40005, "Request entity too large")


def already_acknowledged() -> ApiError:
    return ApiError(400, 40060, "Interaction has already been acknowledged.")


def missing_access() -> ApiError:
    return ApiError(403, 50001, "Missing Access")


def not_your_message() -> ApiError:
    return ApiError(403, 50005, "Cannot edit a message authored by another user")


def empty_message() -> ApiError:
    return ApiError(400, 50006, "Cannot send an empty message")


def missing_permissions() -> ApiError:
    return ApiError(403, 50013, "Missing Permissions")


def wrong_channel_type() -> ApiError:
    return ApiError(400, 50024, "Cannot execute action on this channel type")


def expired_token() -> ApiError:
    return ApiError(401, 50027, "Invalid Webhook Token")


def thread_is_archived() -> ApiError:
    return ApiError(400, 50083, "Thread is archived")


def bad_json() -> ApiError:
    return ApiError(400, 50109, "The request body contains invalid JSON.")


def thread_exists() -> ApiError:
    return ApiError(400, 160004, "A thread has already been created for this message")


class Form:
    """Collects every mistake of a body with its place, and refuses the body as a whole."""

    def __init__(self) -> None:
        self._errors: Json = {}

    def refuse(self, place: str, code: str, message: str) -> None:
        node = self._errors
        for part in place.split("."):
            node = node.setdefault(part, {})
        node.setdefault("_errors", []).append({"code": code, "message": message})

    def done(self) -> None:
        if self._errors:
            raise ApiError(400, 50035, "Invalid Form Body", self._errors)

    def text(self, value: object, place: str, low: int, high: int) -> str:
        if value is None and low:
            self.refuse(place, "BASE_TYPE_REQUIRED", "This field is required")
        elif value is None:
            return ""
        elif not isinstance(value, str):
            self.refuse(place, "STRING_TYPE_CONVERT", f"Could not interpret {value!r} as string.")
        elif not low <= len(value) <= high:
            self.length(place, low, high)
        else:
            return value
        return ""

    def number(self, value: object, place: str, low: float, high: float) -> int:
        if isinstance(value, bool) or not isinstance(value, int):
            self.refuse(place, "NUMBER_TYPE_COERCE", f"Value {value!r} is not int.")
        elif not low <= value <= high:
            self.refuse(place, "NUMBER_TYPE_RANGE", f"int value should be between {low} and {high}.")
        else:
            return value
        return int(low)

    def items(self, value: object, place: str, low: int, high: int) -> list[Json]:
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
            self.refuse(place, "LIST_TYPE_CONVERT", "Only iterables of objects may be used in a ListType")
            return []
        if not low <= len(value) <= high:
            self.length(place, low, high)
        return value

    def length(self, place: str, low: int, high: int) -> None:
        if low:
            self.refuse(place, "BASE_TYPE_BAD_LENGTH", f"Must be between {low} and {high} in length.")
        else:
            self.refuse(place, "BASE_TYPE_MAX_LENGTH", f"Must be {high} or fewer in length.")
