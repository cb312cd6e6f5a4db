/** A command as a typed line: `/bewegen figur:S1 nach:D5`. Reading it, writing it, and knowing what is being typed. */

/** @typedef {{name: string, description: string, options: any[]}} Command */

/** The command with which a line begins, the longest name first. @param {string} line @param {Command[]} commands */
export function commandOf(line, commands) {
  const body = line.slice(1).trimStart();
  const fits = commands.filter(
    ({ name }) => body === name || body.startsWith(`${name} `) || body.startsWith(`${name}\n`),
  );
  return fits.sort((a, b) => b.name.length - a.name.length)[0];
}

/**
 * @param {string} line @param {Command[]} commands
 * @returns {{command: Command, texts: Record<string, string>, loose: string} | null}
 *   `loose` is what stands before the first option
 */
export function readLine(line, commands) {
  const command = commandOf(line.trim(), commands);
  if (!command) return null;
  const rest = line.trim().slice(1).trimStart().slice(command.name.length);
  const marks = optionMarks(rest, command);
  /** @type {Record<string, string>} */
  const texts = {};
  marks.forEach((mark, number) => {
    texts[mark.name] = rest.slice(mark.end, marks[number + 1]?.start ?? rest.length).trim();
  });
  return { command, texts, loose: rest.slice(0, marks[0]?.start ?? rest.length).trim() };
}

/** @param {Command} command @param {Record<string, string>} texts */
export function writeLine(command, texts) {
  const parts = command.options.filter(({ name }) => texts[name]).map(({ name }) => `${name}:${texts[name]}`);
  return [`/${command.name}`, ...parts].join(" ");
}

/**
 * What the end of a line is about: a command, the name of an option, or the value of one.
 * @param {string} line @param {Command[]} commands
 * @returns {{kind: "command", typed: string} | {kind: "option", command: Command, typed: string, used: string[]}
 *   | {kind: "value", command: Command, option: any, typed: string} | null}
 */
export function spotOf(line, commands) {
  if (!line.startsWith("/")) return null;
  const command = commandOf(line, commands);
  const body = line.slice(1).trimStart();
  if (!command || body === command.name) return { kind: "command", typed: body };
  const rest = body.slice(command.name.length);
  const marks = optionMarks(rest, command);
  const used = marks.map((mark) => mark.name);
  const last = marks.at(-1);
  const word = /(?:^|\s)(\S*)$/.exec(rest)?.[1] ?? "";
  if (!last) return { kind: "option", command, typed: word, used };
  const typed = rest.slice(last.end);
  const startsAnother =
    /\S\s+\S*$/.test(typed) && command.options.some(({ name }) => !used.includes(name) && name.startsWith(word));
  if (startsAnother) return { kind: "option", command, typed: word, used };
  return {
    kind: "value",
    command,
    option: command.options.find(({ name }) => name === last.name),
    typed: typed.trimStart(),
  };
}

/** Where options begin in a line. @param {string} rest @param {Command} command */
function optionMarks(rest, command) {
  const names = command.options.map(({ name }) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  if (!names.length) return [];
  // Longer names first, so that none is taken for a shorter one; an option counts once.
  names.sort((a, b) => b.length - a.length);
  const marks = [...rest.matchAll(new RegExp(`(?<=^|\\s)(${names.join("|")}):`, "g"))];
  const seen = new Set();
  return marks
    .filter((mark) => !seen.has(mark[1]) && seen.add(mark[1]))
    .map((mark) => ({ name: mark[1], start: mark.index, end: mark.index + mark[0].length }));
}
