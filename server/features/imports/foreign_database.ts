// Reads tables of a SQLite file of another program. The driver is synchronous and the file is not trusted, so it is read in
// its own thread, which is ended when it takes too long.
import type {
  TableColumns,
  TablesRequest,
  TablesResult,
  UnknownColumn,
  Value,
} from "./foreign_database_worker.ts";
import { basename } from "node:path";
import { importError } from "./staging.ts";

export type { TableColumns, UnknownColumn };

const TIME_LIMIT_MS = 60_000;
const MAX_FILE_BYTES = 2 ** 30;
const MAX_ROWS = 100_000;
const MAX_BYTES = 64 * 1024 * 1024;

/** A row; columns that the table lacks are null. */
export type ForeignRow = Record<string, Value>;

export interface ForeignTables<Table extends string> {
  /** The rows of each table; null for a table that does not exist. */
  tables: Record<Table, ForeignRow[] | null>;
  /** What has values and is neither read nor ignored. */
  unknown: Partial<Record<Table, UnknownColumn[]>>;
}

/**
 * Returns the rows of tables. A write-ahead log beside the file is included.
 * Throws `import_refused` for a file that is damaged, not a database, or too large.
 */
export async function readForeignTables<Table extends string>(
  path: string,
  columns: Record<Table, TableColumns>,
): Promise<ForeignTables<Table>> {
  const name = basename(path);
  if ((await Deno.stat(path)).size > MAX_FILE_BYTES) throw importError("database_too_large", { name });
  const worker = new Worker(new URL("./foreign_database_worker.ts", import.meta.url), { type: "module" });
  const responded = Promise.withResolvers<TablesResult>();
  worker.onmessage = ({ data }: MessageEvent<TablesResult>) => responded.resolve(data);
  worker.onerror = (event) => {
    event.preventDefault();
    responded.resolve({ error: "damaged" });
  };
  const timer = setTimeout(() => responded.resolve({ error: "too_large" }), TIME_LIMIT_MS);
  try {
    worker.postMessage({ path, columns, maxRows: MAX_ROWS, maxBytes: MAX_BYTES } satisfies TablesRequest);
    const result = await responded.promise;
    if ("error" in result) {
      throw importError(result.error === "too_large" ? "database_too_large" : "bad_database", { name });
    }
    return result as ForeignTables<Table>; // the worker returns the requested tables
  } finally {
    clearTimeout(timer);
    worker.terminate();
  }
}
