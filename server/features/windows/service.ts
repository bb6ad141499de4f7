import { AppError, type FieldIssue, refuseIf } from "../../contract/app_error.ts";
import { CronError, parseCron } from "../../contract/cron/expression.ts";
import { isTimeZone } from "../../contract/cron/zone.ts";
import type { Parsed } from "../../contract/parsed.ts";
import { periodOfQuery } from "../../contract/period_query.ts";
import {
  type MaintenanceWindow,
  maxSpanDays,
  maxSpans,
  maxWindows,
  type WindowInput,
  type WindowPatch,
  type WindowSpans,
  type WindowSpansQuery,
} from "../../contract/windows.ts";
import type { Base } from "../../engine/base.ts";
import { EventPublisher } from "../../engine/bus.ts";
import type { Engine } from "../../engine/engine.ts";
import type { Database, Tx } from "../../engine/store.ts";
import type { WindowRow } from "../../migrations/window_tables.ts";
import { storedInstant } from "../../platform/stored_json.ts";
import type { LoadedWindows } from "./loaded_windows.ts";
import { releaseHeld } from "./held_runs.ts";
import { nextSpan, readScope, shortestPeriod, spansOf } from "./window_spans.ts";

export interface WindowsOptions extends Pick<Base, "db" | "clock" | "bus" | "zone"> {
  engine: Pick<Engine, "wake">;
  loaded: LoadedWindows;
}

/** Manages the maintenance windows. */
export class Windows {
  readonly #publisher: EventPublisher;

  constructor(private readonly options: WindowsOptions) {
    this.#publisher = new EventPublisher(options.bus, options.clock);
  }

  /** Returns all windows: those that are open first, then those that open next. */
  async list(): Promise<MaintenanceWindow[]> {
    const { db } = this.options;
    const rows = await db.selectFrom("maintenance_window").selectAll().where("removed_at", "is", null)
      .orderBy("name").orderBy("id").execute();
    const held = await countHeld(db, this.options.clock.now());
    const order = ({ active, nextFrom }: MaintenanceWindow) => active ? "" : nextFrom ?? "9";
    return rows.map((row) => this.#show(row, held)).sort((a, b) => order(a) < order(b) ? -1 : 1);
  }

  /** Returns when windows are open in a period, deleted ones too. Throws `validation_failed`. */
  spans(query: Parsed<WindowSpansQuery>): WindowSpans {
    const { loaded, zone } = this.options;
    const { from, to } = periodOfQuery(query, maxSpanDays);
    const items = loaded.all.flatMap(({ row }) =>
      spansOf(row, zone(), { after: from - 1, until: to - 1 })
        // It did not hold anything before it was created.
        .filter(({ until }) => until > row.created_at).map((span) => ({
          ...{ id: row.id, name: row.name, effect: row.effect },
          ...{ from: storedInstant(span.from), to: storedInstant(span.until) },
        }))
    ).sort((a, b) => a.from < b.from ? -1 : a.from > b.from ? 1 : a.id - b.id);
    return { items: items.slice(0, maxSpans), isComplete: items.length <= maxSpans };
  }

  /** Returns one window. Throws `not_found`. */
  async get(id: number): Promise<MaintenanceWindow> {
    const { db } = this.options;
    return this.#show(await findWindow(db, id), await countHeld(db, this.options.clock.now()));
  }

  /** Creates a window; `createdBy` names who does. Throws `validation_failed`. */
  async create(input: Parsed<WindowInput>, createdBy: string | null): Promise<MaintenanceWindow> {
    const { db, clock, zone } = this.options;
    const now = clock.now();
    refuseIf(windowIssues(input, { now, zone: zone() }));
    const id = await db.transaction().execute(async (tx) => {
      const others = await tx.selectFrom("maintenance_window").select("id").where("removed_at", "is", null)
        .execute();
      if (others.length >= maxWindows) {
        refuseIf([{ path: "name", code: "too_many", params: { max: maxWindows } }]);
      }
      const row = {
        ...toColumns(input),
        ...{ ended_at: null, opened_at: null, removed_at: null, created_by: createdBy },
        ...{ created_at: now, updated_at: now, version: 1 },
      };
      return (await tx.insertInto("maintenance_window").values(row).returning("id").executeTakeFirstOrThrow())
        .id;
    });
    await this.#changed(id, "window:created", 1);
    return await this.get(id);
  }

  /**
   * Changes a window. What it has decided stays; runs that it holds wait for the new end, or start if it is not open any more.
   * Throws `not_found`, `stale_version` or `validation_failed`.
   */
  async update(
    id: number,
    patch: Parsed<WindowPatch>,
    expectedVersion: number | null,
  ): Promise<MaintenanceWindow> {
    const { db, clock, zone } = this.options;
    const now = clock.now();
    const version = await db.transaction().execute(async (tx) => {
      const before = await findWindow(tx, id);
      if (expectedVersion !== null && expectedVersion !== before.version) throw new AppError("stale_version");
      const sent = Object.entries(patch).filter(([, value]) => value !== undefined);
      const input: WindowInput = { ...fieldsOf(before), ...Object.fromEntries(sent) };
      const columns = toColumns(input);
      refuseIf(windowIssues(input, { now, zone: zone() }, patch));
      // A window that was ended early opens again if its time is set anew.
      const isReset = patch.from !== undefined || patch.to !== undefined || patch.schedule !== undefined;
      const after: WindowRow = {
        ...before,
        ...columns,
        ...isReset && { ended_at: null },
        updated_at: now,
        version: before.version + 1,
      };
      const { id: _, ...values } = after;
      await tx.updateTable("maintenance_window").set(values).where("id", "=", id).execute();
      const span = nextSpan(after, zone(), now);
      const until = after.effect === "hold" && span && span.from <= now ? span.until : now;
      await releaseHeld(tx, id, until, now);
      return after.version;
    });
    await this.#changed(id, "window:updated", version);
    return await this.get(id);
  }

  /** Ends the time in which a window is open now. Throws `not_found`, or `window_not_open`. */
  async end(id: number): Promise<MaintenanceWindow> {
    const { db, clock, zone } = this.options;
    const now = clock.now();
    const version = await db.transaction().execute(async (tx) => {
      const row = await findWindow(tx, id);
      const span = nextSpan(row, zone(), now);
      if (!span || span.from > now) throw new AppError("window_not_open");
      await tx.updateTable("maintenance_window")
        .set({ ended_at: now, updated_at: now, version: row.version + 1 }).where("id", "=", id).execute();
      await releaseHeld(tx, id, now, now);
      return row.version + 1;
    });
    await this.#changed(id, "window:updated", version);
    return await this.get(id);
  }

  /** Deletes a window, and ends it if it is open. Returns its name. Throws `not_found`. */
  async remove(id: number): Promise<string> {
    const { db, clock } = this.options;
    const now = clock.now();
    const name = await db.transaction().execute(async (tx) => {
      const row = await findWindow(tx, id);
      await tx.updateTable("maintenance_window").set({ removed_at: now, updated_at: now })
        .where("id", "=", id).execute();
      await releaseHeld(tx, id, now, now);
      return row.name;
    });
    await this.#changed(id, "window:deleted", 0);
    return name;
  }

  // What becomes due next is decided by the new windows.
  async #changed(
    id: number,
    type: "window:created" | "window:updated" | "window:deleted",
    version: number,
  ): Promise<void> {
    const { loaded, engine } = this.options;
    await loaded.reload();
    this.#publisher.publish("windows", type, id, version);
    engine.wake();
  }

  #show(row: WindowRow, held: ReadonlyMap<number, number>): MaintenanceWindow {
    const { clock, zone } = this.options;
    const now = clock.now();
    const span = nextSpan(row, zone(), now);
    return {
      id: row.id,
      ...fieldsOf(row),
      from: storedInstant(row.from_at),
      to: storedInstant(row.to_at),
      validFrom: storedInstant(row.valid_from),
      validUntil: storedInstant(row.valid_until),
      active: span !== null && span.from <= now,
      nextFrom: storedInstant(span?.from ?? null),
      nextTo: storedInstant(span?.until ?? null),
      held: held.get(row.id) ?? 0,
      createdBy: row.created_by,
      createdAt: storedInstant(row.created_at),
      version: row.version,
    };
  }
}

async function findWindow(db: Database | Tx, id: number): Promise<WindowRow> {
  const row = await db.selectFrom("maintenance_window").selectAll().where("id", "=", id)
    .where("removed_at", "is", null).executeTakeFirst();
  if (!row) throw new AppError("not_found");
  return row;
}

async function countHeld(db: Database, now: number): Promise<Map<number, number>> {
  const rows = await db.selectFrom("run").select(["window_id", ({ fn }) => fn.countAll().as("runs")])
    .where("window_id", "is not", null).where("state", "=", "queued").where("held_until", ">", now)
    .groupBy("window_id").execute();
  return new Map(rows.map(({ window_id, runs }) => [window_id ?? 0, Number(runs)]));
}

function toColumns(input: WindowInput) {
  const at = (text: string | null) => text === null ? null : Date.parse(text);
  return {
    name: input.name.trim(),
    from_at: at(input.from),
    to_at: at(input.to),
    schedule: input.schedule,
    duration_ms: input.durationMs,
    time_zone: input.timeZone,
    valid_from: at(input.validFrom),
    valid_until: at(input.validUntil),
    scope_json: JSON.stringify(input.scope),
    effect: input.effect,
    silent: input.silent ? 1 as const : 0 as const,
    stop_running: input.stopRunning ? 1 as const : 0 as const,
  };
}

function fieldsOf(row: WindowRow): WindowInput {
  return {
    name: row.name,
    from: storedInstant(row.from_at),
    to: storedInstant(row.to_at),
    schedule: row.schedule,
    durationMs: row.duration_ms,
    timeZone: row.time_zone,
    validFrom: storedInstant(row.valid_from),
    validUntil: storedInstant(row.valid_until),
    scope: readScope(row),
    effect: row.effect,
    silent: row.silent === 1,
    stopRunning: row.stop_running === 1,
  };
}

/** Returns the issues of a window; with `patch`, only times that it sets are compared with now. */
function windowIssues(
  window: WindowInput,
  { now, zone }: { now: number; zone: string },
  patch: WindowPatch = window,
): FieldIssue[] {
  if (window.name.trim() === "") return [{ path: "name", code: "required" }];
  return window.schedule === null ? onceIssues(window, now, patch) : scheduleIssues(window, { now, zone });
}

function onceIssues({ from, to, durationMs }: WindowInput, now: number, patch: WindowPatch): FieldIssue[] {
  if (durationMs !== null) return [{ path: "schedule", code: "required" }];
  if (from === null) return [{ path: "from", code: "required" }];
  if (to === null) return [{ path: "to", code: "required" }];
  if (Date.parse(to) <= Date.parse(from)) return [{ path: "to", code: "ends_before_start" }];
  return patch.to != null && Date.parse(to) <= now ? [{ path: "to", code: "window_over" }] : [];
}

function scheduleIssues(window: WindowInput, { now, zone }: { now: number; zone: string }): FieldIssue[] {
  const { schedule, durationMs, timeZone, from, to, validFrom, validUntil } = window;
  if (from !== null || to !== null) return [{ path: from !== null ? "from" : "to", code: "window_two_ways" }];
  if (timeZone !== null && !isTimeZone(timeZone)) return [{ path: "timeZone", code: "unknown_time_zone" }];
  if (durationMs === null) return [{ path: "durationMs", code: "required" }];
  try {
    const rule = parseCron(schedule ?? "");
    if (rule.kind === "after") {
      return [{ path: "schedule", code: "incorrect_cron", params: { start: 0, end: schedule?.length ?? 0 } }];
    }
  } catch (error) {
    if (!(error instanceof CronError)) throw error;
    const { code, field, start, end } = error.error;
    return [{ path: "schedule", code, params: { field, start, end } }];
  }
  if (durationMs >= shortestPeriod(schedule ?? "", timeZone ?? zone, now)) {
    return [{ path: "durationMs", code: "window_too_long" }];
  }
  const isEmpty = validFrom !== null && validUntil !== null &&
    Date.parse(validUntil) <= Date.parse(validFrom);
  return isEmpty ? [{ path: "validUntil", code: "ends_before_start" }] : [];
}
