import type { FileArea } from "../../contract/files.ts";
import type { Caller } from "../../http/route.ts";
import type { Files } from "./service.ts";

/** What the routes of one area depend on. */
export interface FileCounter {
  area: FileArea;
  files: Files;
  /** Returns the name of the caller to record with a change. */
  nameOf(caller: Caller): Promise<string | null>;
  /** Maximum size of an upload, in bytes. */
  uploadMaxBytes(): number;
}
