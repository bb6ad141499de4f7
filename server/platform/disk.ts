// Disk operations where a crash between any two of them must leave either the old or the new state, complete. They are
// passed in as one object, so that a test can end the process before each of them.
import { dirname } from "node:path";

export interface Disk {
  makeFolder(path: string, mode?: number): Promise<void>;
  /** Writes a new file; throws when it already exists. */
  writeNew(path: string, content: AsyncIterable<Uint8Array>, mode: number): Promise<void>;
  /** Writes a text file in one step, replacing any existing one, and waits until it is synced to disk. */
  replaceText(path: string, text: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  link(from: string, to: string): Promise<void>;
  /** Removes a file, or a folder with its contents; does nothing when it does not exist. */
  remove(path: string): Promise<void>;
  /** Waits until the entries of a folder are synced to disk. */
  syncFolder(path: string): Promise<void>;
  /** Waits until everything on the disk of this folder is synced. */
  syncAll(path: string): Promise<void>;
}

export const realDisk: Disk = {
  async makeFolder(path, mode = 0o700) {
    await Deno.mkdir(path, { recursive: true, mode });
  },
  async writeNew(path, content, mode) {
    using file = await Deno.open(path, { write: true, createNew: true, mode });
    for await (const chunk of content) {
      for (let at = 0; at < chunk.length;) at += await file.write(chunk.subarray(at));
    }
  },
  async replaceText(path, text) {
    const draft = `${path}.draft`;
    await Deno.remove(draft).catch(() => {});
    try {
      await writeDurably(draft, text);
      await Deno.rename(draft, path);
    } catch (error) {
      // On a full disk the draft exists nevertheless, empty.
      await Deno.remove(draft).catch(() => {});
      throw error;
    }
    await realDisk.syncFolder(dirname(path));
  },
  rename: (from, to) => Deno.rename(from, to),
  link: (from, to) => Deno.link(from, to),
  async remove(path) {
    try {
      await Deno.remove(path, { recursive: true });
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
  },
  async syncFolder(path) {
    using folder = await Deno.open(path);
    await folder.sync();
  },
  // Syncing thousands of files one by one would take minutes on a slow disk.
  async syncAll(path) {
    const command = new Deno.Command("sync", { args: ["-f", path], stdout: "null", stderr: "null" });
    const done = await command.output().then(({ success }) => success, () => false);
    if (!done) await syncEach(path);
  },
};

async function writeDurably(path: string, text: string): Promise<void> {
  using file = await Deno.open(path, { write: true, createNew: true, mode: 0o600 });
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length;) at += await file.write(bytes.subarray(at));
  await file.sync();
}

async function syncEach(path: string): Promise<void> {
  for await (const { name, isDirectory, isFile } of Deno.readDir(path)) {
    if (isDirectory) await syncEach(`${path}/${name}`);
    if (!isFile) continue;
    using file = await Deno.open(`${path}/${name}`);
    await file.sync();
  }
  await realDisk.syncFolder(path);
}

/** Returns what is at a path, without following links; null when there is nothing. */
export async function findAt(path: string): Promise<Deno.FileInfo | null> {
  try {
    return await Deno.lstat(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}
