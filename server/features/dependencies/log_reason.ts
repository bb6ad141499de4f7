// Which line of an installer's log says why it failed.

/** Of a line, as much as is shown. */
const MAX_LENGTH = 300;
/** A line this long says none of this, and packages may write anything. */
const MAX_LINE = 2_000;
/** Lines that say what is wrong, the most telling form first. */
const telling: readonly RegExp[] = [
  /^npm (?:error|ERR!) (?:404|notarget|ERESOLVE|network|syscall|enoent)\s+(?<said>\S.*)$/i,
  // A package is compiled, and the compiler or what starts it says why it is not.
  /^(?:npm (?:error|ERR!) )?(?<said>\S+:\d+: (?:fatal )?error: .+)$/,
  /\bgyp ERR! stack Error: (?<said>.+)$/,
  // A program that a package brings to be installed with.
  /^(?:npm (?:error|ERR!) )?(?<said>(?:[A-Z]\w*)?Error(?: \[\w+\])?: .+)$/,
  /^npm (?:error|ERR!) (?!code\b|command\b|gyp\b|A complete log|Log files\b|errno\b|path\b)(?<said>\S.*)$/,
  /^\s*(?<said>ERR_PNPM_\S+.*)$/,
  /^(?<said>ERROR: .+)$/,
  /^E: (?<said>.+)$/,
  /^error: (?<said>.+)$/i,
  /^(?<said>sudo: .+)$/,
  /^(?<said>.*(?:not available|unable to|cannot|could not|not found|denied|refused|failed).*)$/i,
];
// deno-lint-ignore no-control-regex -- the escape that begins a colour
const colour = /\u001b\[[0-9;?]*[A-Za-z]/g;

/** What the panel itself says where an installer says too little. */
export interface ReasonMessages {
  noHeaders(address: string): string;
}

/** Finds the line that says why an installer failed; null when the log says nothing. */
export function reasonInLog(log: string, messages: ReasonMessages): string | null {
  const lines = log.replace(colour, "").split(/[\r\n]+/).map((line) => line.slice(0, MAX_LINE).trimEnd())
    .filter((line) => line.trim() !== "" && !line.startsWith("## "));
  const headers = missingHeaders(lines);
  if (headers !== null) return shortened(messages.noHeaders(headers));
  for (const form of telling) {
    for (const line of lines) {
      const output = form.exec(line)?.groups?.["said"];
      if (output !== undefined) return shortened(output);
    }
  }
  const last = lines.at(-1);
  return last === undefined ? null : shortened(last);
}

// Its own words are three lines about networks and proxies, and do not say what it wanted.
function missingHeaders(lines: readonly string[]): string | null {
  const offline = lines.some((line) => /\bgyp ERR! stack .*related to network connectivity/.test(line));
  const asked = lines.map((line) => /\bgyp http GET (\S+headers\S*)/.exec(line)?.[1]);
  return offline ? asked.findLast((address) => address !== undefined) ?? null : null;
}

function shortened(line: string): string {
  const text = line.trim();
  return text.length <= MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH - 1)}…`;
}
