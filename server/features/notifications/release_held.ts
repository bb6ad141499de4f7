import type { Settings } from "../../contract/settings.ts";
import type { Database, Tx } from "../../engine/store.ts";
import type { Clock } from "../../platform/clock.ts";
import type { DeliveryRow } from "./channel_rows.ts";
import { changeDelivery, listDue } from "./delivery_store.ts";
import { notificationMessages } from "./notification_messages.ts";
import { quietUntil } from "./quiet_hours.ts";
import { renderGroup } from "./render.ts";
import { toRule } from "./rule_rows.ts";
import { listRules, writeState } from "./store.ts";
import { readItems } from "./notifier.ts";

const BATCH = 100;

export interface ReleaseOptions {
  db: Database;
  clock: Clock;
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
  const { title, content, link } = renderGroup(readItems(row), {
    count: row.count,
    locale,
    link: panelLink(),
  });
  const waiting = { state: "waiting" as const, next_attempt_at: now, items_json: null };
  await changeDelivery(tx, { id: row.id, from: ["held"] }, { ...waiting, title, content, link });
  // A continuing flood results in one message per period.
  const window = `window channel:${row.channel_id} ${row.source}`;
  await writeState(tx, window, { state: "told", since: now });
}
