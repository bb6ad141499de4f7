import { join } from "node:path";

/**
 * Finds the folder that holds the page. The bundle of an executable lies in `server/bundle/`, as deep as this file in the
 * source, so that one way up leads to `static/` from both.
 */
export function staticRoot(): string {
  return join(import.meta.dirname!, "..", "..", "static");
}
