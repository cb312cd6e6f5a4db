/** One window at the table: a player, the line to the server, and the views that show what comes over it. */

import { Actions } from "./actions.js";
import { announce } from "./announcer.js";
import { Api, Refusal } from "./api.js";
import { BoardView } from "./board.js";
import { drawChannels, windowTitle } from "./channels.js";
import { Composer } from "./composer/composer.js";
import { showPicture } from "./dialogs.js";
import { byId } from "./dom.js";
import { Drawer } from "./drawer.js";
import { Feed } from "./feed.js";
import { LiveLine } from "./live.js";
import { Memory } from "./memory.js";
import { openForm } from "./modal.js";
import { Notices } from "./notices.js";
import { drawSeats } from "./seats.js";
import { StartCard } from "./start.js";
import { Table } from "./table.js";
import { showTyping } from "./typing.js";

const PAGE = 50;

export class TableWindow {
  /** Events that came while something was being fetched; they are newer than what is fetched. @type {any[]} */
  #held = [];
  #fetching = 0;
  #isLoadingOlder = false;

  /** @param {string} player @param {(sentence: string) => void} reject when nobody of this name sits here */
  constructor(player, reject) {
    this.reject = reject;
    this.api = new Api(player);
    this.memory = new Memory(player);
    this.table = new Table();
    this.notices = new Notices(byId("notices"));
    this.actions = new Actions(this.api, (modal) => this.#openModal(modal));
    this.composer = new Composer(byId("composer"), {
      table: this.table,
      api: this.api,
      memory: this.memory,
      actions: this.actions,
    });
    const hands = {
      table: this.table,
      actions: this.actions,
      showPicture,
      openChannel: (/** @type {string} */ id) => this.openChannel(id),
      useCommand: (/** @type {string} */ name) => this.composer.useCommand(name),
    };
    const places = {
      scroller: byId("feed"),
      list: byId("messages"),
      older: byId("older"),
      toNewest: byId("to-newest"),
    };
    this.feed = new Feed(places, hands, this.memory, {
      loadOlder: () => this.#loadOlder(),
      seen: (id) => this.#markRead(id),
    });
    this.board = new BoardView(byId("board"), this.table, this.memory, showPicture);
    this.start = new StartCard(byId("start"), {
      table: this.table,
      api: this.api,
      memory: this.memory,
      composer: this.composer,
    });
    this.drawer = new Drawer({
      table: byId("table"),
      side: byId("side"),
      open: byId("open-side"),
      close: byId("close-side"),
      shade: byId("shade"),
    });
    this.line = new LiveLine(this.api.line, { event: (event) => this.#hear(event), lost: () => this.#lost() });
    this.#wire();
  }

  async run() {
    try {
      await this.api.get("state");
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.status === 401) return this.reject("Wen du gewählt hast, gibt es an diesem Tisch nicht. Wer bist du?");
    }
    byId("table").hidden = false;
    this.line.start();
  }

  #wire() {
    const { table } = this;
    announce(byId("announcer"), table);
    showTyping(byId("typing"), table);
    table.on("people", () => drawSeats(byId("seats"), table));
    table.on("channels", () => this.#channelsChanged());
    table.on("bot", () => {
      if (table.bot.online) this.notices.clear("bot");
      else this.notices.show("bot", "Herold ist gerade nicht da. Befehle gehen erst wieder, wenn er zurück ist.");
    });
    byId("skip").addEventListener("click", () => this.composer.focus());
    byId("first-steps").addEventListener("click", () => this.start.ask());
    document.addEventListener("keydown", (event) => this.#typeAnywhere(event));
    addEventListener("hashchange", () => this.openChannel(location.hash.slice(1)));
  }

  /** Whoever begins to type while nothing takes it means the input. @param {KeyboardEvent} event */
  #typeAnywhere(event) {
    const isLetter = event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey && !event.altKey;
    const place = /** @type {HTMLElement} */ (event.target);
    if (isLetter && !place.closest("input, textarea, select, dialog, .board-frame, summary")) this.composer.focus();
  }

  // The line

  /** @param {any} event */
  #hear(event) {
    if (event.type === "hello") this.#refresh();
    else if (event.type === "commands") this.#fetchCommands().catch(ignoreRefusal);
    else if (this.#fetching) this.#held.push(event);
    else this.table.apply(event);
  }

  #lost() {
    this.notices.show("line", "Die Verbindung ist unterbrochen. Herold versucht es gleich wieder.", {
      label: "Jetzt versuchen",
      act: () => this.line.retryNow(),
    });
  }

  /** After each (re)connect: nothing is repeated on the line, so all is fetched anew. */
  async #refresh() {
    try {
      await this.#fetchHeld(async () => this.table.load(await this.api.get("state")));
      if (this.table.open) {
        await Promise.all([this.#loadOpen(), this.#fetchCommands()]);
        await this.feed.restore();
      } else await this.openChannel(this.#rememberedChannel());
      this.notices.clear("line");
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.line.restart();
    }
  }

  /** Runs a fetch; events that come meanwhile are applied after it. @param {() => Promise<void>} fetch */
  async #fetchHeld(fetch) {
    this.#fetching += 1;
    try {
      await fetch();
    } finally {
      this.#fetching -= 1;
      if (!this.#fetching) for (const event of this.#held.splice(0)) this.table.apply(event);
    }
  }

  // Channels

  #rememberedChannel() {
    const wanted = [location.hash.slice(1), this.memory.get("channel", "")];
    return wanted.find((id) => this.table.channels.has(id)) ?? this.table.channels.keys().next().value ?? "";
  }

  /** @param {string} id */
  async openChannel(id) {
    const { table } = this;
    if (id === table.openId || !table.channels.has(id)) return;
    table.openChannel(id);
    this.memory.set("channel", id);
    if (location.hash !== `#${id}`) history.replaceState(null, "", `#${id}`);
    this.drawer.set(false);
    drawSeats(byId("seats"), table);
    this.feed.show();
    this.composer.show();
    try {
      await Promise.all([this.#loadOpen(), this.#fetchCommands()]);
      if (table.openId === id) await this.feed.restore();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.line.restart();
    }
  }

  #channelsChanged() {
    const { table } = this;
    drawChannels(byId("channels"), table, (id) => this.openChannel(id));
    document.title = windowTitle(table);
    byId("channel-name").textContent = table.open
      ? `${table.open.kind === "dm" ? "@" : "#"}${table.open.name}`
      : "Herold";
    byId("channel-topic").textContent = table.open?.topic ?? "";
    if (table.openId !== null && !table.open) this.openChannel(this.#rememberedChannel());
  }

  async #loadOpen() {
    const id = this.table.openId;
    if (id === null) return;
    await this.#fetchHeld(async () => {
      this.table.log(id).refresh(await this.api.get(`channels/${id}/messages`, { limit: PAGE }));
      this.table.touched(id);
    });
  }

  async #loadOlder() {
    const id = this.table.openId;
    const log = this.table.openLog;
    if (id === null || this.#isLoadingOlder || !log.more || !log.messages.length) return;
    this.#isLoadingOlder = true;
    try {
      log.prepend(await this.api.get(`channels/${id}/messages`, { limit: PAGE, before: log.messages[0].id }));
      this.table.touched(id);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    } finally {
      this.#isLoadingOlder = false;
    }
  }

  async #fetchCommands() {
    const id = this.table.openId;
    if (id === null) return;
    const { commands } = await this.api.get(`channels/${id}/commands`);
    if (id === this.table.openId) this.composer.setCommands(commands);
  }

  /** @param {string} messageId */
  #markRead(messageId) {
    const channel = this.table.open;
    if (!channel) return;
    // Known at once, so that the same message is not reported twice; the server's counters follow by the line.
    channel.last_read_id = messageId;
    this.api.post(`channels/${channel.id}/read`, { message_id: messageId }).catch(ignoreRefusal);
  }

  /** @param {any} modal */
  #openModal(modal) {
    openForm(modal, this.table, this.api, async (values) => {
      this.actions.settle(await this.api.post(`modals/${modal.interaction}`, { values }));
    });
  }
}

/** For what is asked again anyway once the line is back. @param {unknown} error */
function ignoreRefusal(error) {
  if (!(error instanceof Refusal)) throw error;
}
