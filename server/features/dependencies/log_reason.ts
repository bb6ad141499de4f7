// Finds the line of an installer's log that explains its failure.
import { visibleLines } from "../../contract/log_text/visible_text.ts";
import { FilesRoot } from "../../platform/files/files_root.ts";
import { closeDescriptor, type OpenedFile, openRegular, readAt } from "../../platform/files/open_regular.ts";

/** Maximum length of the line as displayed. */
const MAX_LENGTH = 300;
/** A longer line is not one of these messages, and packages may print anything. */
const MAX_LINE = 2_000;
/** Lines that explain an error, most specific first. */
const telling: readonly RegExp[] = [
  /^npm (?:error|ERR!) (?:404|notarget|ERESOLVE|network|syscall|enoent)\s+(?<said>\S.*)$/i,
  // The compiler's error, or that of the program that starts it, for a package that is compiled.
  /^(?:npm (?:error|ERR!) )?(?<said>\S+:\d+: (?:fatal )?error: .+)$/,
  /\bgyp ERR! stack Error: (?<said>.+)/,
  // The error of an install script.
  /^(?:npm (?:error|ERR!) )?(?<said>(?:[A-Z]\w*)?Error(?: \[\w+\])?: .+)$/,
  /^npm (?:error|ERR!) (?!code\b|command\b|gyp\b|A complete log|Log files\b|errno\b|path\b)(?<said>\S.*)$/,
  /^\s*(?<said>ERR_PNPM_\S.*)/,
  /^(?<said>ERROR: .+)$/,
  /^E: (?<said>.+)$/,
  /^error: (?<said>.+)$/i,
  /^(?<said>sudo: .+)$/,
  /^(?=(?<said>.*)).*?(?:not available|unable to|cannot|could not|not found|denied|refused|failed)/i,
];

/** The panel's messages where those of an installer say too little. */
export interface ReasonMessages {
  noHeaders(address: string): string;
}

/** Returns the line that explains why an installer failed; null if there is none. */
export function reasonInLog(log: string, messages: ReasonMessages): string | null {
  const lines = visibleLines(log).map((line) => line.slice(0, MAX_LINE).trimEnd())
    .filter((line) => line.trim() !== "" && !line.startsWith("## "));
  const headers = missingHeaders(lines);
  if (headers !== null) return shortened(messages.noHeaders(headers));
  for (const form of telling) {
    for (const line of lines) {
      const reason = form.exec(line)?.groups?.["said"];
      if (reason !== undefined) return shortened(reason);
    }
  }
  const last = lines.at(-1);
  return last === undefined ? null : shortened(last);
}

// node-gyp's own message is three lines about networks and proxies, without the URL it wanted.
function missingHeaders(lines: readonly string[]): string | null {
  const offline = lines.some((line) =>
    /\bgyp ERR! stack /.test(line) && line.includes("related to network connectivity")
  );
  const asked = lines.map((line) => /\bgyp http GET (\S+headers\S*)/.exec(line)?.[1]);
  return offline ? asked.findLast((address) => address !== undefined) ?? null : null;
}

function shortened(line: string): string {
  const text = line.trim();
  return text.length <= MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH - 1)}…`;
}

/**
 * Returns the last bytes of a log, relative to the directory of logs, as text; empty if it is not a regular
 * file. Skips the part omitted from its middle.
 */
export async function readTail(logs: string, path: string, bytes: number): Promise<string> {
  const file = open(logs, path);
  if (!file) return "";
  const { descriptor, stats: { size } } = file;
  try {
    const read = await readAt(descriptor, Math.max(0, size - bytes), Math.min(size, bytes));
    return new TextDecoder().decode(read).replaceAll("\0", "");
  } finally {
    await closeDescriptor(descriptor);
  }
}

function open(logs: string, path: string): OpenedFile | null {
  try {
    using directory = new FilesRoot(logs).location(path);
    return openRegular(directory.folder.at(directory.name));
  } catch {
    return null;
  }
}
