// What the fields of a task may contain, for texts of other programs.
import { createHash } from "node:crypto";
import { notInNames } from "../../../contract/shapes.ts";
import type { TaskInput } from "../../../contract/tasks.ts";

// deno-lint-ignore no-control-regex -- they are what a task cannot have
const rejected = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

export function isTaskText(text: string): boolean {
  return !rejected.test(text) && text.isWellFormed();
}

/** Makes a text a name or label: one line without control characters, cut to `max` characters. */
export function taskText(text: string, max: number): string {
  const line = text.toWellFormed().replace(new RegExp(notInNames, "gu"), " ").replace(/\s+/g, " ").trim();
  return line.length <= max ? line : `${line.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, "").trimEnd()}…`;
}

/** Identifies what a task runs and when. A command may contain a secret, so it is a hash. */
export function taskHash({ command, schedules, timeZone = null }: TaskInput): string {
  return createHash("sha256").update(JSON.stringify([command, schedules, timeZone])).digest("hex").slice(
    0,
    32,
  );
}
