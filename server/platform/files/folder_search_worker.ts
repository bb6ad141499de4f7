// A thread of its own for one look through a folder, so that the panel goes on answering.
import type { SearchAnswer } from "../../contract/files.ts";
import { type FolderSearch, scanFolder } from "./scan_folder.ts";

export type SearchReply = { answer: SearchAnswer } | { fault: string };

self.onmessage = async ({ data }: MessageEvent<FolderSearch>) => self.postMessage(await search(data));

async function search(order: FolderSearch): Promise<SearchReply> {
  try {
    return { answer: await scanFolder(order, () => performance.now()) };
  } catch (fault) {
    return { fault: fault instanceof Error ? fault.message : String(fault) };
  }
}
