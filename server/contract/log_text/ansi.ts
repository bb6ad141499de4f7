// The colors of a line of a log. Every other terminal sequence has its effect on the text or none: the result is only text
// and its style.
import { visibleRows } from "./visible_text.ts";

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

// deno-lint-ignore no-control-regex -- the sequence that changes the style
const colors = /\x1b\[([\d;:]*)m/g;

/** Returns the rows that a line shows as spans of one style each, starting with the style at the end of the previous line. */
export function readAnsi(line: string, start: AnsiStyle): { rows: AnsiSpan[][]; end: AnsiStyle } {
  const styles = stylesIn(line, start);
  const styleAt = (at: number) => styles[indexBefore(styles, at)]?.style ?? start;
  const rows = visibleRows(line).map((pieces) => {
    const spans: AnsiSpan[] = [];
    for (const { text, at } of pieces) {
      const style = styleAt(at);
      const last = spans.at(-1);
      if (last && last.style === style) last.text += text;
      else spans.push({ text, style });
    }
    return spans;
  });
  return { rows, end: styles.at(-1)?.style ?? start };
}

interface StyleChange {
  at: number;
  style: AnsiStyle;
}

function stylesIn(line: string, start: AnsiStyle): StyleChange[] {
  if (!line.includes("\x1b[")) return [];
  let style = start;
  return [...line.matchAll(colors)].map(({ index: at, 1: params }) => {
    style = applySgr(style, params ?? "");
    return { at, style };
  });
}

function indexBefore(changes: readonly StyleChange[], at: number): number {
  let [low, high] = [0, changes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((changes[middle]?.at ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

export function styleAfter(line: string, start: AnsiStyle): AnsiStyle {
  return stylesIn(line, start).at(-1)?.style ?? start;
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

/** Returns the sequence that sets a style, whatever the one before. */
export function sgrOf({ fg, bg, ...style }: AnsiStyle): string {
  const set = Object.entries(flags).filter(([, flag]) => style[flag]).map(([code]) => code);
  const codes = ["0", ...set.filter((code) => code !== "21"), ...colorCodes(fg, 30), ...colorCodes(bg, 40)];
  return `\x1b[${codes.join(";")}m`;
}

function colorCodes(color: AnsiColour | undefined, base: 30 | 40): string[] {
  if (color === undefined) return [];
  if (typeof color === "number") return [String(color < 8 ? base + color : base + 60 + color - 8)];
  const channels = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  return [`${base + 8};2;${channels.join(";")}`];
}
