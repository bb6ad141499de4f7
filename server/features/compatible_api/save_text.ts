// Reads and saves texts without the ETags of our own API: the last one to save wins, and the service stores versions.
import { refuseIf } from "../../contract/app_error.ts";
import type { VersionCause } from "../../contract/files.ts";
import type { Files } from "../files/service.ts";

/** Returns the text of a file; bytes that are no text become replacement characters. Throws `not_found`. */
export async function readText(files: Files, path: string): Promise<string> {
  return (await files.content(path, true)).content ?? "";
}

interface Saving {
  path: string;
  text: string;
  by: string | null;
}

/** Saves a text, with its folders. Throws `AppError`. */
export async function saveText(files: Files, { path, text, by }: Saving): Promise<void> {
  if (!text.isWellFormed()) refuseIf([{ path: "content", code: "invalid_character" }]);
  await saveBytes(files, { path, bytes: new TextEncoder().encode(text), by, cause: "saved" });
}

/** Saves bytes, with their folders. Throws `AppError`. */
export async function saveBytes(
  files: Files,
  saving: { path: string; bytes: Uint8Array<ArrayBuffer>; by: string | null; cause: VersionCause },
): Promise<void> {
  const exists = files.has(saving.path);
  await files.save({ ...saving, precondition: { match: exists ? "any" : null, isNew: !exists } });
}
