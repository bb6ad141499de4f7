// A thread of its own for one look through a folder, so that the panel goes on answering.
import type { SearchAnswer } from "../../contract/files.ts";
import type { LookReply } from "../worker_looks.ts";
import { type FolderSearch, scanFolder } from "./scan_folder.ts";

self.onmessage = async ({ data }: MessageEvent<FolderSearch>) => self.postMessage(await search(data));

async function search(order: FolderSearch): Promise<LookReply<SearchAnswer>> {
  try {
    return { result: await scanFolder(order, () => performance.now()) };
  } catch (fault) {
    return { fault: fault instanceof Error ? fault.message : String(fault) };
  }
}
