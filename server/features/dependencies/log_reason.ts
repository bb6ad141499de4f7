// Which line of an installer's log says why it failed.

/** Of a line, as much as is shown. */
const LONGEST = 300;
/** Lines that say what is wrong, the most telling form first. */
const telling: readonly RegExp[] = [
  /^npm (?:error|ERR!) (?:404|notarget|ERESOLVE|network|gyp|syscall|enoent)\s+(?<said>\S.*)$/i,
  /^npm (?:error|ERR!) (?!code\b|A complete log|errno\b|path\b)(?<said>\S.*)$/,
  /^\s*(?<said>ERR_PNPM_\S+.*)$/,
  /^(?<said>ERROR: .+)$/,
  /^E: (?<said>.+)$/,
  /^error: (?<said>.+)$/i,
  /^(?<said>sudo: .+)$/,
  /^(?<said>.*(?:not available|unable to|cannot|could not|not found|denied|refused|failed).*)$/i,
];
// deno-lint-ignore no-control-regex -- the escape that begins a colour
const colour = /\u001b\[[0-9;?]*[A-Za-z]/g;

/** Finds the line that says why an installer failed; null when the log says nothing. */
export function reasonInLog(log: string): string | null {
  const lines = log.replace(colour, "").split(/[\r\n]+/).map((line) => line.trimEnd())
    .filter((line) => line.trim() !== "" && !line.startsWith("## "));
  for (const form of telling) {
    for (const line of lines) {
      const said = form.exec(line)?.groups?.["said"];
      if (said !== undefined) return shortened(said);
    }
  }
  const last = lines.at(-1);
  return last === undefined ? null : shortened(last);
}

function shortened(line: string): string {
  const text = line.trim();
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1)}…`;
}
