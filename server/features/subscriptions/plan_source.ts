import { type SubscriptionSchedule, subscriptionSchedule } from "../../contract/subscriptions.ts";
import type { CronRule } from "../../contract/cron/expression.ts";
import { insertPull, insertSkippedPull, listActivePulls } from "../../engine/ledger.ts";
import type { PlannedRow, PlanSource } from "../../engine/plan_source.ts";
import {
  forgetMissed,
  isReadable,
  type PlanLog,
  type Planned,
  type Present,
  undecidedOf,
} from "../../engine/replan.ts";
import type { Database, SubscriptionRow, Tx } from "../../engine/store.ts";
import { dueAfter, missedPolicy, type Timetable, timetableOf } from "../../engine/timetable.ts";
import { storedJson } from "../../platform/stored_json.ts";

const UNIT_MS = { seconds: 1_000, minutes: 60_000, hours: 3_600_000, days: 86_400_000 };

/** Plan source of subscriptions with a schedule. */
export const subscriptionPlans: PlanSource = {
  kind: "subscription",
  async listDue(db) {
    return await db.selectFrom("subscription").select(["id", "next_due_at"]).where("enabled", "=", 1)
      .where("next_due_at", "is not", null).$narrowType<{ next_due_at: number }>().execute();
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
  replan: replanSubscriptions,
};

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

/** Removes missed due times after now from the ledger. Call it before the cursor moves back to now. */
export async function forgetFuturePulls(tx: Tx, row: SubscriptionRow, { now, zone }: Present): Promise<void> {
  if (row.cursor_at <= now) return;
  await forgetMissed(tx, { column: "subscription_id", id: row.id }, subscriptionTimetable(row, zone), now);
}

async function replanSubscriptions(
  db: Database,
  ids: readonly number[],
  { logger, ...present }: PlanLog,
): Promise<Planned[]> {
  if (ids.length === 0) return [];
  return await db.transaction().execute(async (tx) => {
    const rows = await tx.selectFrom("subscription").selectAll().where("id", "in", [...ids])
      .where("enabled", "=", 1).execute();
    const done: Planned[] = [];
    for (const row of rows) {
      const read = () => dueAfter(subscriptionTimetable(row, present.zone), present.now);
      if (!isReadable(read, { subscription: row.id }, logger)) continue;
      await forgetFuturePulls(tx, row, present);
      done.push({ taskId: row.id, nextDueAt: await planSubscription(tx, row, present) });
    }
    return done;
  });
}

function plannedSubscription(row: SubscriptionRow): PlannedRow {
  return {
    id: row.id,
    version: row.version,
    firstDueAt: row.enabled === 1 ? row.next_due_at : null,
    // One pull is enough: catching up with the last missed one covers those before it.
    missed: missedPolicy({ policy: "last" }, "last"),
    timetable: (zone) => subscriptionTimetable(row, zone),
    async run(tx, _, { cause, dueAt, now }) {
      const [active] = await listActivePulls(tx, row.id);
      if (active === undefined) {
        const id = await insertPull(tx, { subscription: row, cause, now, dueAt });
        return { queued: id === null ? [] : [id], skipped: [], stop: [] };
      }
      const skip = { reason: "overlap", blockedBy: active } as const;
      const id = await insertSkippedPull(tx, { subscription: row, cause, now, dueAt, ...skip });
      return { queued: [], skipped: id === null ? [] : [id], stop: [] };
    },
    async skip(tx, timetable, { stretch, now, detail }) {
      const ids: number[] = [];
      const left = await undecidedOf(tx, { column: "subscription_id", id: row.id }, timetable, stretch);
      for (const { dueAt, dueThrough, dueCount } of left) {
        const due = { dueAt, dueThrough, dueCount, detail };
        const skip = { subscription: row, cause: "schedule", reason: "missed", now, ...due } as const;
        const id = await insertSkippedPull(tx, skip);
        if (id !== null) ids.push(id);
      }
      return ids;
    },
    async forgetDue(tx) {
      await tx.updateTable("subscription").set({ next_due_at: null }).where("id", "=", row.id).execute();
    },
    async moveCursor(tx, { cursor, nextDueAt }) {
      await tx.updateTable("subscription").set({ cursor_at: cursor, next_due_at: nextDueAt })
        .where("id", "=", row.id).where("cursor_at", "<", cursor).execute();
    },
  };
}
