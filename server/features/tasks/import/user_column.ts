// Judges whether the first word of each command of a crontab is the user of a system crontab.
import type { CrontabLine } from "./parse_crontab.ts";

const ACCOUNT = /^[a-z_][a-z0-9_-]{0,31}\$?$/;
/** Programs that often start every rule of a crontab, with a path behind them. */
const PROGRAM =
  /^(?:php[\d.]*|python[\d.]*|perl|ruby|node|deno|bun|java|bash|sh|dash|zsh|cd|test|curl|wget|docker|podman|rsync|flock|nice|ionice|sudo|env|find|rm|cp|mv|tar|cat|exec|source|timeout|logrotate|run-parts|chronic|nohup|task)$/;

/** Returns the word that each command begins with, if it can be the name of a user; null otherwise. */
export function repeatedFirstWord(lines: readonly CrontabLine[]): string | null {
  const commands = lines.filter(({ task, remarks }) => task && !remarks.includes("user_ignored"))
    .map(({ text }) => wordsOf(text));
  const [[word = ""] = []] = commands;
  const isShared = commands.length > 1 &&
    commands.every(([first, next]) => first === word && next !== undefined);
  const startsPaths = commands.every(([, next = ""]) => next.startsWith("/"));
  return isShared && startsPaths && ACCOUNT.test(word) && !PROGRAM.test(word) ? word : null;
}

/** Returns the words after the schedule. */
function wordsOf(line: string): string[] {
  const words = line.replace(/^[\s#]+/, "").split(/\s+/);
  return words.slice(words[0]?.startsWith("@") ? 1 : 5);
}
