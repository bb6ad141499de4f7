// Files and folders dropped from the desktop. A browser exposes folders only as entries, and only during the drop event.

/** One dropped item: a file with its path relative to the drop, or an empty folder. */
export interface DroppedFile {
  /** Names separated by slashes. */
  path: string;
  /** Null for an empty folder. */
  file: File | null;
}

/** The subset of FileSystemEntry that is used. */
export interface DropEntry {
  readonly isFile: boolean;
  readonly isDirectory: boolean;
  readonly name: string;
  file?(done: (file: File) => void, failed: (error: unknown) => void): void;
  createReader?(): {
    readEntries(done: (entries: DropEntry[]) => void, failed: (error: unknown) => void): void;
  };
}

/** Returns whether a drag comes from outside the page and carries files. */
export function hasFiles(data: Pick<DataTransfer, "types">): boolean {
  return [...data.types].includes("Files");
}

/** Reads all files of a drop. Call it during the drop event; the result resolves later. */
export function takeDrop(data: DataTransfer): Promise<DroppedFile[]> {
  const entries = [...data.items].filter(({ kind }) => kind === "file").map((item) =>
    item.webkitGetAsEntry()
  );
  const known = entries.filter((entry) => entry !== null);
  if (known.length === 0) return Promise.resolve(listFiles(data.files));
  // `as`: an entry has one of the two methods, depending on its kind
  return readEntries(known as unknown as DropEntry[]);
}

/** Lists picked files; files of a picked folder keep their path within it. */
export function listFiles(files: Iterable<File>): DroppedFile[] {
  return [...files].map((file) => ({ path: file.webkitRelativePath || file.name, file }));
}

export async function readEntries(entries: readonly DropEntry[], above = ""): Promise<DroppedFile[]> {
  const found: DroppedFile[] = [];
  for (const entry of entries) {
    const path = above + entry.name;
    if (entry.isFile) found.push({ path, file: await fileOf(entry) });
    else for (const inside of await readFolder(entry, path)) found.push(inside);
  }
  return found;
}

async function readFolder(entry: DropEntry, path: string): Promise<DroppedFile[]> {
  const inside = await readEntries(await listFolder(entry), `${path}/`);
  return inside.length > 0 ? inside : [{ path, file: null }];
}

function fileOf(entry: DropEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file?.(resolve, reject));
}

async function listFolder(entry: DropEntry): Promise<DropEntry[]> {
  const reader = entry.createReader?.();
  const all: DropEntry[] = [];
  // A reader returns at most 100 entries per call, and none at the end.
  for (let some: DropEntry[] = [], first = true; reader && (first || some.length > 0); first = false) {
    some = await new Promise<DropEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    all.push(...some);
  }
  return all;
}
