// Heartbeats that go down, and that are up again.
import { type HeartbeatNotify, heartbeatNotify } from "../../../contract/heartbeats.ts";
import type { LiveEvent } from "../../../contract/events.ts";
import type { NotificationEvent } from "../../../contract/notification_events.ts";
import type { Base } from "../../../engine/base.ts";
import { wallTime } from "../../../engine/logs/run_log.ts";
import type { HeartbeatPingRow, HeartbeatRow } from "../../../migrations/heartbeat_tables.ts";
import { storedJson } from "../../../platform/stored_json.ts";
import type { EventHeartbeat, Locale } from "../event.ts";
import type { Notifier } from "../notifier.ts";
import { forgetNotified } from "../store.ts";

/** Lines of what a failed ping contained that a message quotes. */
const LOG_LINES = 20;

/** Reports that a heartbeat is down, or up again. `at` is when it was published, in ms since the epoch. */
export async function reportHeartbeat(
  { db, notifier }: Pick<Base, "db"> & { notifier: Notifier },
  { id, type }: LiveEvent,
  at: number,
): Promise<void> {
  const row = await db.selectFrom("heartbeat").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row) return;
  const isDown = type === "heartbeat:down";
  const subject = `heartbeat:${id}`;
  const ping = row.down_reason === "failed"
    ? await db.selectFrom("heartbeat_ping").selectAll().where("heartbeat_id", "=", id)
      .where("kind", "=", "fail").orderBy("id", "desc").limit(1).executeTakeFirst()
    : undefined;
  await notifier.notify({
    events: [isDown ? "heartbeat_down" : "heartbeat_up"],
    at,
    subject,
    task: null,
    heartbeat: eventHeartbeat(row),
    page: `/heartbeat/detail?id=${id}`,
    fields: (locale) => ({
      heartbeat: row.name,
      ...(isDown && { reason: reasonOf(row, ping, locale) }),
    }),
    ...(isDown && ping && { log: () => Promise.resolve(lastLines(ping.body)) }),
  });
  if (!isDown) await forgetNotified(db, subject);
}

function eventHeartbeat({ labels_json, notify_json, muted }: HeartbeatRow): EventHeartbeat {
  const read = heartbeatNotify.safeParse(storedJson<unknown>(notify_json, {}));
  const notify: HeartbeatNotify = read.data ?? { onDown: true, onUp: true };
  const wanted: NotificationEvent[] = [
    ...(notify.onDown ? ["heartbeat_down" as const] : []),
    ...(notify.onUp ? ["heartbeat_up" as const] : []),
  ];
  return { labels: storedJson<string[]>(labels_json, []), wanted, muted: muted === 1 };
}

function reasonOf(
  row: HeartbeatRow,
  ping: HeartbeatPingRow | undefined,
  { messages, zone }: Locale,
): string {
  const { heartbeatDown } = messages;
  const time = (at: number) => wallTime(at, row.time_zone ?? zone, "line");
  switch (row.down_reason) {
    case "missed":
      return heartbeatDown.missed(time(row.due_at ?? row.down_at ?? 0));
    case "too_long":
      return heartbeatDown.too_long(time((row.down_at ?? 0) - (row.max_duration_ms ?? 0)));
    case "failed":
    case null:
      return heartbeatDown.failed(ping?.exit_code ?? null);
  }
}

function lastLines(text: string): string {
  return text.trimEnd().split("\n").slice(-LOG_LINES).join("\n");
}
