// The programs `task`, `ql` and `sundial` on the search path of every task: short shell scripts that start this program again.
import { quoteWord } from "../contract/quote_word.ts";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { programHost } from "./script_host.ts";

/** Writes the programs into the access folder unless they are there already. Returns the folder that contains them. */
export function writePrograms(accessFolder: string): string {
  const folder = join(accessFolder, "bin");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const access = `export SUNDIAL_ACCESS_DIR=${quoted([accessFolder])}`;
  const data = `export SUNDIAL_DATA_DIR="\${SUNDIAL_DATA_DIR:-${inDouble(dirname(accessFolder))}}"`;
  const light = { isLight: true };
  writeProgram(join(folder, "task"), [
    access,
    // In a run, the variables are in the environment, so that nothing of the panel's packages is needed.
    `[ -z "$SUNDIAL_RUN_ID" ] || exec ${quoted(programHost("__task", light))} "$@"`,
    `exec ${quoted(programHost("__task"))} "$@"`,
  ]);
  writeProgram(join(folder, "ql"), [access, `exec ${quoted(programHost("__ql", light))} "$@"`]);
  writeProgram(join(folder, "sundial"), [data, `exec ${quoted(programHost(null))} "$@"`]);
  return folder;
}

// Renamed into place, because a task may be starting it now.
function writeProgram(path: string, lines: readonly string[]): void {
  const text = ["#!/bin/sh", ...lines, ""].join("\n");
  if (readText(path) === text) return;
  writeFileSync(`${path}.new`, text, { mode: 0o700 });
  renameSync(`${path}.new`, path);
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

export function quoted(words: readonly string[]): string {
  return words.map(quoteWord).join(" ");
}

function inDouble(text: string): string {
  return text.replace(/[$`"\\}]/g, "\\$&");
}
