// Reads unit files of systemd, the settings added by drop-ins, and the output of `systemctl cat`.
import type { StagedFiles } from "../staged_files.ts";
import { yieldToEventLoop } from "../../../platform/event_loop.ts";

/** Settings of a unit in the order of its files, by `Section.Name`; an empty value clears the earlier ones. */
export type UnitSettings = ReadonlyMap<string, readonly string[]>;

const UNIT_NAME = /^[\w:.\\@-]+\.(timer|service)$/;
const DROP_IN = /(?:^|\/)([\w:.\\@-]+\.(?:timer|service))\.d\/[^/]+\.conf$/;
const UNIT_PATH = /\.(?:timer|service)(?:\.d\/[^/]+\.conf)?$/;
const FILES_AT_ONCE = 50;
const MAX_FILE_BYTES = 512 * 1024;
/** Folders that override others with the same unit come first. */
const precedence = [/(^|\/)etc\/systemd\//, /(^|\/)\.config\/systemd\//, /(^|\/)run\/systemd\//, /./];

/** Reads the timers and services among the files, by name. Yields to the event loop. */
export async function readUnits(files: StagedFiles): Promise<Map<string, UnitSettings>> {
  const texts: { path: string; text: string }[] = [];
  for (const [index, { path }] of unitFiles(files).entries()) {
    const text = await files.text(path, MAX_FILE_BYTES);
    if (text !== null) texts.push(...splitCat(path, text));
    if (index % FILES_AT_ONCE === 0) await yieldToEventLoop();
  }
  const rank = ({ path }: { path: string }) => precedence.findIndex((folder) => folder.test(path));
  texts.sort((a, b) => rank(a) - rank(b));
  const whole = new Map<string, string[]>(), added = new Map<string, string[]>();
  for (const { path, text } of texts) {
    const unit = DROP_IN.exec(path)?.[1];
    const name = path.split("/").at(-1) ?? "";
    if (unit !== undefined) added.set(unit, [...added.get(unit) ?? [], text]);
    else if (UNIT_NAME.test(name) && !whole.has(name)) whole.set(name, [text]);
  }
  return new Map(
    [...whole].map(([name, [text = ""]]) => [name, parseUnit([text, ...added.get(name) ?? []])]),
  );
}

export async function hasTimer(files: StagedFiles): Promise<boolean> {
  const timers = unitFiles(files).filter(({ path }) => !path.endsWith(".service"));
  for (const { path } of timers.slice(0, 20)) {
    if (/^[ \t\ufeff]*\[Timer\]/m.test(await files.text(path, MAX_FILE_BYTES) ?? "")) return true;
  }
  return false;
}

function unitFiles(files: StagedFiles) {
  const all = files.list();
  const only = all.length === 1;
  return all.filter(({ path }) => only || DROP_IN.test(path) || UNIT_NAME.test(path.split("/").at(-1) ?? ""));
}

function splitCat(path: string, text: string): { path: string; text: string }[] {
  if (!text.split("\n", 50).some((line) => pathAbove(line) !== null)) return [{ path, text }];
  const parts: { path: string; text: string }[] = [];
  for (const line of text.split("\n")) {
    const header = pathAbove(line);
    if (header !== null) parts.push({ path: header, text: "" });
    else if (parts.length > 0) parts.at(-1)!.text += `${line}\n`;
  }
  return parts;
}

/** Returns the path in a line of `systemctl cat` above each file; null for any other line. */
function pathAbove(line: string): string | null {
  const path = line.startsWith("# /") ? line.slice("# ".length).trimEnd() : "";
  return /^\S+$/.test(path) && UNIT_PATH.test(path) ? path : null;
}

function parseUnit(texts: readonly string[]): UnitSettings {
  const settings = new Map<string, string[]>();
  for (const text of texts) {
    let section = "";
    for (const line of joinedLines(text)) {
      section = /^\[(.+)\]$/.exec(line)?.[1] ?? section;
      const [, name, value = ""] = /^([^\s=]+)\s*=([^]*)/.exec(line) ?? [];
      if (name === undefined) continue;
      const key = `${section}.${name}`;
      settings.set(key, value === "" ? [] : [...settings.get(key) ?? [], value]);
    }
  }
  return settings;
}

// A backslash at the end continues the line, also across comments.
function joinedLines(text: string): string[] {
  const lines: string[] = [];
  let open = false;
  for (const source of text.replace(/^\uFEFF/, "").split(/\r?\n/)) {
    const line = source.trim();
    if (/^[#;]/.test(line) || (line === "" && !open)) continue;
    const part = line.endsWith("\\") ? `${line.slice(0, -1)} ` : line;
    if (open) lines[lines.length - 1] += part;
    else lines.push(part);
    open = line.endsWith("\\");
  }
  return lines.map((line) => line.trim());
}

const units: Readonly<Record<string, number>> = {
  us: 0.001,
  usec: 0.001,
  µs: 0.001,
  ms: 1,
  msec: 1,
  s: 1000,
  sec: 1000,
  second: 1000,
  seconds: 1000,
  "": 1000,
  m: 60_000,
  min: 60_000,
  minute: 60_000,
  minutes: 60_000,
  h: 3_600_000,
  hr: 3_600_000,
  hour: 3_600_000,
  hours: 3_600_000,
  d: 86_400_000,
  day: 86_400_000,
  days: 86_400_000,
  w: 604_800_000,
  week: 604_800_000,
  weeks: 604_800_000,
  M: 30.44 * 86_400_000,
  month: 30.44 * 86_400_000,
  months: 30.44 * 86_400_000,
  y: 365.25 * 86_400_000,
  year: 365.25 * 86_400_000,
  years: 365.25 * 86_400_000,
};

/** Parses a time span such as `1h 30min` or `90`; returns milliseconds, or null when it is invalid or infinite. */
export function parseTimeSpan(text: string): number | null {
  const parts = [...text.matchAll(/\s*(\d{1,15}(?:\.\d+)?)\s*([A-Za-zµ]*)/gy)];
  const read = parts.reduce((length, [part]) => length + part.length, 0);
  if (parts.length === 0 || text.slice(read).trim() !== "") return null;
  let total = 0;
  for (const [, amount, unit = ""] of parts) {
    const factor = Object.hasOwn(units, unit) ? units[unit] : undefined;
    if (factor === undefined) return null;
    total += Number(amount) * factor;
  }
  return Math.round(total);
}

/** Parses a value of yes or no the way systemd does. */
export function parseFlag(text: string | undefined): boolean {
  return /^(1|yes|y|true|t|on)$/i.test(text ?? "");
}
