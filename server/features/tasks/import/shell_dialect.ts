// Cron runs commands in sh, which is often not the panel's shell. Most commands mean the same in both.

/** What bash reads in its own way: `&>`, `>&file`, `|&`, `<<<`, `<(`, `((`, `[[`, `{a,b}`, `$'…'`, `$"…"`, `$[…]`. */
const SYNTAX = /&>|>&(?![\d-])|\|&|<<<|[<>]\(|\(\(|\[\[|(?<!\$)\{\S|\$['"[]/;
/** Commands that each shell has built in, in its own way, and variables that only some set. */
const WORDS =
  /(?<![\w./$-])(?:echo|printf|read|test|\[|time|trap|source|function|declare|typeset|local|let|shopt|set|export|ulimit|type|\$\{?(?:RANDOM|SECONDS|LINENO|HOSTNAME|UID|EUID|BASH\w*))(?![\w./-])/;

/** Returns whether bash and a plain sh run a command alike. */
export function runsAlike(command: string): boolean {
  return !SYNTAX.test(command) && !WORDS.test(command);
}
