// Judges whether the first word of each command of a crontab is the user of a system crontab.
import { hasAtSchedule, scheduleWords } from "./at_schedule.ts";
import { declaresUsers } from "./column_header.ts";
import type { CrontabLine } from "./parse_crontab.ts";

const ACCOUNT = /^[a-z_][a-z0-9_-]{0,31}\$?$/;
/** Programs that often start every rule of a crontab, with a path behind them. */
const PROGRAM =
  /^(?:php[\d.]*|python[\d.]*|perl|ruby|node|deno|bun|java|bash|sh|dash|zsh|cd|test|curl|wget|docker|podman|rsync|flock|nice|ionice|sudo|env|find|rm|cp|mv|tar|cat|exec|source|timeout|logrotate|run-parts|chronic|nohup|task)$/;

/** Accounts that own most rules of a system's crontabs. */
const SYSTEM_ACCOUNT = /^(root|www-data|nobody|daemon|news|postgres|apache|munin)$/;
/** Accounts with the name of a program. */
const NAMED_LIKE_PROGRAM = /^(mail|backup|mysql|nginx|git)$/;
const RULE =
  /^(@(reboot|yearly|annually|monthly|weekly|daily|midnight|hourly)|-?[\d*][\d*/,-]*(\s+[\w*/,-]+){4})\s+\S/i;

/** Returns the lines of a crontab that look like rules. */
export function ruleLines(text: string): string[] {
  return linesOf(text).filter(isRule);
}

function isRule(line: string): boolean {
  return RULE.test(line) || hasAtSchedule(line);
}

/** Returns the lines of a text without white space around them. */
export function linesOf(text: string): string[] {
  return text.split(/\r\n?|\n/).map((line) => line.trim());
}

/** How a crontab shows that its lines contain a user. */
export type UserSign = { reason: "header"; word: null } | { reason: "accounts"; word: string };

/** Returns how a crontab shows that its lines contain a user; null if it does not. */
export function findUserSign(text: string): UserSign | null {
  if (declaresUsers(text)) return { reason: "header", word: null };
  const word = findAccount(text);
  return word === null ? null : { reason: "accounts", word };
}

/** Returns a well-known account if each rule begins with what can be an account. */
function findAccount(text: string): string | null {
  const active = ruleLines(text);
  const disabled = linesOf(text).map((line) => line.replace(/^[#\s]+/, "")).filter(isRule);
  const rules = (active.length > 0 ? active : disabled).map(wordsOf);
  const isPossible = rules.every(([user = "", command]) =>
    command !== undefined && ACCOUNT.test(user) && !PROGRAM.test(user)
  );
  const known = rules.find(([user = "", command = ""]) =>
    SYSTEM_ACCOUNT.test(user) || (NAMED_LIKE_PROGRAM.test(user) && command.startsWith("/"))
  );
  return isPossible ? known?.[0] ?? null : null;
}

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

function wordsOf(line: string): string[] {
  const rule = line.replace(/^[\s#]+/, "");
  return rule.split(/\s+/).slice(scheduleWords(rule));
}
