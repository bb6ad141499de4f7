import type { BatchResult } from "../../../server/contract/shapes.ts";

/** Returns why one object of a request was rejected. Of a value, the title only says that something is wrong. */
export function rejectionText(error: BatchResult["results"][number]["error"]): string {
  return (error?.code === "validation_failed" ? error.detail : error?.title) ?? "";
}
