// The syntax of submitted paths: relative, `/` between names. `files_root.ts` resolves them.
import { refuseIf } from "../../contract/app_error.ts";
import { MAX_NAME_BYTES, MAX_PATH_BYTES } from "../../contract/files.ts";

/** Name prefix of the panel's own files: they are hidden, and no request can name one. */
export const RESERVED_PREFIX = ".sundial-";

const encoder = new TextEncoder();

/** Splits a path into its names; none for the empty path. Throws `validation_failed` at `field` for an invalid path. */
export function splitPath(path: string, field = "path"): string[] {
  if (path === "") return [];
  const names = path.split("/");
  const issue = (code: "bad_path" | "reserved_name", params: Record<string, string | number>) =>
    refuseIf([{ path: field, code, params }]);
  if (!names.every(isName) || !fits(path, MAX_PATH_BYTES)) issue("bad_path", { max: MAX_NAME_BYTES });
  if (names.some(isReservedName)) issue("reserved_name", { prefix: RESERVED_PREFIX });
  return names;
}

/** Returns whether a name belongs to the panel's own files. */
export function isReservedName(name: string): boolean {
  return name.startsWith(RESERVED_PREFIX);
}

export function isName(name: string): boolean {
  return name !== "" && name !== "." && name !== ".." && !/[\0/]/.test(name) && name.isWellFormed() &&
    fits(name, MAX_NAME_BYTES);
}

export function joinNames(...names: string[]): string {
  return names.filter((name) => name !== "").join("/");
}

function fits(text: string, bytes: number): boolean {
  return text.length <= bytes && encoder.encode(text).length <= bytes;
}
