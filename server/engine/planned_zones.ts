// By which time zone and which rules of time zones the stored due times were computed. Where either has changed, they are
// computed anew.
import type { Logger } from "../platform/logger.ts";
import { storedJson } from "../platform/stored_json.ts";
import type { PlannedRow, PlanSource } from "./plan_source.ts";
import type { Planned } from "./replan.ts";
import type { Database } from "./store.ts";
import { dueAfter } from "./occurrences.ts";

/**
 * Rows of the settings: the time zone of what has none of its own, and the release of the IANA database that all
 * due times follow.
 */
type Note = "plannedZone" | "plannedZoneRules";

/** Number of rows computed in one transaction. */
const BATCH = 200;

/** Reads what the stored due times were computed by; null before the first start. */
export async function readPlannedBy(db: Database, note: Note): Promise<string | null> {
  const row = await db.selectFrom("setting").select("value_json").where("name", "=", note).executeTakeFirst();
  return row ? storedJson(row.value_json, "") || null : null;
}

/** Stores what all due times are now computed by. */
export async function notePlannedBy(db: Database, note: Note, value: string): Promise<void> {
  const value_json = JSON.stringify(value);
  await db.insertInto("setting").values({ name: note, value_json })
    .onConflict((on) => on.column("name").doUpdateSet({ value_json })).execute();
}

/**
 * Computes the next due time of every row anew, from the last one that was decided: nothing is decided twice or left out.
 * Yields the rows whose due time is another one, after each transaction. A row that cannot be parsed is logged and left
 * unchanged.
 */
export async function* computeDueAgain(
  db: Database,
  plans: PlanSource,
  { zone, logger }: { zone: string; logger: Logger },
): AsyncGenerator<Planned[]> {
  const ids = (await plans.listDue(db)).map(({ id }) => id);
  for (let from = 0; from < ids.length; from += BATCH) {
    const batch = ids.slice(from, from + BATCH);
    yield await db.transaction().execute(async (tx) => {
      const moved: Planned[] = [];
      for (const row of await plans.read(tx, batch)) {
        if (row.firstDueAt === null) continue;
        const nextDueAt = nextDueOf(row, plans, { zone, logger });
        if (nextDueAt === row.firstDueAt) continue;
        await plans.setDue(tx, row.id, nextDueAt);
        moved.push({ id: row.id, nextDueAt });
      }
      return moved;
    });
  }
}

function nextDueOf(
  row: PlannedRow,
  { name }: PlanSource,
  { zone, logger }: { zone: string; logger: Logger },
): number | null {
  try {
    return dueAfter(row.timetable(zone), row.cursorAt);
  } catch (error) {
    logger.error("failed to compute the next due time", { [name]: row.id, error });
    return row.firstDueAt;
  }
}
