"""Calls with an interaction's token: the first answer, its edits, and what follows it."""

from bot.table import errors
from bot.table.api import Answer, Call, Route
from bot.table.interactions import Interactions
from bot.table.model import Interaction
from bot.table.payloads import Payloads
from bot.table.world import World


class InteractionApi:
    def __init__(self, world: World, interactions: Interactions, payloads: Payloads) -> None:
        self._world = world
        self._interactions = interactions
        self._payloads = payloads

    def routes(self) -> list[Route]:
        webhook = "/webhooks/{webhook_id}/{webhook_token}"
        named = [
            ("POST", "/interactions/{interaction_id}/{interaction_token}/callback", self.answer),
            ("POST", webhook, self.follow_up),
            ("GET", webhook + "/messages/@original", self.original),
            ("PATCH", webhook + "/messages/@original", self.edit_original),
            ("DELETE", webhook + "/messages/@original", self.delete_original),
            ("GET", webhook + "/messages/{message_id}", self.message),
            ("PATCH", webhook + "/messages/{message_id}", self.edit),
            ("DELETE", webhook + "/messages/{message_id}", self.delete),
        ]
        return [Route(method, path, handler, with_bot_token=False) for method, path, handler in named]

    def answer(self, call: Call) -> Answer:
        interaction = self._interactions.answer(
            call.number("interaction_id"), call.params["interaction_token"], call.form, call.uploads
        )
        if not call.is_set("with_response"):
            return Answer()
        return Answer(200, self._payloads.answered(interaction))

    def follow_up(self, call: Call) -> Answer:
        message = self._interactions.follow_up(self._interaction(call), call.form, call.uploads)
        return Answer(200, self._payloads.message(message))

    def original(self, call: Call) -> Answer:
        return Answer(200, self._payloads.message(self._interactions.original(self._interaction(call))))

    def edit_original(self, call: Call) -> Answer:
        interaction = self._interaction(call)
        original = self._interactions.original(interaction)
        message = self._interactions.edit(interaction, original, call.form, call.uploads)
        return Answer(200, self._payloads.message(message))

    def delete_original(self, call: Call) -> Answer:
        interaction = self._interaction(call)
        self._interactions.delete(interaction, self._interactions.original(interaction))
        return Answer()

    def message(self, call: Call) -> Answer:
        message = self._interactions.message(self._interaction(call), call.number("message_id"))
        return Answer(200, self._payloads.message(message))

    def edit(self, call: Call) -> Answer:
        interaction = self._interaction(call)
        message = self._interactions.message(interaction, call.number("message_id"))
        return Answer(
            200, self._payloads.message(self._interactions.edit(interaction, message, call.form, call.uploads))
        )

    def delete(self, call: Call) -> Answer:
        interaction = self._interaction(call)
        self._interactions.delete(interaction, self._interactions.message(interaction, call.number("message_id")))
        return Answer()

    def _interaction(self, call: Call) -> Interaction:
        if call.number("webhook_id") != self._world.bot.id:
            raise errors.unknown_webhook()
        return self._interactions.by_token(call.params["webhook_token"])
