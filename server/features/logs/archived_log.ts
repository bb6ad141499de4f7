import type { Language } from "../../contract/settings.ts";
import type { ArchivedContent } from "../../platform/files/archived_content.ts";
import type { WalkedEntry } from "../../platform/files/walk_tree.ts";
import { LogFile } from "../runs/log_file.ts";
import { timesFile } from "../../engine/logs/log_shape.ts";

const CHUNK = 256 * 1024;
const NEW_LINE = 0x0a;

/**
 * Returns the content that an archive stores for a log: a line replaces the omitted part, even if it is cut
 * out during the read.
 */
export async function archivedLog(
  { folder, name }: Pick<WalkedEntry, "folder" | "name">,
  language: Language,
): Promise<ArchivedContent> {
  const log = new LogFile({ root: folder.at(), logPath: name, wasWritten: true, complete: false, language });
  const { size, gap, generation } = await log.shape();
  const stored = gap ? size - (gap.end - gap.start) + byteLength(log.gapLine(gap.end - gap.start)) : size;
  // If a part was cut out meanwhile, the log is shorter: filler replaces the missing bytes.
  return { size: stored, chunks: chunksOf(log, generation), filler: NEW_LINE };
}

async function* chunksOf(log: LogFile, generation: number): AsyncGenerator<Uint8Array, void> {
  for (let position = { offset: 0, generation };;) {
    const step = await log.readOn(position, CHUNK);
    if (step.bytes.length === 0) return;
    position = { ...step.position, offset: step.next };
    yield step.bytes;
  }
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** Companion files of a log: its times, and temporary files for either. */
export const besideLog = /\.log(\.times|\.tmp|\.times\.tmp)$/;

/** Returns whether a file is only a companion of a log and must not be listed. */
export function isBesideLog(name: string): boolean {
  return besideLog.test(name);
}

export function namesOfLog(name: string): string[] {
  const times = timesFile(name);
  return [name, times, `${name}.tmp`, `${times}.tmp`];
}

/** Returns whether a path is a folder or inside it; the empty folder contains everything. */
export function isWithin(path: string, folder: string): boolean {
  return folder === "" || path === folder || path.startsWith(`${folder}/`);
}
