import { AppError } from "../../contract/app_error.ts";

/** What a caller asks of the content that is there before it is changed. */
export interface Precondition {
  /** Tags of which the content must have one; `any` takes whatever there is, null says that nothing was asked. */
  match: readonly string[] | "any" | null;
  /** Whether there must be no file yet. */
  isNew: boolean;
}

/** Reads `If-Match` and `If-None-Match` of a request. Throws `stale_version` for what is no tag of a content. */
export function readPrecondition(headers: Headers): Precondition {
  return { match: readTags(headers.get("if-match")), isNew: headers.get("if-none-match")?.trim() === "*" };
}

/** Writes the `ETag` of a content. */
export function tagHeader(etag: string): { etag: string } {
  return { etag: `"${etag}"` };
}

// A proxy that compresses makes a tag weak; it names the same content.
function readTags(header: string | null): Precondition["match"] {
  if (header === null) return null;
  if (header.trim() === "*") return "any";
  const tags = header.split(",").map((one) => /^(?:W\/)?"([0-9a-f]{64})"$/.exec(one.trim())?.[1]);
  if (!tags.every((tag) => tag !== undefined)) throw new AppError("stale_version");
  return tags;
}
