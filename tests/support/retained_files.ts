// Everything that a panel stores, to assert that nothing changed: every table, and every file of its folder.
import { createHash } from "node:crypto";
import { join } from "node:path";
import { sql } from "kysely";
import type { Database } from "../../server/engine/store.ts";

/** Reads the rows of every table, by table name. */
export async function everyTable(db: Database): Promise<Record<string, unknown[]>> {
  const tables = await db.introspection.getTables();
  const read = tables.map(async ({ schema, name }) => {
    const table = schema === undefined ? sql.table(name) : sql.id(schema, name);
    return [`${schema ?? ""}.${name}`, (await sql`select * from ${table}`.execute(db)).rows] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}

/**
 * Lists every file below a folder with its hash, and other entries with their kind; without the database
 * itself.
 */
export async function everyFile(folder: string, inside = ""): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for await (const entry of Deno.readDir(join(folder, inside))) {
    const path = join(inside, entry.name);
    // The reserve for a full disk grows independently.
    if (/^sundial\.sqlite|^reserve\//.test(path)) continue;
    if (entry.isDirectory) Object.assign(found, { [path]: "folder" }, await everyFile(folder, path));
    else if (entry.isFile) found[path] = hash(await Deno.readFile(join(folder, path)));
    else found[path] = "special";
  }
  return found;
}

function hash(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
