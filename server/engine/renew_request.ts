import type { Source } from "./source.ts";
import { pendingStates } from "./states.ts";
import type { Tx } from "./store.ts";
import type { Timetable } from "./timetable.ts";

/**
 * Stores what a queued run is given, by its own due time and those that are merged into it: each of them may be due by another
 * rule.
 */
export async function renewRequest(
  tx: Tx,
  { requestOf, itemsOf }: Pick<Source, "requestOf" | "itemsOf">,
  timetable: Timetable,
  runId: number,
): Promise<void> {
  if (!requestOf) return;
  // Each run for a value of a list has that, and one list does not become another.
  if (itemsOf) return;
  const times: number[] = [];
  const columns = ["id", "due_at", "nominal_at"] as const;
  let rows = await tx.selectFrom("run").select(columns).where("id", "=", runId).where(
    "state",
    "in",
    pendingStates,
  )
    .where("due_at", "is not", null).execute();
  while (rows.length > 0) {
    times.push(...rows.map(({ due_at, nominal_at }) => nominal_at ?? due_at ?? 0));
    rows = await tx.selectFrom("run").select(columns).where("merged_into", "in", rows.map(({ id }) => id))
      .execute();
  }
  if (times.length <= 1) return;
  await tx.updateTable("run").set({ request_json: requestOf(times, timetable) }).where("id", "=", runId)
    .execute();
}
