import type { Generated } from "kysely";
import type { FileArea, VersionCause } from "../contract/files.ts";

export interface FileVersionTable {
  id: Generated<number>;
  area: FileArea;
  /** The current path of the file; a rename moves its versions along. */
  path: string;
  /** SHA-256 of the content, hex: the name of the stored copy. */
  hash: string;
  size: number;
  saved_at: number;
  /** Name of an account or application; null when the change did not come through the panel. */
  saved_by: string | null;
  cause: VersionCause;
}

export interface TrashEntryTable {
  id: Generated<number>;
  area: FileArea;
  /** Its path before deletion. */
  path: string;
  kind: "file" | "folder" | "link" | "special";
  size: number | null;
  /** Name of its folder in the trash. */
  place: string;
  deleted_at: number;
  deleted_by: string | null;
}
