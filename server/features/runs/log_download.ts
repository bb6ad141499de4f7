import type { Run } from "../../contract/runs.ts";

const MAX_LENGTH = 80;

/** Names the file that a run's log is downloaded as: by its task, and by when it began. */
export function downloadName({ taskName, logPath, id }: Pick<Run, "taskName" | "logPath" | "id">): string {
  // What no file system of a person's machine takes, or takes for something else.
  // deno-lint-ignore no-control-regex -- control characters are among it
  const plain = taskName.replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\\/:*?"<>|]+/g, "_");
  const task = [...plain.replace(/^[\s.]+|[\s.]+$/g, "")].slice(0, MAX_LENGTH).join("");
  const time = logPath?.split("/").at(-1)?.replace(/\.log$/, "") ?? String(id);
  return `${task || "log"}_${time}.log`;
}

/** Writes a `Content-Disposition` for a file of that name (RFC 6266), in ASCII for those who read nothing else. */
export function attachment(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]/g, "_").replace(/["\\%]/g, "_");
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
