// Files that take effect by their names alone, also in tasks that were here before.
import type { FileArea } from "../../../contract/files.ts";

/** Modules that scripts load without having been written for this import, and what tells runtimes how to start. */
const LOADED_BY_NAME =
  /^(?:deps\/|(?:sendNotify\.[cm]?[jt]s|notify\.(?:py|[cm]?[jt]s)|(?:site|user)customize\.py|package\.json|deno\.jsonc?|tsconfig\.json|bunfig\.toml|\.npmrc|\.env)$)/;

/** Returns whether a file waits for the confirmation of its import. */
export function takesEffectAlone(area: FileArea, path: string): boolean {
  return area === "config" || LOADED_BY_NAME.test(path);
}
