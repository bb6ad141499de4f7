// To whom channels of one's own belong, and what may be sent to them: asked when an event occurs, and again whenever a message
// is sent, because a role or a label may have been taken away meanwhile.
import type { NotificationEvent } from "../../contract/notification_events.ts";
import { permitsEvent } from "../../contract/own_channels.ts";
import type { Reach, Role } from "../../contract/roles.ts";
import { withinLabels } from "../../engine/labelled_database.ts";
import type { Database, Tx } from "../../engine/store.ts";
import { storedJson } from "../../platform/stored_json.ts";
import type { ChannelRow, DeliveryRow } from "./channel_rows.ts";
import type { EventReport } from "./event.ts";

export interface ChannelOwner {
  role: Role;
  labels: Reach;
}

/** Returns the owners of channels that can log in, by account. */
export async function listOwners(db: Database | Tx, accountIds: readonly number[]) {
  const owners = new Map<number, ChannelOwner>();
  if (accountIds.length === 0) return owners;
  const rows = await db.selectFrom("account").select(["id", "role", "labels_json"])
    .where("id", "in", [...new Set(accountIds)]).where("disabled_at", "is", null).execute();
  for (const { id, role, labels_json } of rows) {
    // Unreadable labels are those of no task.
    owners.set(id, { role, labels: labels_json === null ? null : storedJson<string[]>(labels_json, []) });
  }
  return owners;
}

export async function findOwner(db: Database | Tx, accountId: number): Promise<ChannelOwner | undefined> {
  return (await listOwners(db, [accountId])).get(accountId);
}

/** Returns the task or heartbeat that an event is about, `task:12`; null for everything else. */
export function subjectOf({ task, heartbeat, subject }: EventReport): string | null {
  if (task) return `task:${task.id}`;
  return heartbeat ? subject : null;
}

/** Returns what of an event a channel of an owner receives: what it asks for, the role permits, and the labels include. */
export function eventsFor(
  { events_json }: Pick<ChannelRow, "events_json">,
  { role, labels }: ChannelOwner,
  { events, task, heartbeat }: EventReport,
): NotificationEvent[] {
  const own = (task ?? heartbeat)?.labels ?? [];
  if (labels !== null && !own.some((label) => labels.includes(label))) return [];
  const wanted = storedJson<string[]>(events_json ?? "[]", []);
  return events.filter((event) => wanted.includes(event) && permitsEvent(role, labels, event));
}

type OwnDelivery = Pick<DeliveryRow, "account_id" | "events_json" | "subjects_json">;

/** Returns which of some tasks and heartbeats the owner of a delivery may see; all of them for the panel's. */
export async function visibleSubjects(
  db: Database | Tx,
  { account_id, events_json }: Omit<OwnDelivery, "subjects_json">,
  subjects: readonly string[],
): Promise<readonly string[]> {
  if (account_id === null) return subjects;
  const owner = await findOwner(db, account_id);
  const events = storedJson<NotificationEvent[]>(events_json, []);
  if (!owner || !events.every((event) => permitsEvent(owner.role, owner.labels, event))) return [];
  if (owner.labels === null) return subjects;
  const visible = withinLabels(db, owner.labels);
  const found = await Promise.all((["task", "heartbeat"] as const).map(async (kind) => {
    const ids = subjects.filter((one) => one.startsWith(`${kind}:`)).map((one) => Number(one.split(":")[1]));
    if (ids.length === 0) return [];
    const rows = await visible.selectFrom(kind).select("id").where("id", "in", ids).execute();
    return rows.map(({ id }) => `${kind}:${id}`);
  }));
  return subjects.filter((one) => found.flat().includes(one));
}

/** Returns whether a message may still be sent to the channel of its owner, or is for a channel of the panel. */
export async function isStillPermitted(db: Database | Tx, delivery: OwnDelivery): Promise<boolean> {
  if (delivery.account_id === null) return true;
  const owner = await findOwner(db, delivery.account_id);
  if (!owner) return false;
  const subjects = storedJson<string[]>(delivery.subjects_json ?? "[]", []);
  if (subjects.length === 0) {
    const events = storedJson<NotificationEvent[]>(delivery.events_json, []);
    return owner.labels === null && events.every((event) => permitsEvent(owner.role, null, event));
  }
  return (await visibleSubjects(db, delivery, subjects)).length === subjects.length;
}
