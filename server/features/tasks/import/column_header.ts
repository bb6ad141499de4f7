// Finds the lines in a crontab that name its columns. They name no task, and say whether a user stands before each command.

/** The time fields in their order, then the user; a name of several words is joined by dashes first. */
const columns: readonly RegExp[] = [
  /^(?:m|min|mins|minutes?)$/,
  /^(?:h|hr|hrs|hours?)$/,
  /^(?:d|dom|md|mday|days?|date|monthday|day-of-(?:the-)?month)$/,
  /^(?:m|mon|months?)$/,
  /^(?:d|dow|wd|wday|weekdays?|day|day-of-(?:the-)?week)$/,
];
const USER = /^(?:user|user-?name|usr|who|account|login)$/;
const COMMAND = /^(?:cmd|command|commands|job|program|script|action)\b/;
/** A header has few words; a sentence may begin like one. */
const MAX_LENGTH = 120;

/** Returns whether a comment names the columns, and whether one is the user; null for any other text. */
export function readColumnHeader(comment: string): { hasUser: boolean } | null {
  const text = comment.replace(/^[\s#;]+/, "");
  if (text.length > MAX_LENGTH) return null;
  const words = text.toLowerCase().replace(/[()|,"'<>]/g, " ").replace(
    /\bday of (?:the )?(month|week)\b/g,
    "day-of-$1",
  )
    .replace(/\buser name\b/g, "username").split(/\s+/).filter((word) => word !== "");
  const fields = words.slice(0, columns.length);
  const isRuler = fields.length === columns.length && fields.every((word) => word === "*");
  const isNamed = fields.length === columns.length &&
    fields.every((word, index) => columns[index]?.test(word));
  if (!isRuler && !isNamed) return null;
  const [next = "", after = ""] = words.slice(columns.length);
  const hasUser = USER.test(next);
  const rest = hasUser ? after : next;
  // Five stars and any other word are a rule that was commented out.
  if (!hasUser && rest === "" && isRuler) return null;
  return rest === "" || COMMAND.test(rest) ? { hasUser } : null;
}

/** Returns whether a comment of a crontab says that a user stands before each command. */
export function declaresUsers(text: string): boolean {
  return text.split(/\r\n?|\n/).some((line) =>
    /^\s*#/.test(line) &&
    (/^\s*#\s*\/etc\/crontab: system-wide crontab/.test(line) || readColumnHeader(line)?.hasUser === true)
  );
}
