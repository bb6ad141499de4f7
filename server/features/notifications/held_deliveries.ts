// Deliveries that are held back: during quiet hours, and after a first message within the time in which further
// ones of the same source are grouped. What is held for one source becomes one message.
import type { NotificationEvent } from "../../contract/notification_events.ts";
import type { NotificationRule } from "../../contract/notifications.ts";
import type { Settings } from "../../contract/settings.ts";
import type { Base } from "../../engine/base.ts";
import type { Tx } from "../../engine/store.ts";
import type { DeliveryRow } from "./channel_rows.ts";
import { isStillPermitted, visibleSubjects } from "./channel_owners.ts";
import { changeDelivery, listDue } from "./delivery_store.ts";
import { notificationMessages } from "./notification_messages.ts";
import { quietUntil } from "./quiet_hours.ts";
import { type Item, renderGroup } from "./render.ts";
import { toRule } from "./rule_rows.ts";
import { listRules, REPORTED, writeState } from "./store.ts";
import { storedJson } from "../../platform/stored_json.ts";

/** Maximum number of items in one message; beyond that, only their number is reported. */
const MAX_ITEMS = 50;
/** Maximum number of deliveries to release at once. */
const BATCH = 100;

interface HoldOptions {
  groupMs: number;
  quietHours: NotificationRule["quietHours"];
  zone: string;
  /** When this channel last notified for the same source, in ms since the epoch; null for never. */
  lastAt: number | null;
}

/** Returns until when to hold an event that happens now (ms since the epoch); null to send it at once. */
export function holdUntil(now: number, { groupMs, quietHours, zone, lastAt }: HoldOptions): number | null {
  const over = (lastAt ?? -Infinity) + groupMs;
  // A last time in the future, left over from a clock that was set back, holds nothing.
  const isGrouped = lastAt !== null && lastAt <= now && over > now;
  const until = isGrouped ? over : now;
  return quietUntil(until, quietHours, zone) ?? (isGrouped ? until : null);
}

export async function appendItem(
  tx: Tx,
  held: DeliveryRow,
  item: Item,
  events: readonly NotificationEvent[],
): Promise<void> {
  const items = readItems(held);
  const stored = items.length < MAX_ITEMS ? [...items, item] : [...items.slice(0, -1), item];
  const known = storedJson<string[]>(held.events_json, []);
  await changeDelivery(tx, { id: held.id, from: ["held"] }, {
    events_json: JSON.stringify([...new Set([...known, ...events])]),
    count: held.count + 1,
    items_json: JSON.stringify(stored),
    title: item.title,
  });
}

function readItems({ items_json }: Pick<DeliveryRow, "items_json">): Item[] {
  return storedJson<Item[]>(items_json, []);
}

export interface ReleaseOptions extends Pick<Base, "db" | "clock"> {
  settings(): Pick<Settings, "language" | "effectiveTimeZone">;
  panelLink(): string | null;
}

/**
 * Releases held deliveries whose time has come, each as one message; holds those longer that now fall into
 * quiet hours.
 */
export async function releaseHeld(options: ReleaseOptions): Promise<void> {
  const { db, clock } = options;
  // Uses one instant for everything: a delivery due a moment ago must not be held for another day because
  // quiet hours start right now.
  const now = clock.now();
  const due = await listDue(db, { state: "held", now, limit: BATCH });
  for (const { id } of due) {
    await db.transaction().execute(async (tx) => {
      // Reads the row again, because items may have been added meanwhile.
      const row = await tx.selectFrom("delivery").selectAll().where("id", "=", id).where("state", "=", "held")
        .executeTakeFirst();
      if (row) await release(tx, row, { ...options, now });
    });
  }
}

async function release(
  tx: Tx,
  row: DeliveryRow,
  { now, settings, panelLink }: ReleaseOptions & { now: number },
): Promise<void> {
  const { language: usual, effectiveTimeZone: zone } = settings();
  const rule = (await listRules(tx)).map(toRule).find((one) => one?.id === row.rule_id);
  const quiet = quietUntil(now, rule?.quietHours ?? null, zone);
  if (quiet !== null) {
    await changeDelivery(tx, { id: row.id, from: ["held"] }, { next_attempt_at: quiet });
    return;
  }
  const language = rule?.language ?? usual;
  const locale = { language, messages: notificationMessages[language], zone };
  const { items, count } = await permittedItems(tx, row);
  if (items === null) {
    const text = notificationMessages[usual].errors.not_permitted("");
    const nothing = { title: text, content: "", link: null, items_json: null, next_attempt_at: null };
    const dropped = { ...nothing, state: "dropped" as const, answer: text, finished_at: now };
    await changeDelivery(tx, { id: row.id, from: ["held"] }, dropped);
    return;
  }
  const subjects = [...new Set(items.flatMap(({ subject }) => subject ?? []))];
  // A row that another program has changed may have no items: its own text is sent, and it holds up no others.
  const { title, content, link } = items.length === 0
    ? row
    : renderGroup(items, { count, locale, link: panelLink() });
  const waiting = {
    ...{ state: "waiting" as const, next_attempt_at: now, items_json: null, count },
    ...(row.account_id !== null && { subjects_json: JSON.stringify(subjects) }),
  };
  await changeDelivery(tx, { id: row.id, from: ["held"] }, { ...waiting, title, content, link });
  // A continuing flood results in one message per period.
  const period = `window channel:${row.channel_id} ${row.source}`;
  await writeState(tx, period, { state: REPORTED, since: now });
}

/** Returns the items that the owner of the channel may still see, and how many events they stand for; null when none is left. */
async function permittedItems(
  tx: Tx,
  row: DeliveryRow,
): Promise<{ items: Item[] | null; count: number }> {
  const items = readItems(row);
  if (row.account_id === null) return { items, count: row.count };
  const subjects = items.flatMap(({ subject }) => subject ?? []);
  const visible = new Set(await visibleSubjects(tx, row, subjects));
  const isPermitted = await isStillPermitted(tx, { ...row, subjects_json: null });
  const left = items.filter(({ subject }) => subject === undefined ? isPermitted : visible.has(subject));
  if (left.length === 0) return { items: null, count: 0 };
  return { items: left, count: left.length < items.length ? left.length : row.count };
}
