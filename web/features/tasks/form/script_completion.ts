// Completes the paths of scripts in a command, as far as its text tells where one is expected.
import { rankMatch } from "../../../../server/contract/text_search.ts";
import { commandOf, isScript, nameOf } from "../../../shared/files/file_paths.ts";

/** What is typed of the path of a script, and where in the command it begins. */
export interface TypedPath {
  start: number;
  typed: string;
}

const AFTER_TASK = /(?:^|[\s;&|(])task(?:\s+-l|\s+-m\s+\S+)*\s+$/;
const AFTER_RUNNER =
  /(?:^|[\s;&|(/])(?:python[\d.]*|node|deno run|bun|tsx|ts-node|bash|sh|dash|zsh|source|\.)\s+$/;

/** Returns what is typed of a script before the caret: after `task` or an interpreter, or of any path; null elsewhere. */
export function typedPath(text: string, caret: number): TypedPath | null {
  if (/^[^\s;&|()]/.test(text.slice(caret))) return null; // inside a word
  const before = text.slice(0, caret);
  const [typed = ""] = /[^\s'"`()|&;<>=$]*$/.exec(before) ?? [];
  const start = caret - typed.length;
  const head = before.slice(0, start);
  // Options, absolute paths and URLs are no scripts of the panel.
  if (/^[-~/]|:\/\//.test(typed) || /['"`$]$/.test(head)) return null;
  const isExpected = AFTER_TASK.test(head) || AFTER_RUNNER.test(head);
  if (!isExpected && !typed.includes("/")) return null;
  return { start, typed: typed.replace(/^(?:\.\/)+/, "") };
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
