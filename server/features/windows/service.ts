import { AppError, refuseIf } from "../../contract/app_error.ts";
import type { IssueCode } from "../../contract/issue_codes.ts";
import type { Parsed } from "../../contract/parsed.ts";
import { periodOfQuery } from "../../contract/period_query.ts";
import type { Requester } from "../../contract/scopes.ts";
import type { Language } from "../../contract/settings.ts";
import {
  type MaintenanceWindow,
  maxSpanDays,
  maxSpans,
  maxWindows,
  type OpenWindows,
  type WindowInput,
  type WindowPatch,
  type WindowSource,
  type WindowSpans,
  type WindowSpansQuery,
} from "../../contract/windows.ts";
import type { Base } from "../../engine/base.ts";
import { EventPublisher } from "../../engine/bus.ts";
import type { Engine } from "../../engine/engine.ts";
import type { Database, Tx } from "../../engine/store.ts";
import type { WindowRow } from "../../migrations/window_tables.ts";
import { storedInstant } from "../../platform/stored_json.ts";
import { problemText } from "../icalendar/problem_text.ts";
import type { EventSpans } from "./event_spans.ts";
import { countHeld, releaseHeld } from "./held_runs.ts";
import type { LoadedWindows } from "./loaded_windows.ts";
import {
  findSource,
  listCurrentSources,
  listSources,
  readContent,
  removeSource,
  replaceSource,
  type SourceState,
} from "./source_rows.ts";
import { windowIssues } from "./window_checks.ts";
import { fieldsOf, limited, toColumns } from "./window_rows.ts";
import { type NewSource, WindowSources, type WindowSourcesOptions } from "./window_sources.ts";
import {
  concerns,
  concernsAny,
  nextSpan,
  readScope,
  scopedTask,
  spansOf,
  tasksInReach,
} from "./window_spans.ts";

/** Somewhat less than a day, so that the time of day stays the same. */
const RENEWED_AFTER_MS = 23.5 * 3_600_000;
/** What failed is tried again sooner. */
const TRIED_AGAIN_AFTER_MS = 3_000_000;

export interface WindowsOptions
  extends Pick<Base, "db" | "clock" | "bus" | "zone" | "logger">, WindowSourcesOptions {
  engine: Pick<Engine, "wake">;
  loaded: Pick<LoadedWindows, "all" | "eventsOf" | "reload">;
}

/** A source that was read, with its events; null for none. */
type ReadSource = { source: NewSource; events: EventSpans } | null;

/** Manages the maintenance windows. */
export class Windows {
  readonly #publisher: EventPublisher;
  readonly #sources: WindowSources;

  constructor(private readonly options: WindowsOptions) {
    this.#publisher = new EventPublisher(options.bus, options.clock);
    this.#sources = new WindowSources(options);
  }

  /** Returns the same service over another database, such as one of what a caller may see. */
  over(db: Database): Windows {
    return this.with({ db });
  }

  /** Returns the same service with other parts, such as a database that joins a transaction. */
  with(parts: Partial<WindowsOptions>): Windows {
    return new Windows({ ...this.options, ...parts });
  }

  /** Returns all windows: those that are open first, then those that open next. */
  async list(language: Language): Promise<MaintenanceWindow[]> {
    const { db } = this.options;
    const rows = await db.selectFrom("maintenance_window").selectAll().where("removed_at", "is", null)
      .orderBy("name").orderBy("id").execute();
    const held = await countHeld(db, this.options.clock.now());
    const sources = new Map((await listSources(db)).map((source) => [source.window_id, source]));
    const order = ({ active, nextFrom }: MaintenanceWindow) => active ? "" : nextFrom ?? "9";
    const tasks = await tasksInReach(db);
    return rows.filter((row) => concernsAny(readScope(row), tasks)).map((row) => {
      const source = sources.get(row.id) ?? null;
      return limited(this.#show(row, { held, source, text: null, language }), tasks);
    }).sort((a, b) => order(a) < order(b) ? -1 : 1);
  }

  /** Returns when windows are open in a period, deleted ones too. Throws `validation_failed`. */
  async spans(query: Parsed<WindowSpansQuery>): Promise<WindowSpans> {
    const { db, loaded, zone } = this.options;
    const { from, to } = periodOfQuery(query, maxSpanDays);
    const tasks = await tasksInReach(db);
    const items = loaded.all.filter(({ scope }) => concernsAny(scope, tasks)).flatMap((window) =>
      spansOf(window, zone(), { after: from - 1, until: to - 1 })
        // It did not hold anything before it was created.
        .filter(({ until }) => until > window.row.created_at).map((span) => ({
          ...{ id: window.row.id, name: window.row.name, effect: window.row.effect },
          ...{ from: storedInstant(span.from), to: storedInstant(span.until) },
        }))
    ).sort((a, b) => a.from < b.from ? -1 : a.from > b.from ? 1 : a.id - b.id);
    return { items: items.slice(0, maxSpans), isComplete: items.length <= maxSpans };
  }

  /** Returns the windows that are open now and concern some of the tasks, the one that ends last first. */
  async openFor(taskIds: readonly number[]): Promise<OpenWindows> {
    const { db, clock, zone, loaded } = this.options;
    const now = clock.now();
    const open = loaded.all.flatMap((window) => {
      const span = nextSpan(window, zone(), now);
      return span && span.from <= now ? [{ ...window, until: span.until }] : [];
    }).sort((a, b) => b.until - a.until || a.row.id - b.row.id);
    if (open.length === 0) return { items: [] };
    const rows = await db.selectFrom("task").select(["id", "labels_json", "placement_pool"])
      .where("id", "in", [...taskIds]).orderBy("id").execute();
    const tasks = rows.map(scopedTask);
    const items = open.map(({ row, scope, until }) => ({
      ...{ id: row.id, name: row.name, effect: row.effect, to: storedInstant(until) },
      taskIds: tasks.filter((task) => concerns(scope, task)).map(({ id }) => id),
    }));
    return { items: items.filter(({ taskIds }) => taskIds.length > 0) };
  }

  /** Returns one window. Throws `not_found`. */
  async get(id: number, language: Language): Promise<MaintenanceWindow> {
    const { db, clock } = this.options;
    const row = await findWindow(db, id);
    const tasks = await tasksInReach(db);
    if (!concernsAny(readScope(row), tasks)) throw new AppError("not_found");
    const source = await findSource(db, id);
    const text = source && source.url === null ? await readContent(db, id) : null;
    return limited(
      this.#show(row, { held: await countHeld(db, clock.now()), source, text, language }),
      tasks,
    );
  }

  /**
   * Creates a window, once its file could be read; `createdBy` names who does. `accepts` names issues of windows that come from
   * elsewhere. Throws `validation_failed`.
   */
  async create(
    input: Parsed<WindowInput>,
    { createdBy, requester, language, accepts = [] }: {
      createdBy: string | null;
      requester: Requester;
      language: Language;
      accepts?: readonly IssueCode[];
    },
  ): Promise<MaintenanceWindow> {
    const { db, clock, zone } = this.options;
    const now = clock.now();
    refuseIf(windowIssues(input, { now, zone: zone() }).filter(({ code }) => !accepts.includes(code)));
    const read = await this.#readSource(input, requester);
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
      const { id } = await tx.insertInto("maintenance_window").values(row).returning("id")
        .executeTakeFirstOrThrow();
      if (read) await replaceSource(tx, { ...read.source, window_id: id, revision: now });
      return id;
    });
    await this.#changed(id, "window:created", 1);
    return await this.get(id, language);
  }

  /**
   * Changes a window. What it has decided stays; runs that it holds wait for the new end, or start if it is not open any more.
   * Throws `not_found`, `stale_version` or `validation_failed`.
   */
  async update(
    id: number,
    patch: Parsed<WindowPatch>,
    { expectedVersion, requester, language }: {
      expectedVersion: number | null;
      requester: Requester;
      language: Language;
    },
  ): Promise<MaintenanceWindow> {
    const { db, clock, zone } = this.options;
    const now = clock.now();
    const sent = Object.entries(patch).filter(([, value]) => value !== undefined);
    const merge = (row: WindowRow, source: SourceState | null): WindowInput => ({
      ...fieldsOf(row, icalendarOf(source, null)),
      ...Object.fromEntries(sent),
    });
    const stored = await findSource(db, id);
    const planned = merge(await findWindow(db, id), stored);
    refuseIf(windowIssues(planned, { now, zone: zone() }, patch));
    const keepsSource = stored !== null && planned.icalendar !== null &&
      (!patch.icalendar || await this.#sources.isStored(patch.icalendar, stored));
    const read = keepsSource ? null : await this.#readSource(planned, requester);
    const version = await db.transaction().execute(async (tx) => {
      const before = await findWindow(tx, id);
      if (expectedVersion !== null && expectedVersion !== before.version) throw new AppError("stale_version");
      const source = await findSource(tx, id);
      // Somebody has changed the file while this one was read.
      if (source?.revision !== stored?.revision) throw new AppError("stale_version");
      const input = merge(before, source);
      refuseIf(windowIssues(input, { now, zone: zone() }, patch));
      const columns = toColumns(input);
      // A window that was ended early opens again if its time is set anew.
      const isReset = !keepsSource && (stored !== null || read !== null) ||
        timeColumns.some((column) => columns[column] !== before[column]);
      const after: WindowRow = {
        ...before,
        ...columns,
        ...isReset && { ended_at: null },
        updated_at: now,
        version: before.version + 1,
      };
      const { id: _, ...values } = after;
      await tx.updateTable("maintenance_window").set(values).where("id", "=", id).execute();
      if (read) {
        const revision = Math.max(now, (source?.revision ?? 0) + 1);
        await replaceSource(tx, { ...read.source, window_id: id, revision });
      } else if (!keepsSource) await removeSource(tx, id);
      const events = read?.events ?? (keepsSource ? this.options.loaded.eventsOf(id) : null);
      await this.#release(tx, after, events);
      return after.version;
    });
    await this.#changed(id, "window:updated", version);
    return await this.get(id, language);
  }

  /** Reads the file of a window; null without one. Throws `validation_failed`. */
  async #readSource({ icalendar, timeZone }: WindowInput, requester: Requester): Promise<ReadSource> {
    if (icalendar === null) return null;
    const { clock, zone } = this.options;
    const path = `icalendar.${icalendar.url === undefined ? "text" : "url"}`;
    const windowZone = timeZone ?? zone();
    const read = await this.#sources.readNew(icalendar, { zone: windowZone, requester });
    if ("problem" in read) refuseIf([{ path, ...read.problem }]);
    const known = read as Exclude<typeof read, { problem: unknown }>; // others were rejected
    // More events can be added to a calendar at an address.
    const isOver = icalendar.url === undefined &&
      !known.events.in(windowZone).some(({ to }) => to > clock.now());
    if (isOver) refuseIf([{ path, code: "window_over" }]);
    return known;
  }

  // Runs that a window holds wait for its new end, or start if it is not open any more.
  async #release(tx: Tx, row: WindowRow, events: EventSpans | null): Promise<void> {
    const { clock, zone } = this.options;
    const now = clock.now();
    const span = nextSpan({ row, events }, zone(), now);
    const until = row.effect === "hold" && span && span.from <= now ? span.until : now;
    await releaseHeld(tx, row.id, until, now);
  }

  /** Fetches the file of a window now. Throws `not_found`. */
  async fetch(id: number, language: Language): Promise<MaintenanceWindow> {
    const { db } = this.options;
    await findWindow(db, id);
    const source = await findSource(db, id);
    if (source && source.url !== null) await this.#renew(source);
    return await this.get(id, language);
  }

  /** Reads the files again that were not read for a day. */
  async renewDue(): Promise<void> {
    const { db, clock, logger } = this.options;
    const now = clock.now();
    for (const source of await listCurrentSources(db)) {
      const after = source.fetch_error === null ? RENEWED_AFTER_MS : TRIED_AGAIN_AFTER_MS;
      if (!this.#sources.isDue(source, now - after)) continue;
      try {
        await this.#renew(source);
      } catch (error) {
        logger.error("failed to renew the file of a maintenance window", { error, window: source.window_id });
      }
    }
  }

  async #renew(source: SourceState): Promise<void> {
    const { db, zone } = this.options;
    const { window_id: id } = source;
    const row = await findWindow(db, id);
    await this.#sources.renew(source, row.time_zone ?? zone(), async (tx, events) => {
      await this.#release(tx, await findWindow(tx, id), events);
    });
    await this.#changed(id, "window:updated", row.version);
  }

  /** Ends the time in which a window is open now. Throws `not_found`, or `window_not_open`. */
  async end(id: number, language: Language): Promise<MaintenanceWindow> {
    const { db, clock, zone, loaded } = this.options;
    const now = clock.now();
    const version = await db.transaction().execute(async (tx) => {
      const row = await findWindow(tx, id);
      const span = nextSpan({ row, events: loaded.eventsOf(id) }, zone(), now);
      if (!span || span.from > now) throw new AppError("window_not_open");
      await tx.updateTable("maintenance_window")
        .set({ ended_at: now, updated_at: now, version: row.version + 1 }).where("id", "=", id).execute();
      await releaseHeld(tx, id, now, now);
      return row.version + 1;
    });
    await this.#changed(id, "window:updated", version);
    return await this.get(id, language);
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

  #show(
    row: WindowRow,
    { held, source, text, language }: {
      held: ReadonlyMap<number, number>;
      source: SourceState | null;
      text: string | null;
      language: Language;
    },
  ): MaintenanceWindow {
    const { clock, zone, loaded } = this.options;
    const now = clock.now();
    const span = nextSpan({ row, events: loaded.eventsOf(row.id) }, zone(), now);
    return {
      id: row.id,
      ...fieldsOf(row, icalendarOf(source, text)),
      from: storedInstant(row.from_at),
      to: storedInstant(row.to_at),
      validFrom: storedInstant(row.valid_from),
      validUntil: storedInstant(row.valid_until),
      copy: source === null || source.url === null ? null : {
        fetchedAt: storedInstant(source.fetched_at),
        triedAt: storedInstant(source.tried_at),
        failingSince: storedInstant(source.failing_since),
        error: source.fetch_error === null ? null : problemText(source.fetch_error, language),
      },
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

const timeColumns = [
  ...["from_at", "to_at", "schedule", "duration_ms", "time_zone", "valid_from", "valid_until"] as const,
] as const;

function icalendarOf(source: SourceState | null, text: string | null): WindowSource | null {
  if (source === null) return null;
  if (source.url !== null) return { url: source.url };
  return text === null ? {} : { text };
}

async function findWindow(db: Database | Tx, id: number): Promise<WindowRow> {
  const row = await db.selectFrom("maintenance_window").selectAll().where("id", "=", id)
    .where("removed_at", "is", null).executeTakeFirst();
  if (!row) throw new AppError("not_found");
  return row;
}
