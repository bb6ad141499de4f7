import { reachOfDatabase } from "../../../engine/labelled_database.ts";
import type { Tx } from "../../../engine/store.ts";
import type { TaskTriggerTable } from "../../../migrations/trigger_tables.ts";
import { concernsAny, readScope, tasksInReach } from "../../windows/window_spans.ts";

type Named = Pick<TaskTriggerTable, "type" | "source_id">;

/** Returns a text that tells the source of a trigger from others. */
export function sourceKey({ type, source_id }: Named): string {
  return `${type} ${source_id}`;
}

/** Returns those of the subscriptions, heartbeats and windows that exist and that the caller may see. */
export async function readVisibleSources(tx: Tx, named: readonly Named[]): Promise<Set<string>> {
  const idsOf = (type: Named["type"]) =>
    named.flatMap((one) => one.type === type && one.source_id !== null ? [one.source_id] : []);
  const [subscriptions, heartbeats, windows] = [idsOf("subscription"), idsOf("heartbeat"), idsOf("window")];
  const found: Named[] = [];
  // Those whose role holds for labels see no subscriptions.
  if (subscriptions.length > 0 && reachOfDatabase(tx) === null) {
    const rows = await tx.selectFrom("subscription").select("id").where("id", "in", subscriptions).execute();
    found.push(...rows.map(({ id }) => ({ type: "subscription" as const, source_id: id })));
  }
  if (heartbeats.length > 0) {
    const rows = await tx.selectFrom("heartbeat").select("id").where("id", "in", heartbeats).execute();
    found.push(...rows.map(({ id }) => ({ type: "heartbeat" as const, source_id: id })));
  }
  if (windows.length > 0) {
    const rows = await tx.selectFrom("maintenance_window").select(["id", "scope_json"])
      .where("id", "in", windows).where("removed_at", "is", null).execute();
    const tasks = await tasksInReach(tx);
    const visible = rows.filter((row) => concernsAny(readScope(row), tasks));
    found.push(...visible.map(({ id }) => ({ type: "window" as const, source_id: id })));
  }
  return new Set(found.map(sourceKey));
}
