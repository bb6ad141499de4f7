// Reads the outputs of a run: lines `key=value`, and texts of several lines between `key<<END` and `END`, as those of GitHub
// Actions. All of them are used or none: a task must not start with a part of what the one before it wrote.
import { flowLimits } from "../../../contract/limits/flows.ts";
import { inputName } from "./input_names.ts";

/** What is wrong with outputs; `line` counts from 1. */
export type OutputProblem =
  | { code: "too_many_bytes" }
  | { code: "not_utf8" }
  | { code: "nul" | "no_key" | "bad_key" | "reserved_key" | "no_end"; line: number };

const KEY = new RegExp(`^[A-Za-z_][A-Za-z0-9_.-]{0,${flowLimits.outputKey - 1}}$`);
/** `SUNDIAL_INPUT_DIR` is where the files are. */
const RESERVED = "DIR";

/** Returns the outputs, the last of each key, or what is wrong with them. */
export function parseOutputs(bytes: Uint8Array): Map<string, string> | OutputProblem {
  if (bytes.length > flowLimits.outputBytes) return { code: "too_many_bytes" };
  const text = decode(bytes);
  if (text === null) return { code: "not_utf8" };
  const nul = text.indexOf("\0");
  if (nul >= 0) return { code: "nul", line: text.slice(0, nul).split("\n").length };
  return parseLines(text.split("\n").map((line) => line.endsWith("\r") ? line.slice(0, -1) : line));
}

function parseLines(lines: readonly string[]): Map<string, string> | OutputProblem {
  const found = new Map<string, string>();
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!; // it is below the length
    if (line === "") continue;
    const parts = split(line);
    if (parts === null) return { code: "no_key", line: at + 1 };
    const { key, sign, rest } = parts;
    if (!KEY.test(key)) return { code: "bad_key", line: at + 1 };
    if (inputName(key) === RESERVED) return { code: "reserved_key", line: at + 1 };
    if (sign === "=") {
      found.set(key, rest);
      continue;
    }
    const end = rest === "" ? -1 : lines.indexOf(rest, at + 1);
    if (end < 0) return { code: "no_end", line: at + 1 };
    found.set(key, lines.slice(at + 1, end).join("\n"));
    at = end;
  }
  return found;
}

// At the first of both signs.
function split(line: string): { key: string; sign: "=" | "<<"; rest: string } | null {
  const [equal, text] = [line.indexOf("="), line.indexOf("<<")];
  if (equal < 0 && text < 0) return null;
  const sign = text < 0 || (equal >= 0 && equal < text) ? "=" : "<<";
  const at = sign === "=" ? equal : text;
  return { key: line.slice(0, at), sign, rest: line.slice(at + sign.length) };
}

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
