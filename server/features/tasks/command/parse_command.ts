import { splitTokens } from "./split_tokens.ts";

/** A parsed task command. */
export type Command =
  | {
    kind: "script";
    /** Relative to the scripts directory, or absolute. */
    script: string;
    args: readonly string[];
    /** From `-m`, in ms; null when not given. */
    timeLimitMs: number | null;
  }
  | { kind: "shell"; line: string; timeLimitMs: number | null }
  | { kind: "wrong"; reason: "time_limit" | "accounts" | "nothing" };

// The prefix before the actual command.
const PREFIX = /^\s*task(\s+-l|\s+-m\s+\S+)*(\s+|$)/;
const SCRIPT = /\.(js|mjs|cjs|ts|mts|py|sh)$/i;
const MAX_FOLDER_BYTES = 120;
const UNIT_MS: Record<string, number> = { "": 1_000, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/**
 * Parses a command: `task [-l] [-m <time>] <script> [now] [args…] [-- args…]`, or any line for the shell. A line with
 * anything outside quotes that only a shell can interpret goes to the shell unchanged.
 */
export function parseCommand(line: string): Command {
  const tokens = splitTokens(line.trim());
  if (tokens?.[0] !== "task") return { kind: "shell", line, timeLimitMs: null };
  return parseTask(tokens.slice(1), line);
}

function parseTask(tokens: readonly string[], line: string): Command {
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
  if (!SCRIPT.test(script)) return { kind: "shell", line: line.replace(PREFIX, ""), timeLimitMs };
  return parseArguments(script, tokens.slice(at + 1), timeLimitMs);
}

function parseArguments(script: string, rest: readonly string[], timeLimitMs: number | null): Command {
  const [form] = rest;
  if (form === "conc" || form === "desi") return { kind: "wrong", reason: "accounts" };
  const args = form === "now" ? rest.slice(1) : [...rest];
  const separator = args.indexOf("--");
  // With `now`, only what follows `--` is passed to the script.
  if (form === "now") {
    return { kind: "script", script, args: separator < 0 ? [] : args.slice(separator + 1), timeLimitMs };
  }
  return { kind: "script", script, args: args.filter((_, index) => index !== separator), timeLimitMs };
}

function readTime(text: string): number | null {
  const [, amount, unit = ""] = /^(\d{1,9})([smhd]?)$/.exec(text) ?? [];
  const factor = UNIT_MS[unit];
  return amount === undefined || factor === undefined || Number(amount) === 0
    ? null
    : Number(amount) * factor;
}

/** Returns the log folder of a task: what it runs, without extension, prefixed by its last folder, and the task ID. */
export function logFolderOf(line: string, taskId: number): string {
  const command = parseCommand(line);
  const path = command.kind === "script" ? command.script : line.replace(PREFIX, "").trim().split(/\s+/)[0];
  const parts = (path ?? "").split("/").filter((part) => part !== "");
  const file = (parts.pop() ?? "").replace(SCRIPT, "");
  const name = command.kind === "script" && parts.length > 0 ? `${parts.at(-1)}_${file}` : file;
  return `${plainName(name).replace(/^[.]+/, "_") || "task"}_${taskId}`;
}

/** Returns the log folder for debug runs of a script. */
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
