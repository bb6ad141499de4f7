import type { Span } from "../../contract/cron/slots.ts";
import type { Base } from "../../engine/base.ts";
import type { Held, WindowSpan } from "../../engine/decision.ts";
import { windowsAt } from "../../engine/decide_occurrences.ts";
import type { Database } from "../../engine/store.ts";
import type { WindowRow, WindowSourceRow } from "../../migrations/window_tables.ts";
import { EventSpans } from "./event_spans.ts";
import { listRevisions, readTimes } from "./source_rows.ts";
import { concerns, type OpenWindow, readScope, type ScopedTask, spansOf } from "./window_spans.ts";

interface LoadedEvents {
  revision: number;
  spans: EventSpans;
}

/** All maintenance windows, in memory: whatever becomes due asks for them. */
export class LoadedWindows {
  #windows: OpenWindow[] = [];
  #events: ReadonlyMap<number, LoadedEvents> = new Map();

  private constructor(private readonly options: Pick<Base, "db" | "bus" | "zone" | "logger">) {}

  /** Loads the windows, and again after each change, here or on another machine. */
  static async open(options: Pick<Base, "db" | "bus" | "zone" | "logger">): Promise<LoadedWindows> {
    const windows = new LoadedWindows(options);
    await windows.reload();
    const { bus, logger } = options;
    bus.listen(({ topic }) => {
      if (topic !== "windows") return;
      windows.reload().catch((error) => logger.error("failed to load the maintenance windows", { error }));
    });
    bus.onHeartbeat(() => windows.reload());
    return windows;
  }

  /** Reads all windows from the database. */
  async reload(): Promise<void> {
    const { db } = this.options;
    const [rows, revisions] = await Promise.all([listWindowRows(db), listRevisions(db)]);
    await this.#loadEvents(revisions);
    this.#windows = rows.map((row) => ({
      row,
      scope: readScope(row),
      events: this.#events.get(row.id)?.spans ?? null,
    }));
  }

  // They can be many, so only those are read that have changed.
  async #loadEvents(revisions: readonly Pick<WindowSourceRow, "window_id" | "revision">[]): Promise<void> {
    const events = new Map<number, LoadedEvents>();
    for (const { window_id: id, revision } of revisions) {
      const known = this.#events.get(id);
      const loaded = known?.revision === revision ? known : await readEvents(this.options.db, id);
      if (loaded) events.set(id, loaded);
    }
    this.#events = events;
  }

  /** Returns the events of a window's iCalendar file; null without one. */
  eventsOf(id: number): EventSpans | null {
    return this.#events.get(id)?.spans ?? null;
  }

  /** The windows, deleted ones too: what they held is decided by them. */
  get all(): readonly OpenWindow[] {
    return this.#windows;
  }

  /** Returns the times in which windows that concern a task are open and that overlap a span. */
  of(task: ScopedTask, span: Span): WindowSpan[] {
    const zone = this.options.zone();
    return this.#windows.flatMap((window) => concerns(window.scope, task) ? spansOf(window, zone, span) : []);
  }

  /** Returns what holds a run of a task that would start at an instant; null if nothing does. */
  heldAt(task: ScopedTask, at: number): Held | null {
    let until = at;
    let windowId: number | null = null;
    // Windows that follow each other are one.
    for (let count = 0; count <= this.#windows.length; count++) {
      const over = windowsAt(this.of(task, { after: until - 1, until }), until)
        .filter(({ effect }) => effect === "hold").sort((a, b) => b.until - a.until)[0];
      if (!over) break;
      [until, windowId] = [over.until, over.id];
    }
    return windowId === null ? null : { windowId, until, startAt: until };
  }

  /** Returns the window that skips what a task would run at an instant; null if none does. */
  skippedAt(task: ScopedTask, at: number): number | null {
    const open = windowsAt(this.of(task, { after: at - 1, until: at }), at);
    return open.find(({ effect }) => effect === "skip")?.id ?? null;
  }

  /** Returns whether a window is open in which a task causes no notifications. */
  isSilent(task: ScopedTask, at: number): boolean {
    const span = { after: at - 1, until: at };
    return this.#windows.some((window) =>
      window.row.silent === 1 && concerns(window.scope, task) &&
      windowsAt(spansOf(window, this.options.zone(), span), at).length > 0
    );
  }
}

async function listWindowRows(db: Database): Promise<WindowRow[]> {
  return await db.selectFrom("maintenance_window").selectAll().orderBy("name").orderBy("id").execute();
}

async function readEvents(db: Database, id: number): Promise<LoadedEvents | null> {
  const read = await readTimes(db, id);
  return read && { revision: read.revision, spans: new EventSpans(read.times) };
}
