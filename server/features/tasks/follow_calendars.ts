// Plans tasks anew when their calendars change, and what changed while no panel decided.
import type { WorkCalendar } from "../../contract/work_calendar.ts";
import type { Base } from "../../engine/base.ts";
import type { Duty } from "../../engine/deciding.ts";
import type { Engine } from "../../engine/engine.ts";
import { listStale, replanByCalendar } from "./calendar_changes.ts";
import { taskKey } from "./task_source.ts";
import type { FindCalendar } from "./task_timetable.ts";

/** Tasks planned in one transaction: users who save something wait for it. */
const BATCH = 100;
const RETRY_MS = 1_000;

export interface FollowCalendarsOptions extends Pick<Base, "db" | "clock" | "logger" | "zone"> {
  engine: Pick<Engine, "openNodes" | "decided">;
  calendars: { onChange(listener: (id: number, previous: WorkCalendar | null) => void): () => void };
  findCalendar: FindCalendar;
}

export class FollowCalendars implements Duty {
  #working: Promise<void> = Promise.resolve();
  #stop: (() => void) | undefined;

  constructor(private readonly options: FollowCalendarsOptions) {}

  async begin(): Promise<void> {
    this.#stop = this.options.calendars.onChange((id, previous) => this.#enqueue(id, previous));
    this.#enqueue(undefined, null);
    await this.#working;
  }

  async end(): Promise<void> {
    this.#stop?.();
    this.#stop = undefined;
    await this.#working;
  }

  /** Resolves when the tasks of all changes until now are planned. */
  async settled(): Promise<void> {
    await this.#working;
  }

  #enqueue(id: number | undefined, previous: WorkCalendar | null): void {
    this.#working = this.#working.then(() => this.#replan(id, previous)).catch((error) => {
      this.options.logger.error("failed to plan the tasks of a calendar; retrying", { error });
      // What is left is found by the revisions.
      this.options.clock.after(RETRY_MS, () => this.#stop && this.#enqueue(id, previous));
    });
  }

  async #replan(id: number | undefined, previous: WorkCalendar | null): Promise<void> {
    const { db, clock, zone, engine, findCalendar } = this.options;
    const ids = await listStale(db, findCalendar, id);
    for (let from = 0; from < ids.length; from += BATCH) {
      const batch = ids.slice(from, from + BATCH);
      const change = { now: clock.now(), zone: zone(), findCalendar, previous, openNodes: engine.openNodes };
      // What it adds was missed, and takes no run from the queue that others follow.
      const replanned = await db.transaction().execute((tx) => replanByCalendar(tx, batch, change));
      for (const { id, nextDueAt, results } of replanned) engine.decided(taskKey(id), nextDueAt, results);
    }
  }
}
