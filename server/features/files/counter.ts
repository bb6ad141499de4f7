import type { FileArea } from "../../contract/files.ts";
import type { Caller } from "../../http/route.ts";
import type { Files } from "./service.ts";

/** What the routes of one area stand on. */
export interface FileCounter {
  area: FileArea;
  files: Files;
  /** Tells who sent a request, as it is written beside what they change. */
  nameOf(caller: Caller): Promise<string | null>;
  /** Most bytes of an upload. */
  uploadMaxBytes(): number;
}
