// The present names of the objects whose ids are values of changed fields.
import type { ChangedKind, FieldChange } from "../../contract/changes.ts";
import type { Database } from "../../engine/store.ts";

const tables = {
  "task.calendarId": "calendar",
  "notificationRule.taskIds": "task",
  "notificationRule.channelIds": "channel",
} as const;
type Table = (typeof tables)[keyof typeof tables];

/** What a caller must be allowed to read to see the names of a table. */
const kinds: Record<Table, ChangedKind> = { calendar: "calendar", task: "task", channel: "notificationRule" };

/** Ids per statement: databases limit its parameters. */
const BATCH = 500;

/** Sets `names` of the changes whose values are ids, unless the caller may not read what they refer to. */
export async function addNames(
  db: Database,
  changes: readonly { kind: ChangedKind; change: FieldChange }[],
  mayRead: (kind: ChangedKind) => boolean,
): Promise<void> {
  const byTable = Map.groupBy(changes, ({ kind, change: { field } }) => tableOf(`${kind}.${field}`));
  for (const [table, ofTable] of byTable) {
    if (table === undefined || !mayRead(kinds[table])) continue;
    const names = await readNames(db, table, [...new Set(ofTable.flatMap(({ change }) => idsIn(change)))]);
    for (const { change } of ofTable) {
      change.names = Object.fromEntries(idsIn(change).map((id) => [id, names.get(id) ?? null]));
    }
  }
}

function tableOf(name: string): Table | undefined {
  return Object.hasOwn(tables, name) ? tables[name as keyof typeof tables] : undefined;
}

function idsIn({ from, to }: FieldChange): number[] {
  return [from, to].flat().filter((value) => typeof value === "number");
}

async function readNames(db: Database, table: Table, ids: readonly number[]): Promise<Map<number, string>> {
  const names = new Map<number, string>();
  for (let start = 0; start < ids.length; start += BATCH) {
    const rows = await db.selectFrom(table).select(["id", "name"])
      .where("id", "in", ids.slice(start, start + BATCH)).execute();
    for (const { id, name } of rows) names.set(id, name);
  }
  return names;
}
