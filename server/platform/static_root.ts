import { join } from "node:path";

/**
 * Returns the folder of the page. The bundle of an executable is in `server/bundle/`, at the same depth as this file in the
 * source, so the same relative path leads to `static/` from both.
 */
export function staticRoot(): string {
  return join(import.meta.dirname!, "..", "..", "static");
}
