import type { TaskKind } from "../../../contract/task_kinds.ts";
import { parseCommand } from "./parse_command.ts";

const kinds: Record<string, TaskKind> = {
  js: "javascript",
  mjs: "javascript",
  cjs: "javascript",
  ts: "typescript",
  mts: "typescript",
  py: "python",
  pyc: "python",
  sh: "shell",
  // Languages without a kind of their own.
  php: "other",
  rb: "other",
  pl: "other",
  lua: "other",
  r: "other",
  jar: "other",
  go: "other",
  ps1: "other",
};

/** Returns the kind of a command: that of the first script it names, otherwise `shell`. */
export function taskKindOf(line: string): TaskKind {
  const command = parseCommand(line);
  if (command.kind === "script") return kindOfToken(command.script) ?? "other";
  if (command.kind === "wrong") return firstScript(line) ?? "other";
  if (/^\s*ql\s+(repo|raw)(\s|$)/.test(command.line)) return "subscription";
  return firstScript(command.line) ?? "shell";
}

export function isScriptName(token: string): boolean {
  return kindOfToken(token) !== undefined;
}

function firstScript(line: string): TaskKind | undefined {
  for (const token of line.split(/[\s'"`()|&;<>=]+/)) {
    const kind = kindOfToken(token);
    if (kind !== undefined) return kind;
  }
}

function kindOfToken(token: string): TaskKind | undefined {
  // A URL is fetched, not run.
  if (token.includes("://")) return undefined;
  const extension = /\.([a-z0-9]+)$/i.exec(token)?.[1]?.toLowerCase() ?? "";
  return Object.hasOwn(kinds, extension) ? kinds[extension] : undefined;
}
