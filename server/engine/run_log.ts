// Where a run's output goes, and the lines the panel puts around it. The output itself never passes through here.
import { closeSync, constants, openSync, writeSync } from "node:fs";
import { mkdir, open } from "node:fs/promises";
import { dirname, join } from "node:path";
import { wallSeconds } from "../contract/cron/zone.ts";
import type { Language } from "../contract/settings.ts";
import { runWords } from "./run_words.ts";
import type { FinalState } from "./states.ts";

/** Ends the last line of every log; readers of such logs look for it. */
const END_MARK = "\u3000".repeat(5);
const TRIES = 1_000;
const FOLDER_TRIES = 3;

export interface LogVoice {
  language: Language;
  zone: string;
}

export interface OpenedLog {
  /** Below the folder of logs. */
  path: string;
  descriptor: number;
}

/** Names a log below the folder of logs: by its folder, and by the time on the wall clock of a zone. */
export function logPathOf(folder: string, at: number, zone: string): string {
  return join(folder, `${wallTime(at, zone, "file")}.log`);
}

/** Creates a log file below `root`. A name that is taken gets a number behind it. Throws what the file system says. */
export async function createLog(root: string, wanted: string): Promise<OpenedLog> {
  for (let tried = 0; tried < TRIES; tried++) {
    // Two runs of one task may begin in the same millisecond.
    const path = tried < 2 ? wanted : wanted.replace(/\.log$/, `-${tried}.log`);
    try {
      return { path, descriptor: openSync(join(root, path), "ax", 0o600) };
    } catch (fault) {
      const code = fault instanceof Error && "code" in fault ? fault.code : null;
      // Made only when it is missing: most runs find the folder of the run before. Retention may remove it in between.
      if (code === "ENOENT" && tried < FOLDER_TRIES) {
        await mkdir(dirname(join(root, path)), { recursive: true });
      } else if (code !== "EEXIST") throw fault;
    }
  }
  throw new Error(`no free file name like ${wanted}`);
}

/** Writes the first line. */
export function writeHeader(descriptor: number, at: number, { language, zone }: LogVoice): void {
  writeSync(descriptor, `## ${runWords[language].starting} ${wallTime(at, zone, "line")}\n\n`);
}

/** Writes a remark of the panel into a log that has no process (yet). */
export function writeRemark(descriptor: number, remark: string): void {
  writeSync(descriptor, `${remark}\n`);
}

export interface Footer {
  state: FinalState;
  exitCode: number | null;
  at: number;
  durationMs: number | null;
}

/** Appends the last line to a log; a log that is gone stays gone. */
export async function appendFooter(
  file: string,
  footer: Footer,
  { language, zone }: LogVoice,
): Promise<void> {
  const words = runWords[language];
  const code = footer.state === "failed" && footer.exitCode !== null ? words.exitCode(footer.exitCode) : "";
  const seconds = Math.max(1, Math.round((footer.durationMs ?? 0) / 1_000));
  const line = `${words.ended[footer.state]}${code}... ${wallTime(footer.at, zone, "line")}  ${
    words.took(seconds)
  }`;
  const handle = await open(file, constants.O_WRONLY | constants.O_APPEND);
  try {
    await handle.write(`\n## ${line}${END_MARK}\n`);
  } finally {
    await handle.close();
  }
}

/** Tells whether a log ends with the last line that the panel writes. */
export async function hasFooter(file: string): Promise<boolean> {
  const wanted = new TextEncoder().encode(`${END_MARK}\n`);
  try {
    const handle = await open(file, constants.O_RDONLY);
    try {
      const { size } = await handle.stat();
      const { buffer } = await handle.read({
        buffer: new Uint8Array(wanted.length),
        position: Math.max(0, size - wanted.length),
      });
      return buffer.every((byte, index) => byte === wanted[index]);
    } finally {
      await handle.close();
    }
  } catch {
    return false;
  }
}

/** Closes a log's descriptor that no process took over. */
export function closeLog(descriptor: number): void {
  closeSync(descriptor);
}

/** Renders an instant on the wall clock of a zone, for a log line or for a file name (with milliseconds). */
export function wallTime(at: number, zone: string, form: "line" | "file"): string {
  const wall = new Date(wallSeconds(Math.floor(at / 1_000), zone) * 1_000 + at % 1_000).toISOString();
  if (form === "line") return wall.slice(0, 19).replace("T", " ");
  return wall.slice(0, 23).replace(/[T:.]/g, "-");
}
