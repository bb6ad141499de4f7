// A separate thread for one folder search, so that the panel stays responsive.
import type { SearchResult } from "../../contract/files.ts";
import type { QueryResponse } from "../worker_queries.ts";
import { type FolderSearch, scanFolder } from "./scan_folder.ts";
import { messageOf } from "../error_message.ts";

self.onmessage = async ({ data }: MessageEvent<FolderSearch>) => self.postMessage(await search(data));

async function search(order: FolderSearch): Promise<QueryResponse<SearchResult>> {
  try {
    return { result: await scanFolder(order, () => performance.now()) };
  } catch (error) {
    return { error: messageOf(error) };
  }
}
