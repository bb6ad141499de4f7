import { type Diagnostic, linter } from "@codemirror/lint";
import type { Extension, Text } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import { loadChunk } from "../../load_chunk.ts";
import type { Failure } from "./find_script_errors.ts";
import type { LanguageId } from "./languages.ts";
import { MAX_CHECKED } from "./text_format.ts";

/** Parses a text elsewhere and returns its errors, with lines starting at 1. Never runs the text. */
export type Diagnose = (text: string) => Promise<readonly { line: number; message: string }[]>;

const restMs = 600;

/** Marks syntax errors in the gutter, shortly after the last keystroke; nothing for languages without a parser. */
export function checkSyntax(
  { language, fileName, diagnose }: {
    language: LanguageId | null;
    fileName: string;
    diagnose: Diagnose | undefined;
  },
): Extension {
  const find = finderFor(language, fileName);
  const check = find
    ? async (view: EditorView) => fromErrors(view.state.doc, await find(view.state.doc.toString()))
    : diagnose && (async (view: EditorView) => fromLines(view.state.doc, await ask(diagnose, view)));
  if (!check) return [];
  const source = (view: EditorView) => view.state.doc.length > MAX_CHECKED ? [] : check(view);
  return linter(source, { delay: restMs });
}

/** Returns the first syntax error of a text, with its line starting at 1; null for a language without a parser. */
export async function firstSyntaxError(
  text: string,
  { language, fileName, diagnose }: {
    language: LanguageId | null;
    fileName: string;
    diagnose: Diagnose | undefined;
  },
): Promise<{ line: number; message: string } | null> {
  if (text.length > MAX_CHECKED) return null;
  const find = finderFor(language, fileName);
  if (!find) return (await diagnose?.(text))?.[0] ?? null;
  const [first] = (await find(text)).toSorted((a, b) => a.from - b.from);
  return first ? { line: text.slice(0, first.from).split("\n").length, message: first.message } : null;
}

type Finder = (text: string) => Promise<readonly Failure[]>;

function finderFor(language: LanguageId | null, fileName: string): Finder | null {
  if (language === "json") {
    return async (text) => {
      const { locateJsonError } = await loadChunk(() => import("./find_json_error.ts"));
      const error = locateJsonError(text, fileName);
      return error ? [error] : [];
    };
  }
  const typescript = language === "typescript" || language === "tsx";
  if (!typescript && language !== "javascript" && language !== "jsx") return null;
  if (/\.d\.[mc]?ts$/.test(fileName)) return null; // declaration files have a grammar of their own
  return async (text) => {
    const { locateScriptErrors } = await loadChunk(() => import("./find_script_errors.ts"));
    return locateScriptErrors(text, { typescript, jsx: language !== "typescript" });
  };
}

/** Checks a text; a check that cannot run reports no errors. */
async function ask(
  diagnose: Diagnose,
  view: EditorView,
): Promise<readonly { line: number; message: string }[]> {
  try {
    return await diagnose(view.state.doc.toString());
  } catch {
    return [];
  }
}

function fromErrors(doc: Text, errors: readonly Failure[]): Diagnostic[] {
  return errors.map(({ from, message }) => {
    const at = Math.min(from, doc.length);
    return { from: at, to: Math.min(at + 1, doc.lineAt(at).to), severity: "error", message };
  });
}

function fromLines(doc: Text, problems: readonly { line: number; message: string }[]): Diagnostic[] {
  return problems.map(({ line, message }) => {
    const { from, to, text } = doc.line(Math.max(1, Math.min(line, doc.lines)));
    return { from: from + (text.length - text.trimStart().length), to, severity: "error", message };
  });
}
