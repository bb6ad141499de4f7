// A crontab's command as a line for the panel's shell that does the same.
import { splitTokens } from "../../../engine/command/split_tokens.ts";

export interface TaskCommand {
  command: string;
  /** The command alone, to call the task after. */
  plain: string;
  /** Whether a part of it became its standard input. */
  hasInput: boolean;
  /** Whether variables were written before it. */
  hasVariables: boolean;
}

export interface CommandParts {
  /** As it stands in the crontab. */
  source: string;
  /** Settings in force, except those meant for cron itself. */
  variables: ReadonlyMap<string, string>;
  /** The shell that runs the panel's commands. */
  shell: string;
}

/** Writes the command; empty when only input or nothing is there. */
export function taskCommand({ source, variables, shell }: CommandParts): TaskCommand {
  const { command: plain, input } = splitInput(source);
  const other = otherShell(variables.get("SHELL"), shell);
  const exported = [...variables].filter(([name]) => name !== "SHELL" || other !== null)
    .map(([name, value]) => ` ${name}=${quote(value)}`).join("");
  const parts = { plain, hasInput: input !== "", hasVariables: exported !== "" };
  if (plain.trim() === "") return { command: "", ...parts };
  const called = other === null ? group(plain, input) : `exec ${quote(other)} -c ${quote(plain)}`;
  return { command: (exported && `export${exported}; `) + called + hereDocument(input), ...parts };
}

// The first plain `%` begins the input, and each further one is a new line in it; `\%` is the character. A backslash keeps
// the next character from being looked at, in the command even another backslash.
function splitInput(source: string): { command: string; input: string } {
  let at = 0;
  while (at < source.length && source[at] !== "%") at += source[at] === "\\" ? 2 : 1;
  const command = source.slice(0, at).replace(/\\([^])/g, (pair, char) => char === "%" ? "%" : pair);
  const input = source.slice(at + 1).replace(/\\%|%/g, (found) => found === "%" ? "\n" : "%");
  return { command, input: input === "" || input.endsWith("\n") ? input : `${input}\n` };
}

// A plain list of words takes the document itself; of anything more, all parts have to read the same input.
function group(command: string, input: string): string {
  return input === "" || splitTokens(command) !== null ? command : `{ ${command}\n}`;
}

function hereDocument(input: string): string {
  if (input === "") return "";
  const lines = new Set(input.split("\n"));
  let mark = "EOF";
  for (let number = 2; lines.has(mark); number++) mark = `EOF${number}`;
  return ` <<'${mark}'\n${input}${mark}`;
}

// Cron's own default is sh, and bash understands what was written for it.
function otherShell(wanted: string | undefined, shell: string): string | null {
  if (wanted === undefined || /^(\/usr)?\/bin\/sh$/.test(wanted)) return null;
  const plain = (path: string) => path.replace(/^\/usr\/bin\//, "/bin/");
  return wanted === "" || plain(wanted) === plain(shell) ? null : wanted;
}

/** Writes text as one word that a shell reads as it stands. */
export function quote(text: string): string {
  return /^[\w@%+:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
