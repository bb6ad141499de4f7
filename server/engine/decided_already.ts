// After a change of a calendar, a nominal time may come a second time: it was decided where the calendar had moved it before. And
// one that comes for the first time may be moved to a due time that has had its run.
import type { Merged, RunDecision } from "./decision.ts";
import type { SourceKey, Tx } from "./store.ts";

/** Returns the nominal times among some that a source has rows for, with the IDs of the rows. */
export async function findDecided(
  tx: Tx,
  { column, id }: SourceKey,
  times: readonly number[],
): Promise<Map<number, number>> {
  const first = Math.min(...times), last = Math.max(...times);
  const rows = await tx.selectFrom("run").select(["id", "due_at", "due_through", "nominal_at"])
    .where(column, "=", id).where((row) =>
      row.or([
        row("nominal_at", "in", [...times]),
        row.and([row("nominal_at", "is", null), row("due_at", ">=", first), row("due_at", "<=", last)]),
        row.and([row("nominal_at", "is", null), row("due_at", "<", first), row("due_through", ">=", first)]),
      ])
    ).execute();
  return new Map(times.flatMap((time) => {
    const row = rows.find(({ nominal_at, due_at, due_through }) =>
      nominal_at !== null ? nominal_at === time : due_at! <= time && time <= (due_through ?? due_at!)
    );
    return row ? [[time, row.id]] : [];
  }));
}

/** What is left of a decision: a run, or due times that are merged into a run there is already. */
export type Undecided = RunDecision | { kind: "merged"; into: number; merged: Merged[] } | null;

/** Leaves out what has been decided, and what is due when there is a run already. Returns null when nothing is left. */
export async function withoutDecided(tx: Tx, source: SourceKey, run: RunDecision): Promise<Undecided> {
  const all = [ownOf(run), ...run.merged ?? []];
  const nominalOf = ({ nominalAt, dueAt }: Pick<Merged, "nominalAt" | "dueAt">) => nominalAt ?? dueAt;
  const decided = await findDecided(tx, source, all.map(nominalOf));
  const undecided = all.filter((one) => !decided.has(nominalOf(one)));
  const into = decided.get(nominalOf(run)) ?? await findRunDueAt(tx, source, run.dueAt);
  if (into === undefined) return { ...run, merged: undecided.slice(1) };
  return undecided.length > 0 ? { kind: "merged", into, merged: undecided } : null;
}

function ownOf({ dueAt, nominalAt, held }: RunDecision): Merged {
  return {
    ...{ reason: held ? "window" : "calendar", dueAt },
    ...nominalAt !== undefined && { nominalAt },
    ...held && { windowId: held.windowId },
  };
}

async function findRunDueAt(tx: Tx, { column, id }: SourceKey, dueAt: number): Promise<number | undefined> {
  const run = await tx.selectFrom("run").select("id").where(column, "=", id).where("due_at", "=", dueAt)
    .where("state", "<>", "skipped").orderBy("id").executeTakeFirst();
  return run?.id;
}
