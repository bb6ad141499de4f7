// The thread of `worker_reads.ts`: one read-only connection, one query at a time.
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { messageOf } from "./error_message.ts";

export interface ReadRequest {
  path: string;
  sql: string;
  parameters: readonly unknown[];
}

export type ReadResult = { rows: unknown[] } | { error: string };

let database: DatabaseSync | undefined;

function read({ path, sql, parameters }: ReadRequest): ReadResult {
  try {
    database ??= new DatabaseSync(path, { readOnly: true });
    // Throws for parameters that cannot be bound.
    return { rows: database.prepare(sql).all(...parameters as SQLInputValue[]) };
  } catch (error) {
    return { error: messageOf(error) };
  }
}

globalThis.addEventListener("message", ({ data }: MessageEvent<ReadRequest>) => {
  globalThis.postMessage(read(data));
});
