// Completes the paths of scripts in a command, as far as its text tells where one is expected.
import { rankMatch } from "../../../../server/contract/text_search.ts";
import { commandOf, isScript, nameOf } from "../../../shared/files/file_paths.ts";

/** What is typed of the path of a script, and where in the command it begins. */
export interface TypedPath {
  start: number;
  typed: string;
}

const RUNNER = /^(?:python[\d.]*|node|bun|tsx|ts-node|bash|sh|dash|zsh|source|\.)$/;
/** Ends a word of a path that needs no quotes. */
const END = /[\s'"`()|&;<>=$]/;

/** Returns what is typed of a script before the caret: after `task` or an interpreter, or of any path; null elsewhere. */
export function typedPath(text: string, caret: number): TypedPath | null {
  if (/^[^\s;&|()]/.test(text.slice(caret))) return null; // inside a word
  let start = caret;
  while (start > 0 && !END.test(text[start - 1] ?? "")) start--;
  const typed = text.slice(start, caret);
  // Options, absolute paths and URLs are no scripts of the panel.
  if (/^[-~/]|:\/\//.test(typed) || /['"`$]/.test(text[start - 1] ?? "")) return null;
  if (!typed.includes("/") && !expectsScript(text.slice(0, start))) return null;
  return { start, typed: typed.startsWith("./") ? typed.slice(2) : typed };
}

/** Returns whether a script comes next: after `task` and its options, or after an interpreter. */
function expectsScript(head: string): boolean {
  const [last = ""] = head.split(/[;&|(\n]/).slice(-1);
  const [first, ...rest] = last.split(/\s+/).filter((word) => word !== "");
  if (first === "task") {
    while (rest[0] === "-l" || rest[0] === "-m" && rest.length > 1) rest.splice(0, rest[0] === "-l" ? 1 : 2);
    return rest.length === 0;
  }
  return rest.length === 0 && RUNNER.test(first?.slice(first.lastIndexOf("/") + 1) ?? "") ||
    last.trim() === "deno run";
}

const MAX_SUGGESTIONS = 8;

/** Returns the scripts whose path contains what is typed, those with the best name first. */
export function suggestScripts(scripts: readonly string[], typed: string): string[] {
  const wanted = typed.toLowerCase();
  const name = nameOf(wanted);
  const matches = scripts.filter((path) => isScript(path) && path !== typed).flatMap((path) => {
    const lower = path.toLowerCase();
    if (!lower.includes(wanted)) return [];
    return [{ path, rank: rankMatch(name, nameOf(lower)) ?? 3 }];
  });
  matches.sort((a, b) => a.rank - b.rank || a.path.length - b.path.length || (a.path < b.path ? -1 : 1));
  return matches.slice(0, MAX_SUGGESTIONS).map(({ path }) => path);
}

/** Returns the command with the path in place of what is typed, and where the caret then is. */
export function complete(text: string, caret: number, { start }: TypedPath, path: string) {
  const written = commandOf(path).slice("task ".length);
  return { text: text.slice(0, start) + written + text.slice(caret), caret: start + written.length };
}
