import type { Requester } from "../../contract/scopes.ts";
import { AppError, refuseIf } from "../../contract/app_error.ts";
import type { Parsed } from "../../contract/parsed.ts";
import {
  type DeliveriesQuery,
  type Delivery,
  deliveryStates,
  type SendBody,
} from "../../contract/notifications.ts";
import { readValues } from "../../contract/read_values.ts";
import type { List } from "../../contract/shapes.ts";
import type { Base } from "../../engine/base.ts";
import type { Tx } from "../../engine/store.ts";
import { isoTime } from "../../platform/iso_time.ts";
import { type ChannelRow, type DeliveryRow } from "./channel_rows.ts";
import * as store from "./delivery_store.ts";
import { findChannel, listChannels, type Owner, removeOldStates } from "./store.ts";
import { storedJson } from "../../platform/stored_json.ts";

const DAY_MS = 86_400_000;
const RETENTION_MS = 30 * DAY_MS;
const MAX_STORED = 10_000;
const STATE_RETENTION_MS = 7 * DAY_MS;

/** The source of messages whose text was sent with them; the text of all others is about an event, often with log lines. */
const OWN_WORDS = "send";

/** Someone who may read logs, or not. */
export interface LogReader {
  readsLogs: boolean;
}

export interface DeliveriesOptions extends Pick<Base, "db" | "clock" | "bus"> {
  panelLink(): string | null;
  /** Called when there is something to send. */
  onRows(): void;
}

/** The messages to the channels of the panel, or of an account. */
export class Deliveries {
  constructor(private readonly options: DeliveriesOptions, private readonly owner: Owner = null) {}

  /** Returns a service for the messages to the channels of an account; it knows no others. */
  of(accountId: number): Deliveries {
    return new Deliveries(this.options, accountId);
  }

  /** Returns one page, newest first. Throws `validation_failed` for an unknown state. */
  async list(
    { page, pageSize, channelId, state }: DeliveriesQuery,
    { readsLogs }: LogReader,
  ): Promise<List<Delivery>> {
    const filter = {
      page,
      pageSize,
      channelId,
      owner: this.owner,
      states: readValues("state", state, deliveryStates) ?? [],
    };
    const { rows, total } = await store.listDeliveries(this.options.db, filter);
    return { items: rows.map((row) => toDelivery(row, readsLogs)), total, page, pageSize };
  }

  /** Returns one delivery. Throws `not_found`. */
  async get(id: number, { readsLogs }: LogReader): Promise<Delivery> {
    const row = await this.#find(id);
    return toDelivery(row, readsLogs);
  }

  /** Sends a failed delivery again. Throws `not_found`, `scope_missing`, `delivery_not_over`. */
  async retry(id: number, { requester, readsLogs }: LogReader & { requester: Requester }): Promise<Delivery> {
    const { db, clock, onRows } = this.options;
    const row = await this.#find(id);
    // Its channel may be another by now.
    if (!readsLogs && row.source !== OWN_WORDS) throw new AppError("scope_missing", { scope: "logs:read" });
    const channel = row.channel_id === null ? undefined : await findChannel(db, row.channel_id);
    const again = {
      state: "waiting" as const,
      attempts: 0,
      next_attempt_at: clock.now(),
      finished_at: null,
      by_application: byApplication(requester),
    };
    const hasStarted = channel !== undefined &&
      await store.changeDelivery(db, { id, from: ["failed", "dropped"] }, again);
    if (!hasStarted) throw new AppError("delivery_not_over");
    this.#publish(id);
    onRows();
    return toDelivery({ ...row, ...again }, readsLogs);
  }

  /**
   * Sends a message through the given channels or the default one; returns the delivery ids. Throws
   * `validation_failed`, `no_channel`.
   */
  async send({ title, content, channelIds }: Parsed<SendBody>, requester: Requester): Promise<number[]> {
    const { db, clock, panelLink, onRows } = this.options;
    const now = clock.now();
    const ids = await db.transaction().execute(async (tx) => {
      const ids: number[] = [];
      for (const channel of await wantedChannels(tx, channelIds ?? [])) {
        ids.push(
          await store.insertDelivery(tx, {
            channel_id: channel.id,
            channel_name: channel.name,
            source: OWN_WORDS,
            events_json: "[]",
            title,
            content,
            link: panelLink(),
            key: crypto.randomUUID(),
            state: "waiting",
            attempts: 0,
            next_attempt_at: now,
            created_at: now,
            by_application: byApplication(requester),
          }),
        );
      }
      return ids;
    });
    this.#publish(0);
    onRows();
    return ids;
  }

  /** Housekeeping job: removes deliveries that ended more than 30 days ago or exceed the newest 10,000. */
  async removeOld(): Promise<void> {
    const { db, clock } = this.options;
    await store.removeOldDeliveries(db, clock.now() - RETENTION_MS, MAX_STORED);
    await removeOldStates(db, clock.now() - STATE_RETENTION_MS);
  }

  async #find(id: number): Promise<DeliveryRow> {
    const row = await store.findDelivery(this.options.db, id);
    if (!row || row.account_id !== this.owner) throw new AppError("not_found");
    return row;
  }

  #publish(id: number): void {
    const at = isoTime(this.options.clock.now());
    this.options.bus.publish({ topic: "notifications", type: "delivery:changed", id, version: 0, at });
  }
}

function byApplication(requester: Requester): 0 | 1 {
  return requester === "application" ? 1 : 0;
}

async function wantedChannels(tx: Tx, channelIds: readonly number[]): Promise<ChannelRow[]> {
  const usable = (await listChannels(tx, null)).filter(({ enabled }) => enabled === 1);
  if (channelIds.length > 0) {
    refuseIf(
      channelIds.flatMap((id, index) =>
        usable.some((one) => one.id === id)
          ? []
          : [{ path: `channelIds.${index}`, code: "unknown_channel" as const }]
      ),
    );
    return usable.filter(({ id }) => channelIds.includes(id));
  }
  const usual = usable.filter(({ is_default }) => is_default === 1);
  if (usual.length === 0) throw new AppError("no_channel");
  return usual;
}

function toDelivery(row: DeliveryRow, readsLogs: boolean): Delivery {
  return {
    id: row.id,
    channelId: row.channel_id,
    channelName: row.channel_name,
    ruleName: row.rule_name,
    events: storedJson<string[]>(row.events_json, []),
    count: row.count,
    title: row.title,
    content: readsLogs || row.source === OWN_WORDS ? row.content : null,
    state: row.state,
    attempts: row.attempts,
    nextAttemptAt: isoTime(row.next_attempt_at),
    answer: row.answer,
    createdAt: isoTime(row.created_at),
    finishedAt: isoTime(row.finished_at),
  };
}
