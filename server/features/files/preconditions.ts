import { AppError } from "../../contract/app_error.ts";

/** The conditions a request sets for the current content. */
export interface Precondition {
  /** ETags of which the content must match one; `any` accepts any existing content, null sets no condition. */
  match: readonly string[] | "any" | null;
  /** Whether the file must not exist yet. */
  isNew: boolean;
}

/** Parses `If-Match` and `If-None-Match` of a request. Throws `stale_version` for an invalid content tag. */
export function readPrecondition(headers: Headers): Precondition {
  return { match: readTags(headers.get("if-match")), isNew: headers.get("if-none-match")?.trim() === "*" };
}

export function tagHeader(etag: string): { etag: string } {
  return { etag: `"${etag}"` };
}

// A compressing proxy makes a tag weak; it still names the same content.
function readTags(header: string | null): Precondition["match"] {
  if (header === null) return null;
  if (header.trim() === "*") return "any";
  const tags = header.split(",").map((one) => /^(?:W\/)?"([0-9a-f]{64})"$/.exec(one.trim())?.[1]);
  if (!tags.every((tag) => tag !== undefined)) throw new AppError("stale_version");
  return tags;
}
