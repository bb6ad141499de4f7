import { randomBytes } from "node:crypto";
import { AppError, type FieldIssue, refuseIf } from "../../contract/app_error.ts";
import { CronError, parseCron } from "../../contract/cron/expression.ts";
import { isTimeZone } from "../../contract/cron/zone.ts";
import {
  type Heartbeat,
  type HeartbeatInput,
  type HeartbeatListQuery,
  type HeartbeatPatch,
  type HeartbeatSortField,
  heartbeatSortFields,
  heartbeatStates,
  type Ping,
  type PingListQuery,
} from "../../contract/heartbeats.ts";
import { heartbeatLimits } from "../../contract/limits/heartbeats.ts";
import type { Parsed } from "../../contract/parsed.ts";
import { readSort, type SortKey } from "../../contract/read_sort.ts";
import { readValues } from "../../contract/read_values.ts";
import type { List } from "../../contract/shapes.ts";
import type { Base } from "../../engine/base.ts";
import { EventPublisher } from "../../engine/bus.ts";
import type { Database, Tx } from "../../engine/store.ts";
import type { HeartbeatRow } from "../../migrations/heartbeat_tables.ts";
import { statusColumns, statusOf, timingOf, toColumns, toHeartbeat, toPing } from "./heartbeat_rows.ts";
import { planAnew, setPaused } from "./heartbeat_states.ts";
import type { PingKeys } from "./ping_keys.ts";
import * as store from "./store.ts";

const KEY_BYTES = 16;

export interface HeartbeatsOptions extends Pick<Base, "db" | "clock" | "bus" | "zone"> {
  keys: Pick<PingKeys, "refresh">;
}

/** Manages the checks that wait for pings of work done elsewhere. */
export class Heartbeats {
  readonly #publisher: EventPublisher;

  constructor(private readonly options: HeartbeatsOptions) {
    this.#publisher = new EventPublisher(options.bus, options.clock);
  }

  /** Returns the same service over another database, such as one of what a caller may see. */
  over(db: Database): Heartbeats {
    return this.with({ db });
  }

  /** Returns the same service with other parts, such as a database that joins a transaction. */
  with(parts: Partial<HeartbeatsOptions>): Heartbeats {
    return new Heartbeats({ ...this.options, ...parts });
  }

  /** Returns one page. Throws `validation_failed` for an unknown state or field. */
  async list(query: HeartbeatListQuery): Promise<List<Heartbeat>> {
    const { page, pageSize, q, label } = query;
    const states = readValues("state", query.state, heartbeatStates);
    const sort = query.sort === undefined ? [] : readSort(query.sort, heartbeatSortFields);
    const part = q?.trim().toLowerCase() ?? "";
    const found = (await store.readHeartbeats(this.options.db)).map((row) => this.#show(row))
      .filter(({ state }) => states === undefined || states.includes(state))
      .filter(({ labels }) => label === undefined || labels.includes(label))
      .filter(({ name, labels }) => [name, ...labels].some((text) => text.toLowerCase().includes(part)))
      .sort((a, b) => inOrder(a, b, sort));
    const items = found.slice((page - 1) * pageSize, page * pageSize);
    return { items, total: found.length, page, pageSize };
  }

  /** Returns one heartbeat. Throws `not_found`. */
  async get(id: number): Promise<Heartbeat> {
    return this.#show(await find(this.options.db, id));
  }

  /** Returns one page of its pings, newest first. Throws `not_found`. */
  async pings(id: number, { page, pageSize }: PingListQuery): Promise<List<Ping>> {
    await find(this.options.db, id);
    const { rows, total } = await store.listPings(this.options.db, id, { page, pageSize });
    return { items: rows.map(toPing), total, page, pageSize };
  }

  /** Creates a heartbeat. Throws `validation_failed`. */
  async create(input: Parsed<HeartbeatInput>): Promise<Heartbeat> {
    refuseIf(issuesOf(input, null));
    const { db, clock } = this.options;
    const id = await db.transaction().execute(async (tx) => {
      await refuseTaken(tx, input.name, null);
      if (await store.countHeartbeats(tx) >= heartbeatLimits.count) {
        refuseIf([{ path: "name", code: "too_many", params: { max: heartbeatLimits.count } }]);
      }
      const now = clock.now();
      return await store.insertHeartbeat(tx, {
        name: input.name.trim(),
        labels_json: "[]",
        schedule: input.schedule,
        period_ms: input.periodMs,
        time_zone: input.timeZone,
        grace_ms: input.graceMs,
        max_duration_ms: input.maxDurationMs,
        post_only: 0,
        notify_json: "{}",
        muted: 0,
        ...toColumns(input),
        ...{ key: newKey(), paused: 0, last_ping_at: null, due_at: null, starts_json: "[]" },
        ...{ down_at: null, down_reason: null, watched_from: null, next_at: null },
        ...{ created_at: now, updated_at: now, version: 1 },
      });
    });
    return await this.#changed(id);
  }

  /** Changes some fields; due times are those from now on. Throws `not_found`, `stale_version`, `validation_failed`. */
  async update(
    id: number,
    patch: Parsed<HeartbeatPatch>,
    expectedVersion: number | null,
  ): Promise<Heartbeat> {
    const wanted = withoutOther(patch);
    await this.options.db.transaction().execute(async (tx) => {
      const before = await find(tx, id);
      if (expectedVersion !== null && expectedVersion !== before.version) throw new AppError("stale_version");
      refuseIf(issuesOf(wanted, before));
      if (wanted.name !== undefined) await refuseTaken(tx, wanted.name, id);
      await this.#write(tx, before, toColumns(wanted));
    });
    return await this.#changed(id);
  }

  /** Waits for no pings until it is resumed. Throws `not_found`. */
  async pause(id: number): Promise<Heartbeat> {
    return await this.#setPaused(id, true);
  }

  /** Waits for pings again, from now on. Throws `not_found`. */
  async resume(id: number): Promise<Heartbeat> {
    return await this.#setPaused(id, false);
  }

  /** Replaces its key; the old address no longer works. Throws `not_found`. */
  async replaceKey(id: number): Promise<Heartbeat> {
    const { db, clock } = this.options;
    await db.transaction().execute(async (tx) => {
      await find(tx, id);
      await store.updateSettings(tx, id, { key: newKey(), updated_at: clock.now() });
    });
    return await this.#changed(id);
  }

  /** Deletes a heartbeat with its pings. Returns its name. Throws `not_found`. */
  async remove(id: number): Promise<string> {
    const name = await this.options.db.transaction().execute((tx) => store.removeHeartbeat(tx, id));
    if (name === null) throw new AppError("not_found");
    await this.options.keys.refresh();
    this.#publisher.publish("heartbeats", "heartbeat:changed", id, 0);
    return name;
  }

  async #setPaused(id: number, paused: boolean): Promise<Heartbeat> {
    const { db, clock, zone } = this.options;
    const wasChanged = await db.transaction().execute(async (tx) => {
      const row = await find(tx, id);
      const status = statusOf(row);
      if (status.paused === paused) return false;
      const now = clock.now();
      const timing = timingOf(row, zone());
      const columns = statusColumns(setPaused(status, paused, timing, now), timing, now);
      await store.updateSettings(tx, id, { ...columns, updated_at: now });
      return true;
    });
    return wasChanged ? await this.#changed(id) : await this.get(id);
  }

  async #write(tx: Tx, before: HeartbeatRow, columns: Partial<HeartbeatRow>): Promise<void> {
    const { clock, zone } = this.options;
    const now = clock.now();
    const after = { ...before, ...columns };
    const timing = timingOf(after, zone());
    const isReplanned = timingFields.some((field) => before[field] !== after[field]);
    const status = isReplanned ? planAnew(statusOf(before), timing, now) : statusOf(before);
    await store.updateSettings(tx, before.id, {
      ...columns,
      ...statusColumns(status, timing, now),
      updated_at: now,
    });
  }

  async #changed(id: number): Promise<Heartbeat> {
    await this.options.keys.refresh();
    const after = await this.get(id);
    this.#publisher.publish("heartbeats", "heartbeat:changed", id, after.version);
    return after;
  }

  #show(row: HeartbeatRow): Heartbeat {
    const { zone, clock } = this.options;
    return toHeartbeat(row, { zone: zone(), now: clock.now() });
  }
}

const timingFields = ["schedule", "period_ms", "time_zone"] as const;

/** Returns a key of 128 bits, in hexadecimal so that a double click selects all of it. */
function newKey(): string {
  return randomBytes(KEY_BYTES).toString("hex");
}

async function find(db: Database | Tx, id: number): Promise<HeartbeatRow> {
  const row = await store.findHeartbeat(db, id);
  if (!row) throw new AppError("not_found");
  return row;
}

async function refuseTaken(tx: Tx, name: string, id: number | null): Promise<void> {
  if (await store.isNameTaken(tx, name.trim(), id)) refuseIf([{ path: "name", code: "name_taken" }]);
}

// Whoever sets a schedule means it instead of the period, and the other way round.
function withoutOther(patch: HeartbeatPatch): HeartbeatPatch {
  if (typeof patch.schedule === "string" && patch.periodMs === undefined) return { ...patch, periodMs: null };
  if (typeof patch.periodMs === "number" && patch.schedule === undefined) return { ...patch, schedule: null };
  return patch;
}

function issuesOf(patch: HeartbeatPatch, before: HeartbeatRow | null): FieldIssue[] {
  const { name, labels = [], timeZone } = patch;
  const schedule = patch.schedule === undefined ? before?.schedule ?? null : patch.schedule;
  const periodMs = patch.periodMs === undefined ? before?.period_ms ?? null : patch.periodMs;
  return [
    ...(name?.trim() === "" ? [{ path: "name", code: "required" as const }] : []),
    ...labels.flatMap((label, index) =>
      label.trim() === "" ? [{ path: `labels.${index}`, code: "required" as const }] : []
    ),
    ...(schedule === null && periodMs === null ? [{ path: "schedule", code: "required" as const }] : []),
    ...(schedule !== null && periodMs !== null ? [{ path: "periodMs", code: "invalid" as const }] : []),
    ...(typeof patch.schedule === "string" ? cronIssues(patch.schedule, before?.id ?? 0) : []),
    ...(typeof timeZone === "string" && !isTimeZone(timeZone)
      ? [{ path: "timeZone", code: "unknown_time_zone" as const }]
      : []),
  ];
}

function cronIssues(schedule: string, seed: number): FieldIssue[] {
  try {
    const { kind } = parseCron(schedule, { seed });
    // What is due once, or after runs of the panel, is nothing to wait for again and again.
    if (kind !== "once" && kind !== "after") return [];
    const span = { field: "expression", start: 0, end: schedule.length };
    return [{ path: "schedule", code: "incorrect_cron", params: span }];
  } catch (error) {
    if (!(error instanceof CronError)) throw error;
    const { code, field, start, end } = error.error;
    return [{ path: "schedule", code, params: { field, start, end } }];
  }
}

const byName = new Intl.Collator("en", { numeric: true });
/** What needs attention first. */
const stateRanks: Record<Heartbeat["state"], number> = {
  down: 0,
  late: 1,
  started: 2,
  up: 3,
  new: 4,
  paused: 5,
};

function inOrder(a: Heartbeat, b: Heartbeat, keys: readonly SortKey<HeartbeatSortField>[]): number {
  for (const { field, descending } of keys) {
    const order = field === "state"
      ? stateRanks[a.state] - stateRanks[b.state]
      : byName.compare(a[field] ?? "\uffff", b[field] ?? "\uffff");
    if (order !== 0) return descending ? -order : order;
  }
  return byName.compare(a.name, b.name) || a.id - b.id;
}
