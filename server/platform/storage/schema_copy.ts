// A copy of the embedded database from before a new version changed its schema: the way back to the version before, which
// cannot read the changed one.
import { closeSync, existsSync, openSync, renameSync, rmSync, statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { readSchemaAge } from "../database_check.ts";
import { messageOf } from "../error_message.ts";
import type { Logger } from "../logger.ts";
import { readDiskSpace } from "./disk_space.ts";
import { dirname } from "node:path";

/** How long a copy is kept, ms. */
export const SCHEMA_COPY_MS = 7 * 86_400_000;

export function schemaCopyOf(database: string): string {
  return `${database}.before-update`;
}

/**
 * Copies a database whose schema this version will change, in place of an earlier copy. Without room for it or when it fails,
 * the reason is logged and the start goes on: the change of the schema is a transaction.
 */
export function copyBeforeMigration(
  database: string,
  { known, logger }: { known: readonly string[]; logger: Logger },
): void {
  if (!existsSync(database) || statSync(database).size === 0) return;
  const copy = schemaCopyOf(database);
  const draft = `${copy}.draft`;
  try {
    if (readSchemaAge(database, known) !== "older") return;
    if (!hasRoom(database)) throw new Error("there is too little space on the disk");
    rmSync(draft, { force: true });
    closeSync(openSync(draft, "wx", 0o600)); // SQLite writes to an empty file and keeps its mode
    const source = new DatabaseSync(database);
    try {
      source.prepare("vacuum into ?").run(draft);
    } finally {
      source.close();
    }
    renameSync(draft, copy);
    logger.info("a copy of the database was made before its schema is changed; it is removed after 7 days", {
      path: copy,
      bytes: statSync(copy).size,
    });
  } catch (error) {
    rmSync(draft, { force: true, recursive: true });
    logger.warn("no copy of the database could be made before its schema is changed", {
      path: copy,
      error: messageOf(error),
    });
  }
}

// The copy needs at most as much as the database and its log; as much again is for the change of the schema.
function hasRoom(database: string): boolean {
  const sizes = ["", "-wal"].map((tail) =>
    statSync(`${database}${tail}`, { throwIfNoEntry: false })?.size ?? 0
  );
  const space = readDiskSpace(dirname(database));
  return space === null || space.freeBytes > 2 * sizes.reduce((sum, size) => sum + size, 0);
}

/** Housekeeping job: removes a copy that is old enough. */
export function removeOldCopy(database: string, now: number): void {
  const copy = schemaCopyOf(database);
  const made = statSync(copy, { throwIfNoEntry: false })?.mtimeMs;
  if (made !== undefined && made < now - SCHEMA_COPY_MS) rmSync(copy);
}
