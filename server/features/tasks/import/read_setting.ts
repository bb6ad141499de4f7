/** A line that sets a variable for the rules below it. */
export interface Setting {
  name: string;
  value: string;
}

const SETTING = /^(["']?)([A-Za-z_][A-Za-z0-9_]*)\1[ \t]*=[ \t]*(.*)$/;

/**
 * Parses `NAME=value` like cron: strips quotes around the whole value, expands nothing and trims blanks at
 * both ends. Returns null for any other line.
 */
export function readSetting(line: string): Setting | null {
  const [, , name, rest] = SETTING.exec(line.trim()) ?? [];
  if (name === undefined || rest === undefined) return null;
  const value = unquote(rest.trim());
  return value === null ? null : { name, value };
}

// Cron allows nothing after a closing quote.
function unquote(text: string): string | null {
  const quote = text[0];
  if (quote !== '"' && quote !== "'") return text;
  const end = text.indexOf(quote, 1);
  return end === text.length - 1 && end > 0 ? text.slice(1, end) : null;
}
