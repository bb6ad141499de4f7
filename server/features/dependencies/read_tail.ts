import { FilesRoot } from "../../platform/files/files_root.ts";
import { closeDescriptor, type OpenedFile, openRegular, readAt } from "../../platform/files/open_regular.ts";

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
