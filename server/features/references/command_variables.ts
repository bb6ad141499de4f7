// Reads the variables that a command line uses, and those that it sets, as far as its text tells.

/** What the shell or the panel defines in every run. */
const everywhere = new Set(
  ("HOME USER LOGNAME SHELL PATH PWD OLDPWD HOSTNAME LANG TZ TERM TMPDIR IFS PPID UID EUID GROUPS RANDOM SECONDS " +
    "LINENO SHLVL OPTARG OPTIND REPLY OSTYPE HOSTTYPE MACHTYPE FUNCNAME PIPESTATUS EPOCHSECONDS EPOCHREALTIME " +
    "NODE_PATH PYTHONPATH PYTHONUNBUFFERED DIRSTACK COLUMNS LINES _").split(" "),
);
const own = /^(SUNDIAL|BASH|LC)_|^BASH$/;

/** Returns whether a variable exists in every run. */
export function isAlwaysDefined(name: string): boolean {
  return everywhere.has(name) || own.test(name);
}

const REFERENCE = /^\$(?:([A-Za-z_]\w*)|\{[#!]?([A-Za-z_]\w*)(:?[-=+?])?)/;

/**
 * Returns the variables that a shell replaces in a line: not those in single quotes or after a backslash, nor those with a
 * default.
 */
export function usedVariables(line: string): string[] {
  const names = new Set<string>();
  let isDouble = false;
  for (let at = 0; at < line.length; at++) {
    const character = line[at];
    if (character === "\\") at++;
    else if (character === '"') isDouble = !isDouble;
    else if (character === "'" && !isDouble) {
      const end = line.indexOf("'", at + 1);
      if (end < 0) break;
      at = end;
    } else if (character === "$") {
      const [, plain, braced, fallback] = REFERENCE.exec(line.slice(at, at + 300)) ?? [];
      const name = plain ?? braced;
      if (name !== undefined && fallback === undefined) names.add(name);
    }
  }
  return [...names];
}

const ASSIGNMENT = /(?<![\w$.\-/])([A-Za-z_]\w*)(?:\[[^\][]{0,20}\])?\+?=/g;
const LOOP = /\b(?:for|select)\s+([A-Za-z_]\w*)\b/g;
const READ = /\b(?:read|mapfile|readarray|getopts|export|declare|local|typeset|unset)\s+([^;&|<>\n]+)/g;
/** Whatever it reads can define anything. */
const OPEN = /(?:^|[;&|({\s])(?:source|\.|eval)\s/;

/** Returns the variables that a line or a shell script sets; null if it reads others, which can set any. */
export function assignedVariables(text: string): ReadonlySet<string> | null {
  if (OPEN.test(text)) return null;
  return new Set([
    ...namesIn(text, ASSIGNMENT),
    ...namesIn(text, LOOP),
    ...namesIn(text, READ).flatMap((words) => words.match(/[A-Za-z_]\w*/g) ?? []),
  ]);
}

function namesIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, name = ""]) => name);
}

/** Returns a pattern of a name that is no part of a longer one. */
export function wholeName(name: string): RegExp {
  return new RegExp(`(?<![A-Za-z0-9_])${name}(?![A-Za-z0-9_])`);
}
