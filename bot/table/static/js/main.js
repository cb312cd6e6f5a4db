/** The door: whoever has said who he is sits down at the table, everyone else is asked. */

import { fetchPlayers, Refusal } from "./api.js";
import { byId } from "./dom.js";
import { drawChooser } from "./seats.js";
import { TableWindow } from "./window.js";

const RETRY_MS = 2000;

/** @param {string | null} sentence */
async function askWho(sentence) {
  byId("table").hidden = true;
  try {
    drawChooser(byId("chooser"), await fetchPlayers(), sentence);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    drawChooser(byId("chooser"), [], error.message);
    setTimeout(() => askWho(sentence), RETRY_MS);
  }
}

const player = new URLSearchParams(location.search).get("spieler");
if (player) new TableWindow(player, askWho).run();
else askWho(null);
