// Files and folders that were dropped from the desktop. A browser hands out folders only as entries, and only while the drop is told.

/** One thing that was dropped: a file with its place below what was dropped, or a folder that holds nothing. */
export interface DroppedFile {
  /** Names with slashes between them. */
  path: string;
  /** Null for an empty folder. */
  file: File | null;
}

/** The part of a file system entry that is used. */
export interface DropEntry {
  readonly isFile: boolean;
  readonly isDirectory: boolean;
  readonly name: string;
  file?(done: (file: File) => void, failed: (error: unknown) => void): void;
  createReader?(): {
    readEntries(done: (entries: DropEntry[]) => void, failed: (error: unknown) => void): void;
  };
}

/** Tells whether something that is dragged comes from outside and has files. */
export function hasFiles(data: Pick<DataTransfer, "types">): boolean {
  return [...data.types].includes("Files");
}

/** Takes everything from a drop; to be called while the drop is told, its answer comes later. */
export function takeDrop(data: DataTransfer): Promise<DroppedFile[]> {
  const entries = [...data.items].filter(({ kind }) => kind === "file").map((item) =>
    item.webkitGetAsEntry()
  );
  const known = entries.filter((entry) => entry !== null);
  if (known.length === 0) return Promise.resolve(listFiles(data.files));
  // `as`: the browser's entries have either method, by their kind
  return readEntries(known as unknown as DropEntry[]);
}

/** Lists files that were picked; those of a picked folder with their place in it. */
export function listFiles(files: Iterable<File>): DroppedFile[] {
  return [...files].map((file) => ({ path: file.webkitRelativePath || file.name, file }));
}

/** Reads entries, folders with all that is in them. */
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
  // A reader gives at most a hundred at a time, and none when it is at the end.
  for (let some: DropEntry[] = [], first = true; reader && (first || some.length > 0); first = false) {
    some = await new Promise<DropEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    all.push(...some);
  }
  return all;
}
