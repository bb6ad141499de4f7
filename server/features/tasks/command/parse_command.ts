import { splitTokens } from "./split_tokens.ts";

export type Command =
  | {
    kind: "script";
    /** Relative to the scripts directory, or absolute. */
    script: string;
    args: readonly string[];
    /** The script and what follows it, as the hooks receive them: with the form, without the separator. */
    words: readonly string[];
    /** From `-m`, in ms; null when not given. */
    timeLimitMs: number | null;
    /** The accounts it runs for; null to run it once, with its variables unchanged. */
    accounts: Accounts | null;
    /** Whether nothing follows the script, which is when `RandomDelay` applies. */
    isAlone: boolean;
  }
  | {
    kind: "shell";
    line: string;
    timeLimitMs: number | null;
    /** The program and its arguments after `task`; null without `task`, or when only a shell can interpret the line. */
    program: readonly string[] | null;
  }
  | { kind: "wrong"; reason: "time_limit" | "nothing" };

/** Selects accounts: the parts of a variable's value between `&`. */
export interface Accounts {
  /** `conc`: one process for each account, all at once. `desi`: one process with only these accounts in the variable. */
  form: "conc" | "desi";
  /** Empty when the command does not name one. */
  variable: string;
  /** Numbers and spans such as `2` or `3-max`; empty for all accounts. */
  ranges: readonly string[];
}

// The prefix before the actual command.
const PREFIX = /^\s*task(\s+-l|\s+-m\s+\S+)*(\s+|$)/;
const SCRIPT = /\.(js|mjs|cjs|ts|mts|py|pyc|sh)$/i;
const MAX_FOLDER_BYTES = 120;
const UNIT_MS: Record<string, number> = { "": 1_000, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/**
 * Parses a command, or any line for the shell:
 *
 *     task [-l] [-m <time>] <script> [args…] [-- args…]
 *     task [-l] [-m <time>] <script> now [-- args…]
 *     task [-l] [-m <time>] <script> (conc | desi) <variable> [ranges…] [-- args…]
 *     task [-l] [-m <time>] <program> [args…]
 *
 * A line with anything outside quotes that only a shell can interpret goes to the shell unchanged.
 */
export function parseCommand(line: string): Command {
  const tokens = splitTokens(line.trim());
  if (tokens?.[0] !== "task") return { kind: "shell", line, timeLimitMs: null, program: null };
  return parseTask(tokens.slice(1), line);
}

/** Parses what follows `task`; `line` is the whole command. */
export function parseTask(tokens: readonly string[], line: string): Command {
  let timeLimitMs: number | null = null;
  let at = 0;
  for (; tokens[at]?.startsWith("-") && tokens[at] !== "--"; at++) {
    if (tokens[at] === "-l") continue;
    timeLimitMs = tokens[at] === "-m" ? readTime(tokens[++at] ?? "") : null;
    if (timeLimitMs === null) return { kind: "wrong", reason: "time_limit" };
  }
  const script = tokens[at];
  if (script === undefined || script === "--") return { kind: "wrong", reason: "nothing" };
  // Without a script after it, `task` is only a prefix: the rest is the command line.
  if (!SCRIPT.test(script)) {
    return { kind: "shell", line: line.replace(PREFIX, ""), timeLimitMs, program: tokens.slice(at) };
  }
  return { kind: "script", script, timeLimitMs, ...parseArguments(script, tokens.slice(at + 1)) };
}

function parseArguments(script: string, rest: readonly string[]) {
  const separator = rest.indexOf("--");
  const before = separator < 0 ? rest : rest.slice(0, separator);
  const after = separator < 0 ? [] : rest.slice(separator + 1);
  const [form, variable = "", ...ranges] = before;
  const accounts = form === "conc" || form === "desi" ? { form, variable, ranges } as const : null;
  return {
    accounts,
    // After a form, only what follows `--` is passed to the script.
    args: form === "now" || accounts ? after : [...before, ...after],
    words: [script, ...before, ...after],
    isAlone: rest.length === 0,
  };
}

/** Reads a time such as `60`, `5m` or `1h`, in ms; null for anything else and for 0. */
export function readTime(text: string): number | null {
  const [, amount, unit = ""] = /^(\d{1,9})([smhd]?)$/.exec(text) ?? [];
  const factor = UNIT_MS[unit];
  return amount === undefined || factor === undefined || Number(amount) === 0
    ? null
    : Number(amount) * factor;
}

/**
 * Returns the log folder of a task: what it runs, without extension, prefixed by its last folder, and the task ID. The ID is
 * null for a command that no task runs.
 */
export function logFolderOf(line: string, taskId: number | null): string {
  const command = parseCommand(line);
  const path = command.kind === "script" ? command.script : line.replace(PREFIX, "").trim().split(/\s+/)[0];
  const parts = (path ?? "").split("/").filter((part) => part !== "");
  const file = (parts.pop() ?? "").replace(SCRIPT, "");
  const name = command.kind === "script" && parts.length > 0 ? `${parts.at(-1)}_${file}` : file;
  const plain = plainName(name).replace(/^[.]+/, "_") || "task";
  return taskId === null ? plain : `${plain}_${taskId}`;
}

export function debugLogFolderOf(script: string): string {
  const file = script.split("/").at(-1) ?? "";
  return `debug_${plainName(file.replace(SCRIPT, ""))}`;
}

function plainName(text: string): string {
  return lastBytes(text.replace(/[^\p{L}\p{N}._-]+/gu, "_"), MAX_FOLDER_BYTES);
}

// File systems count bytes, and a character may have four.
function lastBytes(text: string, max: number): string {
  const end = new TextEncoder().encode(text).subarray(-max);
  return new TextDecoder().decode(end).replace(/^\ufffd+/, "");
}
