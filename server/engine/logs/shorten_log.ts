// Cuts the log of a finished run to its limit: first part, gap line and last part go into a new file that replaces the log.
// Until then, and while someone may still write, only the bytes in the middle are freed.
import { constants, fsync, renameSync, unlinkSync } from "node:fs";
import { promisify } from "node:util";
import type { Language } from "../../contract/settings.ts";
import {
  closeDescriptor,
  createRegular,
  type OpenedFile,
  readAt,
  writeAt,
} from "../../platform/files/open_regular.ts";
import type { SparseFiles } from "../../platform/sparse_files.ts";
import { findGap, gapLine } from "./log_cut.ts";
import { encodeHead, type Gap, type LogHead, type LogName, readShape, timesFile } from "./log_shape.ts";
import { encodeTimes, LogTimes, moveTimes, readTimes } from "./log_times.ts";
import type { OpenLog } from "./open_log.ts";

const CHUNK = 1024 * 1024;

export interface ShortenOptions {
  maxBytes: number;
  language: Language;
  files: SparseFiles;
  /** Returns whether a process may still write to the log: then it must stay the same file. */
  isHeld(): Promise<boolean>;
}

/**
 * Shortens a log if it is too large or has a gap. A log that is no longer at its path is left alone. Throws errors of the
 * file system and of location resolving; the log is then still whole.
 */
export async function shortenLog(log: OpenLog, options: ShortenOptions): Promise<void> {
  const { maxBytes, language, isHeld } = options;
  if (!log.mayHaveGap && log.size <= maxBytes) return;
  using location = log.location();
  if (!log.isIn(location)) return;
  const shape = readShape(location);
  if (!shape || (shape.size <= maxBytes && !shape.gap)) return;
  const gap = await log.use((descriptor) =>
    findGap(descriptor, { size: shape.size, maxBytes, gap: shape.gap })
  );
  if (!gap) return;
  if (await isHeld()) return await freeGap(log, gap, options);
  const { inode } = log;
  try {
    await replaceLog(log, location, { head: shape, gap, line: gapLine(gap.end - gap.start, language) });
  } catch (error) {
    if (log.inode === inode) await freeGap(log, gap, options);
    throw error;
  }
}

async function freeGap(log: OpenLog, gap: Gap, { files }: ShortenOptions): Promise<void> {
  const times = new LogTimes(log);
  await times.resume();
  await times.setHead({ ...times.head, gap });
  await log.use((descriptor) => files.free(descriptor, gap.start, gap.end));
}

async function replaceLog(
  log: OpenLog,
  location: LogName,
  { head, gap, line }: { head: LogHead; gap: Gap; line: string },
): Promise<void> {
  const { folder, name } = location;
  const mark = new TextEncoder().encode(line);
  const fresh = [`${name}.tmp`, `${timesFile(name)}.tmp`] as const;
  const file = createRegular(folder.at(fresh[0]), constants.O_APPEND);
  try {
    await log.use((from) => copyParts(from, file, gap, mark));
    const moved = { start: gap.start, from: gap.end, to: gap.start + mark.length };
    const times = moveTimes(await readTimes(location, log.inode), gap, moved.to);
    const newHead = encodeHead({ generation: head.generation + 1, gap: null, moved }, file.stats.ino);
    await write(folder.at(fresh[1]), encodeTimes(newHead, times));
    // Both synchronously, so that no reader in this process sees only one of them.
    renameSync(folder.at(fresh[0]), folder.at(name));
    log.replaceBy(file);
    renameSync(folder.at(fresh[1]), folder.at(timesFile(name)));
  } catch (error) {
    if (log.inode !== file.stats.ino) await closeDescriptor(file.descriptor);
    for (const one of fresh) remove(folder.at(one));
    throw error;
  }
}

async function write(path: string, bytes: Uint8Array): Promise<void> {
  const { descriptor } = createRegular(path);
  try {
    await writeAt(descriptor, 0, bytes);
  } finally {
    await closeDescriptor(descriptor);
  }
}

function remove(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // It was not created, or it is a directory that a task put there.
  }
}

async function copyParts(
  from: number,
  { descriptor: to }: OpenedFile,
  gap: Gap,
  mark: Uint8Array,
): Promise<void> {
  await copy(from, to, { start: 0, end: gap.start, to: 0 });
  await writeAt(to, gap.start, mark);
  await copy(from, to, { start: gap.end, end: Infinity, to: gap.start + mark.length });
  await promisify(fsync)(to);
}

async function copy(from: number, to: number, part: Gap & { to: number }): Promise<void> {
  const { start, end } = part;
  for (let at = start; at < end;) {
    const chunk = await readAt(from, at, Math.min(CHUNK, end - at));
    if (chunk.length === 0) return;
    await writeAt(to, part.to + at - start, chunk);
    at += chunk.length;
  }
}
