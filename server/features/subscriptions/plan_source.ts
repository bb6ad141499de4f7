import { type SubscriptionSchedule, subscriptionSchedule } from "../../contract/subscriptions.ts";
import type { CronRule } from "../../contract/cron/expression.ts";
import { dueChecksum } from "../../engine/due_checksum.ts";
import type { PlannedRow, PlanSource, Present } from "../../engine/plan_source.ts";
import type { Source } from "../../engine/source.ts";
import type { SourceKey, Tx } from "../../engine/store.ts";
import { dueAfter } from "../../engine/occurrences.ts";
import { missedPolicy, type Timetable, timetableOf } from "../../engine/timetable.ts";
import type { SubscriptionRow } from "../../migrations/subscription_tables.ts";
import { storedJson } from "../../platform/stored_json.ts";

const UNIT_MS = { seconds: 1_000, minutes: 60_000, hours: 3_600_000, days: 86_400_000 };

export const subscriptionPlans: PlanSource = {
  name: "subscription",
  column: "subscription_id",
  async listDue(db) {
    return await db.selectFrom("subscription").select(["id", "next_due_at"]).where("enabled", "=", 1)
      .where("next_due_at", "is not", null).$narrowType<{ next_due_at: number }>().execute();
  },
  async checksumDue(db) {
    return (await db.selectFrom("subscription").select(dueChecksum.as("sum")).where("enabled", "=", 1)
      .where("next_due_at", "is not", null).executeTakeFirstOrThrow()).sum;
  },
  async listZoneless(db) {
    return (await db.selectFrom("subscription").select("id").where("time_zone", "is", null)
      .where("enabled", "=", 1).execute()).map(({ id }) => id);
  },
  async listAhead(db, instant) {
    return await db.selectFrom("subscription").select(["id", "cursor_at"]).where("cursor_at", ">", instant)
      .where("enabled", "=", 1).execute();
  },
  async read(tx, ids) {
    return (await tx.selectFrom("subscription").selectAll().where("id", "in", [...ids]).execute())
      .map(plannedSubscription);
  },
  async setDue(tx, id, dueAt) {
    await tx.updateTable("subscription").set({ next_due_at: dueAt }).where("id", "=", id).execute();
  },
  async moveCursor(tx, id, { cursor, nextDueAt }) {
    await tx.updateTable("subscription").set({ cursor_at: cursor, next_due_at: nextDueAt })
      .where("id", "=", id).where("cursor_at", "<", cursor).execute();
  },
  async planFromNow(tx, id, present) {
    const row = await tx.selectFrom("subscription").selectAll().where("id", "=", id).executeTakeFirst();
    return row ? await planSubscription(tx, row, present) : null;
  },
};

export function subscriptionKey(id: number): SourceKey {
  return { column: "subscription_id", id };
}

export function subscriptionSource({ id, name }: Pick<SubscriptionRow, "id" | "name">): Source {
  return {
    ...subscriptionKey(id),
    kind: "subscription",
    name,
    // Two pulls of one subscription never run together.
    serialGroup: `subscription:${id}`,
    overlap: { policy: "single" },
  };
}

export function plannedSubscription(row: SubscriptionRow): PlannedRow {
  return {
    id: row.id,
    version: row.version,
    isEnabled: row.enabled === 1,
    cursorAt: row.cursor_at,
    firstDueAt: row.enabled === 1 ? row.next_due_at : null,
    // One pull is enough: catching up with the last missed one covers those before it.
    missed: missedPolicy({ policy: "last" }, "last"),
    source: subscriptionSource(row),
    timetable: (zone) => subscriptionTimetable(row, zone),
  };
}

/** Reads the timetable of a subscription; null when it is only started manually. Throws `CronError`. */
export function subscriptionTimetable(row: SubscriptionRow, zone: string): Timetable | null {
  return timetableOfSchedule(readSchedule(row), row.time_zone ?? zone, row.id);
}

/**
 * Reads the schedule of a row. One that cannot be parsed is returned as a single cron rule holding the raw text, which
 * cannot be planned.
 */
export function readSchedule(
  { schedule_json }: Pick<SubscriptionRow, "schedule_json">,
): SubscriptionSchedule {
  const read = subscriptionSchedule.safeParse(storedJson<unknown>(schedule_json, {}));
  return read.data ?? { kind: "cron", rules: [schedule_json] };
}

/** Returns the timetable of a schedule; null when it is only started manually. Throws `CronError`. */
export function timetableOfSchedule(
  schedule: SubscriptionSchedule,
  zone: string,
  seed: number,
): Timetable | null {
  switch (schedule.kind) {
    case "cron":
      return timetableOf(schedule.rules, zone, seed);
    case "interval": {
      const periodMs = schedule.every * UNIT_MS[schedule.unit];
      const rule: CronRule = { kind: "every", source: `@every ${periodMs / 1_000}s`, periodMs };
      return { rules: [rule], zone };
    }
    case "manual":
      return null;
  }
  return schedule satisfies never;
}

/** Plans a subscription from now on; earlier due times are not caught up. Throws `CronError`. */
export async function planSubscription(
  tx: Tx,
  row: SubscriptionRow,
  { now, zone }: Present,
): Promise<number | null> {
  const next = row.enabled === 1 ? dueAfter(subscriptionTimetable(row, zone), now) : null;
  await tx.updateTable("subscription").set({ cursor_at: now, planned_at: now, next_due_at: next })
    .where("id", "=", row.id).execute();
  return next;
}
