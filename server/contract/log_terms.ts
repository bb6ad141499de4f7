// Which lines of a log look like an error or a warning. The server searches a whole log for the first error and the page
// tints the visible lines, both with these patterns.

export type LogLevel = "error" | "warning";

interface Terms {
  /** Words in any case. */
  words: readonly string[];
  /** Ends of the names of classes, as in `TypeError`. */
  kinds: readonly string[];
  /** Matched as they are: Chinese has no word boundaries. */
  chinese: readonly string[];
}

const terms: Record<LogLevel, Terms> = {
  error: {
    words: ["error", "exception", "traceback", "fatal", "failed", "panic", "panicked", "npm err!"],
    kinds: ["Error", "Exception"],
    chinese: ["错误", "失败", "异常"],
  },
  warning: {
    words: ["warning", "warn"],
    kinds: ["Warning"],
    chinese: ["警告"],
  },
};

// Not inside a word, a path such as `log/error` or an option such as `--fail-on-error`.
const wordStart = "(?<![A-Za-z0-9_/]|[a-z-]-)";
// Not inside a word or a file name such as `error.log`.
const wordEnd = "(?![A-Za-z0-9_]|[-./][a-z])";
// "0 failed" and "without any error" are good news.
const notNegated = "(?<!\\b(?:0|[nN][oO]|[nN]ot(?: an)?|[zZ]ero|[wW]ithout(?: any?)?) )";
// So are "failed: 0" and `"error":null`.
const notZero =
  "(?![\"')\\]]{0,2} ?[:=] ?(?:0(?![0-9.x])|(?:[nN]one|null|nil|false|\\[\\]|\"\"|'')(?:[,;)}\\]\\n\\v]|$)))";
const chineseNegations = ["没有", "无", "未发现", "未出现", "0 个", "0个"];
const chineseCounts = ["数", "数量", "次数"];
const chineseColons = [":", "：", "="];

/**
 * Returns the source of the pattern of lines of a level, which takes linear time. `encode` returns the source that matches
 * a Chinese text, which differs for a log that is read as bytes.
 */
export function levelSource(level: LogLevel, encode: (text: string) => string): string {
  const { words, kinds, chinese } = terms[level];
  const firsts = [...new Set(words.map((word) => anyCase(word[0] ?? "").slice(1, -1)))].join("");
  // The first letter before the rest, because most positions fail there.
  const word = `${wordStart}(?=[${firsts}])${notNegated}(?:${words.map(anyCase).join("|")})`;
  const kind = `(?<=[a-z])(?:${kinds.join("|")})`;
  const oneOf = (texts: readonly string[]) => `(?:${texts.map(encode).join("|")})`;
  const zero = `(?!${oneOf(chineseCounts)}? ?${oneOf(chineseColons)} ?0(?![0-9.]))`;
  return `(?:${word}|${kind})${wordEnd}${notZero}|(?<!${oneOf(chineseNegations)})${oneOf(chinese)}${zero}`;
}

/** Length of the longest match of any level, bytes. */
export const MAX_LEVEL_BYTES = 16;

const error = new RegExp(levelSource("error", (text) => text));
const warning = new RegExp(levelSource("warning", (text) => text));

/** Returns whether the visible text of a line looks like an error or a warning; null for neither. */
export function logLevelOf(line: string): LogLevel | null {
  return error.test(line) ? "error" : warning.test(line) ? "warning" : null;
}

function anyCase(text: string): string {
  return [...text].map((one) => {
    const [lower, upper] = [one.toLowerCase(), one.toUpperCase()];
    return lower === upper ? one : `[${lower}${upper}]`;
  }).join("");
}
