// Parses the colors of an output line and neutralizes every other terminal sequence: the result is only text and its style.

/** A terminal color: an index from 0 to 15 in the palette, or an RGB color as `#rrggbb`. */
export type AnsiColour = number | string;

export interface AnsiStyle {
  fg?: AnsiColour;
  bg?: AnsiColour;
  bold?: true;
  dim?: true;
  italic?: true;
  underline?: true;
  strike?: true;
  inverse?: true;
}

export interface AnsiSpan {
  text: string;
  style: AnsiStyle;
}

export const plain: AnsiStyle = {};

// CSI; strings (OSC, DCS, SOS, PM, APC) up to their terminator or the end of the line; two-character escapes; a lone ESC.
const escapes =
  // deno-lint-ignore no-control-regex -- matches control characters on purpose
  /\x1b\[([0-?]*)[ -/]*([@-~]?)|\x1b[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\|(?=\x1b)|$)|\x1b[ -/]*[0-~]?/g;
// deno-lint-ignore no-control-regex -- removes control characters on purpose
const controls = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/g;

/** Splits a line into spans of one style each, starting with the style at the end of the previous line. */
export function readAnsi(line: string, start: AnsiStyle): { spans: AnsiSpan[]; end: AnsiStyle } {
  const visible = overwritten(line);
  if (!visible.includes("\x1b")) return { spans: spanOf(visible, start), end: start };
  const spans: AnsiSpan[] = [];
  let style = start;
  let at = 0;
  for (const found of visible.matchAll(escapes)) {
    spans.push(...spanOf(visible.slice(at, found.index), style));
    at = found.index + found[0].length;
    if (found[2] === "m") style = applySgr(style, found[1] ?? "");
  }
  spans.push(...spanOf(visible.slice(at), style));
  return { spans, end: style };
}

/** Returns the style at the end of a line without splitting it. */
export function styleAfter(line: string, start: AnsiStyle): AnsiStyle {
  return line.includes("\x1b[") ? readAnsi(line, start).end : start;
}

/** Returns the text of a line as a terminal would show it. */
export function plainText(line: string): string {
  return readAnsi(line, plain).spans.map(({ text }) => text).join("");
}

// A carriage return overwrites the line: only the last state of a progress bar remains.
function overwritten(line: string): string {
  if (!line.includes("\r")) return line;
  const states = line.split("\r").filter((state) => state !== "");
  return states.at(-1) ?? "";
}

function spanOf(text: string, style: AnsiStyle): AnsiSpan[] {
  const clean = text.replace(controls, "");
  return clean === "" ? [] : [{ text: clean, style }];
}

function applySgr(style: AnsiStyle, params: string): AnsiStyle {
  const codes = params.split(/[;:]/).map(Number);
  let next: AnsiStyle = style;
  for (let at = 0; at < codes.length; at++) {
    const code = codes[at] ?? 0;
    if (code === 38 || code === 48) {
      const { colour, used } = readExtended(codes.slice(at + 1));
      if (colour !== undefined) next = { ...next, [code === 38 ? "fg" : "bg"]: colour };
      at += used;
    } else {
      next = applyCode(next, code);
    }
  }
  return next;
}

function applyCode(style: AnsiStyle, code: number): AnsiStyle {
  const { fg: _fg, ...noFg } = style;
  const { bg: _bg, ...noBg } = style;
  if (code === 0) return plain;
  if (code === 39) return noFg;
  if (code === 49) return noBg;
  if (code >= 30 && code <= 37) return { ...style, fg: code - 30 };
  if (code >= 90 && code <= 97) return { ...style, fg: code - 90 + 8 };
  if (code >= 40 && code <= 47) return { ...style, bg: code - 40 };
  if (code >= 100 && code <= 107) return { ...style, bg: code - 100 + 8 };
  const flag = flags[code];
  if (flag) return { ...style, [flag]: true };
  const ended = endings[code];
  return ended ? withoutFlags(style, ended) : style;
}

type Flag = "bold" | "dim" | "italic" | "underline" | "strike" | "inverse";

const flags: Record<number, Flag> = {
  1: "bold",
  2: "dim",
  3: "italic",
  4: "underline",
  7: "inverse",
  9: "strike",
  21: "underline",
};
const endings: Record<number, Flag[]> = {
  22: ["bold", "dim"],
  23: ["italic"],
  24: ["underline"],
  27: ["inverse"],
  29: ["strike"],
};

function withoutFlags(style: AnsiStyle, ended: Flag[]): AnsiStyle {
  const next = { ...style };
  for (const flag of ended) delete next[flag];
  return next;
}

function readExtended([kind, ...rest]: number[]): { colour: AnsiColour | undefined; used: number } {
  if (kind === 5) return { colour: indexed(rest[0] ?? -1), used: 2 };
  if (kind !== 2) return { colour: undefined, used: 0 };
  const channels = rest.slice(0, 3);
  const valid = channels.length === 3 &&
    channels.every((one) => Number.isInteger(one) && one >= 0 && one < 256);
  return { colour: valid ? hex(channels) : undefined, used: 4 };
}

// The palette of 256 colors: 16 named ones, a 6×6×6 cube, 24 grays.
function indexed(index: number): AnsiColour | undefined {
  if (!Number.isInteger(index) || index < 0 || index > 255) return undefined;
  if (index < 16) return index;
  if (index >= 232) return hex(Array(3).fill(8 + (index - 232) * 10));
  const cube = index - 16;
  const steps = [Math.floor(cube / 36), Math.floor(cube / 6) % 6, cube % 6];
  return hex(steps.map((step) => step === 0 ? 0 : 55 + step * 40));
}

function hex(channels: number[]): string {
  return `#${channels.map((one) => one.toString(16).padStart(2, "0")).join("")}`;
}
