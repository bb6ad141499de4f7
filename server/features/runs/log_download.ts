import type { Run } from "../../contract/runs.ts";

const MAX_LENGTH = 80;

/** Returns the file name for downloading a run's log: the task's name and the start time. */
export function downloadName({ taskName, logPath, id }: Pick<Run, "taskName" | "logPath" | "id">): string {
  // Characters that common file systems reject or give a special meaning.
  // deno-lint-ignore no-control-regex -- control characters are among it
  const plain = taskName.replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\\/:*?"<>|]+/g, "_");
  const task = [...plain.replace(/^[\s.]+|[\s.]+$/g, "")].slice(0, MAX_LENGTH).join("");
  const time = logPath?.split("/").at(-1)?.replace(/\.log$/, "") ?? String(id);
  return `${task || "log"}_${time}.log`;
}

/** Returns a `Content-Disposition` header for a file of that name (RFC 6266), with an ASCII fallback. */
export function attachment(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]/g, "_").replace(/["\\%]/g, "_");
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
