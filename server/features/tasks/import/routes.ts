import { crontabImportBody, crontabImportResult } from "../../../contract/crontab_import.ts";
import { type Route, route } from "../../../http/route.ts";
import type { CrontabImport } from "./crontab_import.ts";

// Fits the longest text, with three bytes per character or written as an escape.
const BODY_LIMIT = 4 * 1024 * 1024;

export function crontabImportRoutes(crontabImport: CrontabImport): Route[] {
  return [route("post", "/tasks/import", {
    access: "tasks:write",
    audit: ({ dryRun }) => !dryRun,
    summary: "Imports tasks from a crontab, or previews the import",
    body: crontabImportBody,
    bodyLimit: BODY_LIMIT,
    results: {
      200: { description: "One result per line", schema: crontabImportResult },
      422: { description: "The text is missing or too long, or a requested line cannot be imported" },
    },
    handle: async ({ body, language }) => ({ body: await crontabImport.import(body, language) }),
  })];
}
