// The form of paths that people and programs send: relative, `/` between names. What a path leads to is looked at in `files_root.ts`.
import { refuseIf } from "../../contract/app_error.ts";
import { MAX_NAME_BYTES, MAX_PATH_BYTES } from "../../contract/files.ts";

/** Files whose names begin so belong to the panel: they are not shown, and nobody can name one. */
export const RESERVED_PREFIX = ".sundial-";

const encoder = new TextEncoder();

/** Splits a path into its names; none for the empty path. Throws `validation_failed` at `field` for what is no path. */
export function splitPath(path: string, field = "path"): string[] {
  if (path === "") return [];
  const names = path.split("/");
  const issue = (code: "bad_path" | "reserved_name", params: Record<string, string | number>) =>
    refuseIf([{ path: field, code, params }]);
  if (!names.every(isName) || !fits(path, MAX_PATH_BYTES)) issue("bad_path", { max: MAX_NAME_BYTES });
  if (names.some(isReservedName)) issue("reserved_name", { prefix: RESERVED_PREFIX });
  return names;
}

/** Tells whether a name belongs to the panel's own files. */
export function isReservedName(name: string): boolean {
  return name.startsWith(RESERVED_PREFIX);
}

/** Tells whether a text can be the name of one file in a folder. */
export function isName(name: string): boolean {
  return name !== "" && name !== "." && name !== ".." && !/[\0/]/.test(name) && name.isWellFormed() &&
    fits(name, MAX_NAME_BYTES);
}

/** Joins a path and a name below it. */
export function joinNames(...names: string[]): string {
  return names.filter((name) => name !== "").join("/");
}

function fits(text: string, bytes: number): boolean {
  return text.length <= bytes && encoder.encode(text).length <= bytes;
}
