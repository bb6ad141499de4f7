// Brings the log of a run that is over to its limit: first part, mark, last part, in a file of their own that takes the place
// of the log. Until then, and where somebody may still write, the middle is only freed.
import { renameSync } from "node:fs";
import { type FileHandle, open, rm, stat, writeFile } from "node:fs/promises";
import type { Language } from "../contract/settings.ts";
import type { SparseFiles } from "../platform/sparse_files.ts";
import { findGap, gapLine } from "./log_cut.ts";
import { encodeHead, type Gap, type LogHead, readShape, timesFile } from "./log_shape.ts";
import { encodeTimes, LogTimes, moveTimes, readTimes } from "./log_times.ts";

const CHUNK = 1024 * 1024;

export interface ShortenOptions {
  maxBytes: number;
  language: Language;
  files: SparseFiles;
  /** Tells whether a process may still write to it: then it must stay the same file. */
  isHeld(): Promise<boolean>;
}

/** Shortens a log, if it is too large or something of it was left out. Throws what the file system says; the log is whole then. */
export async function shortenLog(log: string, options: ShortenOptions): Promise<void> {
  const { maxBytes, language, isHeld } = options;
  const shape = await readShape(log);
  if (!shape || (shape.size <= maxBytes && !shape.gap)) return;
  const gap = await findGap(log, { size: shape.size, maxBytes, gap: shape.gap });
  if (!gap) return;
  if (await isHeld()) return await freeGap(log, gap, options);
  try {
    await replaceLog(log, shape, { gap, line: gapLine(gap.end - gap.start, language) });
  } catch (fault) {
    await freeGap(log, gap, options);
    throw fault;
  }
}

async function freeGap(log: string, gap: Gap, { files }: ShortenOptions): Promise<void> {
  const times = new LogTimes(log);
  await times.resume();
  await times.setHead({ ...times.head, gap });
  await files.free(log, gap.start, gap.end);
}

async function replaceLog(
  log: string,
  head: LogHead,
  { gap, line }: { gap: Gap; line: string },
): Promise<void> {
  const mark = new TextEncoder().encode(line);
  const fresh = [`${log}.tmp`, `${timesFile(log)}.tmp`] as const;
  try {
    await copyParts(log, fresh[0], gap, mark);
    const moved = { start: gap.start, from: gap.end, to: gap.start + mark.length };
    const times = moveTimes(await readTimes(log, (await stat(log)).ino), gap, moved.to);
    const inode = (await stat(fresh[0])).ino;
    const newHead = encodeHead({ generation: head.generation + 1, gap: null, moved }, inode);
    await writeFile(fresh[1], encodeTimes(newHead, times), { mode: 0o600 });
    // Both in one go, so that no reader of ours comes between.
    renameSync(fresh[0], log);
    renameSync(fresh[1], timesFile(log));
  } catch (fault) {
    for (const file of fresh) await rm(file, { force: true });
    throw fault;
  }
}

async function copyParts(log: string, fresh: string, gap: Gap, mark: Uint8Array): Promise<void> {
  const from = await open(log, "r");
  try {
    const to = await open(fresh, "w", 0o600);
    try {
      await copy(from, to, { start: 0, end: gap.start });
      await to.write(mark);
      await copy(from, to, { start: gap.end, end: Infinity });
      await to.datasync();
    } finally {
      await to.close();
    }
  } finally {
    await from.close();
  }
}

async function copy(from: FileHandle, to: FileHandle, { start, end }: Gap): Promise<void> {
  const chunk = new Uint8Array(CHUNK);
  for (let at = start; at < end;) {
    const { bytesRead } = await from.read(chunk, 0, Math.min(CHUNK, end - at), at);
    if (bytesRead === 0) return;
    for (let done = 0; done < bytesRead;) {
      done += (await to.write(chunk, done, bytesRead - done)).bytesWritten;
    }
    at += bytesRead;
  }
}
