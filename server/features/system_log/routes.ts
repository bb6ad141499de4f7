import { systemLogList, systemLogQuery, systemLogSpan } from "../../contract/system_log.ts";
import { type Route, route } from "../../http/route.ts";
import type { SystemLog } from "./service.ts";

export function systemLogRoutes(log: SystemLog): Route[] {
  return [
    route("get", "/system-log", {
      access: "system:read",
      summary: "Lists system log entries, newest first",
      query: systemLogQuery,
      results: { 200: { description: "One page of entries", schema: systemLogList } },
      handle: async ({ query: { level, from, to, ...query }, request, language }) => ({
        body: await log.list(
          { ...query, ...spanOf({ from, to }), levels: level ?? null, language },
          request.signal,
        ),
      }),
    }),
    route("get", "/system-log/download", {
      access: "system:read",
      summary: "Downloads the system log, one JSON object per line, oldest first",
      query: systemLogSpan,
      results: { 200: { description: "The entries", contentType: "application/x-ndjson" } },
      handle: ({ query }) =>
        new Response(ReadableStream.from(log.read(spanOf(query))), {
          headers: {
            "content-type": "application/x-ndjson; charset=utf-8",
            "content-disposition": `attachment; filename="${fileName(query)}"`,
          },
        }),
    }),
    route("delete", "/system-log", {
      access: "system:write",
      whileReadOnly: "allowed",
      summary: "Clears the system log",
      results: { 204: { description: "Cleared" } },
      handle: () => log.clear(),
    }),
  ];
}

function spanOf({ from, to }: { from?: string | undefined; to?: string | undefined }) {
  const read = (text: string | undefined) => text === undefined ? null : Date.parse(text);
  return { from: read(from), to: read(to) };
}

function fileName({ from, to }: { from?: string | undefined; to?: string | undefined }): string {
  const days = [from, to].map((text) => text?.slice(0, 10)).filter((day) => day !== undefined);
  return ["sundial-log", ...new Set(days)].join("-") + ".jsonl";
}
