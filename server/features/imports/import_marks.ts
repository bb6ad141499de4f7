// What imports created, so that a second import of the same data finds it: also after a person has renamed or changed it.
import type { ImportKind, ImportSourceName } from "../../contract/imports.ts";
import type { Database, Tx } from "../../engine/store.ts";
import { sha256 } from "../../platform/tokens.ts";

interface Mark {
  targetId: number;
  /** Created disabled, until the import is confirmed. */
  held: boolean;
}

/** The tables of what imports create; files need no marks. */
const tables = {
  variables: "variable",
  subscriptions: "subscription",
  tasks: "task",
  dependencies: "dependency",
  channels: "channel",
  applications: "application",
  views: "view",
} as const;
export type MarkedKind = keyof typeof tables & ImportKind;

const MAX_IDS = 1000;

export class ImportMarks {
  private constructor(
    private readonly db: Database,
    private readonly source: ImportSourceName,
    private readonly importId: number,
    private readonly marks: Map<string, Mark>,
  ) {}

  /** Loads the marks of a source; those of what was deleted here do not count. */
  static async load(db: Database, source: ImportSourceName, importId: number): Promise<ImportMarks> {
    const marks = new Map<string, Mark>();
    const rows = await db.selectFrom("imported_item").select(["kind", "key_hash", "target_id", "held"])
      .where("source", "=", source).execute();
    for (const [kind, table] of Object.entries(tables)) {
      const existing = new Set((await db.selectFrom(table).select("id").execute()).map(({ id }) => id));
      for (const { kind: of, key_hash, target_id, held } of rows) {
        if (of !== kind || !existing.has(target_id)) continue;
        marks.set(`${kind} ${key_hash}`, { targetId: target_id, held: held === 1 });
      }
    }
    return new ImportMarks(db, source, importId, marks);
  }

  find(kind: MarkedKind, key: string): Mark | undefined {
    return this.marks.get(`${kind} ${sha256(key)}`);
  }

  /** Records what an item became; pass the transaction that creates it, if possible. */
  async put(kind: MarkedKind, key: string, mark: Mark, tx: Database | Tx = this.db): Promise<void> {
    const key_hash = sha256(key);
    const values = {
      target_id: mark.targetId,
      held: mark.held ? 1 as const : 0 as const,
      import_id: this.importId,
    };
    await tx.insertInto("imported_item").values({ source: this.source, kind, key_hash, ...values })
      .onConflict((on) => on.columns(["source", "kind", "key_hash"]).doUpdateSet(values)).execute();
    this.marks.set(`${kind} ${key_hash}`, mark);
  }
}

/** The kinds whose items wait for the confirmation of their import. */
const heldKinds = ["tasks", "subscriptions", "variables", "channels", "applications"] as const;
export type HeldTable = (typeof tables)[(typeof heldKinds)[number]];

/** Returns the held items among `ids`: nobody has enabled, disabled, rescheduled or changed them here. */
export async function stillHeld(db: Database, table: HeldTable, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows: { id: number }[] = await findUntouched(db, table, ids);
  return rows.map(({ id }) => id);
}

function findUntouched(db: Database, table: HeldTable, ids: readonly number[]) {
  switch (table) {
    case "task":
    case "subscription":
      return db.selectFrom(table).select("id").where("id", "in", ids).where("enabled", "=", 0)
        .whereRef("planned_at", "=", "created_at").execute();
    case "variable":
    case "channel":
      return db.selectFrom(table).select("id").where("id", "in", ids).where("enabled", "=", 0)
        .whereRef("updated_at", "=", "created_at").execute();
    case "application":
      return db.selectFrom(table).select("id").where("id", "in", ids)
        .whereRef("suspended_at", "=", "created_at").execute();
  }
}

/** Counts what an import created and what waits for its confirmation. */
export async function countHeld(db: Database, importId: number): Promise<number> {
  let count = 0;
  for (const kind of heldKinds) {
    const table = tables[kind];
    const rows = await db.selectFrom("imported_item").select("target_id").where("import_id", "=", importId)
      .where("kind", "=", kind).where("held", "=", 1).execute();
    const ids = rows.map(({ target_id }) => target_id);
    for (let start = 0; start < ids.length; start += MAX_IDS) {
      count += (await stillHeld(db, table, ids.slice(start, start + MAX_IDS))).length;
    }
  }
  return count;
}
