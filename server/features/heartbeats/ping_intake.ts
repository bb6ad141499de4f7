// Receives pings and writes them together: the answer does not wait for the database, and a thousand pings a second cost a few
// transactions. A crash loses what came in the last moment; after a start each heartbeat gets its grace anew.
import type { Insertable } from "kysely";
import type { PingKind } from "../../contract/heartbeats.ts";
import { heartbeatLimits } from "../../contract/limits/heartbeats.ts";
import type { Base } from "../../engine/base.ts";
import { EventPublisher } from "../../engine/bus.ts";
import type { Tx } from "../../engine/store.ts";
import type { HeartbeatPingTable, HeartbeatRow } from "../../migrations/heartbeat_tables.ts";
import type { Timer } from "../../platform/clock.ts";
import { statusColumns, statusOf, timingOf } from "./heartbeat_rows.ts";
import { applyPing, type HeartbeatStatus } from "./heartbeat_states.ts";
import type { PingKeys } from "./ping_keys.ts";
import type { PingLimits } from "./ping_limits.ts";
import { noteTriggerEvent } from "../tasks/triggers/trigger_events.ts";
import * as store from "./store.ts";

/** How long pings wait for others, in ms; the watch waits longer before it decides. */
export const GATHER_MS = 250;
const RETRY_MS = 1_000;
/** Pings that wait while the database cannot be written, 10 kB each at most; beyond it, the oldest are dropped. */
const MAX_WAITING = 5_000;
/** New pings of a heartbeat after which its old ones are deleted. */
const PRUNE_EVERY = 20;
/** Heartbeats that are named one by one to open pages; of more, these query all again. */
const MAX_NAMED = 20;

/** A ping as it was sent; `action` is what follows the key in its address. */
export interface SentPing {
  key: string;
  action: string;
  method: string;
  ip: string;
  rid: string | null;
  body: string;
}

export type PingResponse = "accepted" | "unknown" | "too_many";

export interface PingIntakeOptions extends Pick<Base, "db" | "clock" | "logger" | "bus" | "zone"> {
  keys: PingKeys;
  limits: PingLimits;
}

interface WaitingPing extends Omit<Insertable<HeartbeatPingTable>, "duration_ms" | "early"> {
  kind: PingKind;
}

interface Change {
  id: number;
  before: HeartbeatStatus;
  after: HeartbeatStatus;
}

export class PingIntake {
  #waiting: WaitingPing[] = [];
  #timer: Timer | undefined;
  #writing: Promise<void> = Promise.resolve();
  #hasFailed = false;
  #isClosed = false;
  /** New pings since the last deletion, by heartbeat. */
  readonly #unpruned = new Map<number, number>();
  readonly #publisher: EventPublisher;

  constructor(private readonly options: PingIntakeOptions) {
    this.#publisher = new EventPublisher(options.bus, options.clock);
  }

  /** Takes a ping; it is written in a moment. */
  receive(sent: SentPing): PingResponse {
    const { keys, limits } = this.options;
    const isAdmitted = limits.admit(sent.key, sent.ip);
    const target = keys.find(sent.key);
    const meant = meaningOf(sent.action);
    if (!isAdmitted) return "too_many";
    if (!target || !meant) return "unknown";
    const isIgnored = target.postOnly && sent.method !== "POST";
    this.#waiting.push({
      heartbeat_id: target.id,
      at: this.options.clock.now(),
      kind: isIgnored ? "ignored" : meant.kind,
      exit_code: meant.exitCode,
      rid: sent.rid,
      method: sent.method,
      ip: sent.ip,
      body: sent.body,
    });
    if (this.#waiting.length > MAX_WAITING) this.#waiting.shift();
    this.#arm(GATHER_MS);
    return "accepted";
  }

  /** Writes what has come so far. */
  async flush(): Promise<void> {
    this.#timer?.cancel();
    this.#timer = undefined;
    this.#writing = this.#writing.then(() => this.#write());
    await this.#writing;
  }

  /** Resolves when what is being written is. */
  async idle(): Promise<void> {
    await this.#writing;
  }

  /** Writes what has come so far, and takes no more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.flush();
  }

  #arm(delayMs: number): void {
    if (this.#isClosed) return;
    this.#timer ??= this.options.clock.after(delayMs, () => void this.flush());
  }

  async #write(): Promise<void> {
    const all = this.#waiting;
    if (all.length === 0) return;
    this.#waiting = [];
    // After a failure one by one, so that a heartbeat that cannot be written does not hold up the others.
    const batches = this.#hasFailed
      ? [...Map.groupBy(all, ({ heartbeat_id }) => heartbeat_id).values()]
      : [all];
    const failed: WaitingPing[] = [];
    for (const batch of batches) {
      if (!await this.#writeBatch(batch)) failed.push(...batch);
    }
    this.#hasFailed = failed.length > 0;
    if (!this.#hasFailed) return;
    this.#waiting = [...failed, ...this.#waiting].slice(-MAX_WAITING);
    this.#arm(RETRY_MS);
  }

  async #writeBatch(batch: readonly WaitingPing[]): Promise<boolean> {
    const { db, logger } = this.options;
    try {
      this.#publish(await db.transaction().execute((tx) => this.#record(tx, batch)));
      return true;
    } catch (error) {
      if (!this.#hasFailed) logger.error("failed to write pings; retrying", { error, pings: batch.length });
      return false;
    }
  }

  async #record(tx: Tx, batch: readonly WaitingPing[]): Promise<Change[]> {
    const zone = this.options.zone();
    const byHeartbeat = Map.groupBy(batch, ({ heartbeat_id }) => heartbeat_id);
    const changes: Change[] = [];
    const pings: Insertable<HeartbeatPingTable>[] = [];
    for (const row of await store.readSome(tx, [...byHeartbeat.keys()])) {
      const { rows, ...change } = replay(row, byHeartbeat.get(row.id) ?? [], zone);
      changes.push(change);
      pings.push(...rows.slice(-heartbeatLimits.pings));
      const timing = timingOf(row, zone);
      const recovered = change.before.downAt !== null && change.after.downAt === null;
      const hasFailed = change.before.downAt === null && change.after.downAt !== null;
      if (recovered || hasFailed) {
        const event = recovered ? "up" : "down";
        await noteTriggerEvent(tx, {
          type: "heartbeat",
          id: row.id,
          event,
          name: row.name,
          at: this.options.clock.now(),
        });
      }
      await store.updateStatus(tx, row.id, {
        ...statusColumns(change.after, timing, change.after.lastPingAt ?? 0),
        ...(recovered && { muted: 0 as const }),
      });
    }
    await store.insertPings(tx, pings);
    for (const [id, of] of byHeartbeat) await this.#prune(tx, id, of.length);
    return changes;
  }

  async #prune(tx: Tx, id: number, count: number): Promise<void> {
    const unpruned = (this.#unpruned.get(id) ?? 0) + count;
    this.#unpruned.set(id, unpruned % PRUNE_EVERY);
    if (unpruned >= PRUNE_EVERY) await store.prunePings(tx, id);
  }

  #publish(changes: readonly Change[]): void {
    for (const { id, before, after } of changes) {
      if (before.downAt === null && after.downAt !== null) {
        this.#publisher.publish("heartbeats", "heartbeat:down", id, 0);
      }
      if (before.downAt !== null && after.downAt === null) {
        this.#publisher.publish("heartbeats", "heartbeat:up", id, 0);
      }
    }
    const named = changes.length > MAX_NAMED ? [0] : changes.map(({ id }) => id);
    for (const id of named) this.#publisher.publish("heartbeats", "heartbeat:pinged", id, 0);
  }
}

/** Returns what an address means by what follows its key; null if there is no such address. */
function meaningOf(action: string): { kind: PingKind; exitCode: number | null } | null {
  if (action === "") return { kind: "success", exitCode: null };
  if (action === "start" || action === "fail" || action === "log") return { kind: action, exitCode: null };
  const exitCode = /^\d{1,3}$/.test(action) ? Number(action) : NaN;
  if (!(exitCode <= 255)) return null;
  return { kind: exitCode === 0 ? "success" : "fail", exitCode };
}

/** Applies pings in their order. */
function replay(row: HeartbeatRow, pings: readonly WaitingPing[], zone: string) {
  const before = statusOf(row);
  const timing = timingOf(row, zone);
  let after = before;
  const rows = pings.map((ping): Insertable<HeartbeatPingTable> => {
    const { kind, at, rid = null } = ping;
    if (kind === "log" || kind === "ignored") return { ...ping, duration_ms: null, early: 0 };
    const { status, early, durationMs } = applyPing(after, { kind, at, rid }, timing);
    after = status;
    return { ...ping, duration_ms: durationMs, early: early ? 1 : 0 };
  });
  return { id: row.id, before, after, rows };
}
