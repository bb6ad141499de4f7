import type { TriggerEvent, TriggerType } from "../../../contract/triggers.ts";
import type { Tx } from "../../../engine/store.ts";

/**
 * Notes that something has happened to a source, in the transaction in which it happens, so that a panel that ends before it has
 * started the tasks does so later. Does nothing if no task names it.
 */
export async function noteTriggerEvent(
  tx: Tx,
  { type, id, event, name, at }: {
    type: TriggerType;
    id: number;
    event: TriggerEvent;
    name: string;
    at: number;
  },
): Promise<void> {
  const named = await tx.selectFrom("task_trigger").select("id").where("type", "=", type)
    .where("source_id", "=", id).where("event", "=", event).limit(1).executeTakeFirst();
  if (named) await tx.insertInto("trigger_event").values({ type, source_id: id, event, name, at }).execute();
}
