// The services of all kinds within one transaction. What follows a change in memory, on the bus or in the engine waits for the commit.
import type { Base } from "../../engine/base.ts";
import { joinedTo, WaitingBus } from "../../engine/joined_database.ts";
import type { Engine } from "../../engine/engine.ts";
import type { Database, Tx } from "../../engine/store.ts";
import type { WorkCalendar } from "../../contract/work_calendar.ts";
import { LoadedCalendars } from "../calendars/loaded_calendars.ts";
import type { Calendars } from "../calendars/service.ts";
import type { Heartbeats } from "../heartbeats/service.ts";
import type { SourceReader } from "../icalendar/icalendar_reader.ts";
import type { Channels } from "../notifications/channel_service.ts";
import type { Rules } from "../notifications/rule_service.ts";
import { TaskRemoval } from "../tasks/task_removal.ts";
import type { Tasks } from "../tasks/service.ts";
import type { Views } from "../views/service.ts";
import type { LoadedWindows } from "../windows/loaded_windows.ts";
import type { Windows } from "../windows/service.ts";

export interface ConfiguredServices {
  calendars: Calendars;
  heartbeats: Heartbeats;
  channels: Channels;
  tasks: Tasks;
  removal: TaskRemoval;
  windows: Windows;
  views: Views;
  rules: Rules;
}

export interface JoinedOptions extends Pick<Base, "db" | "bus" | "clock" | "logger" | "language"> {
  services: Omit<ConfiguredServices, "removal">;
  engine: Pick<Engine, "plan" | "dropScheduled" | "clear" | "clearOnCommit" | "enqueue" | "stop" | "wake">;
  calendars: LoadedCalendars;
  windows: LoadedWindows;
  keys: { refresh(): Promise<void> };
}

export interface Readers {
  days: SourceReader<"days">;
  times: SourceReader<"times">;
}

export class JoinedServices {
  readonly services: ConfiguredServices;
  readonly db: Database;
  readonly #bus = new WaitingBus(() => {});
  readonly #later: (() => Promise<void> | void)[] = [];
  readonly #calendars = new Set<number>();
  #hasWindows = false;
  #hasHeartbeats = false;

  constructor(tx: Tx, private readonly options: JoinedOptions, readers: Readers) {
    const { services, engine, logger, language } = options;
    const [db, bus] = [joinedTo(tx), this.#bus];
    this.db = db;
    const changed = new LoadedCalendars({ db, bus, logger, language });
    const findCalendar = (id: number): WorkCalendar | null => changed.get(id) ?? options.calendars.get(id);
    const waiting = {
      plan: (...call: Parameters<Engine["plan"]>) => void this.#later.push(() => engine.plan(...call)),
      dropScheduled: (...call: Parameters<Engine["dropScheduled"]>) => {
        this.#later.push(() => engine.dropScheduled(...call));
        return Promise.resolve();
      },
      clear: engine.clear.bind(engine),
      enqueue: engine.enqueue.bind(engine),
      stop: engine.stop.bind(engine),
      wake: () => {},
    };
    this.services = {
      calendars: services.calendars.with({
        ...{ db, bus, reader: readers.days },
        loaded: {
          get: (id) => changed.get(id) ?? options.calendars.get(id),
          reload: async (id) => {
            this.#calendars.add(id);
            await changed.reload(id);
          },
        },
      }),
      heartbeats: services.heartbeats.with({
        ...{ db, bus },
        keys: { refresh: () => Promise.resolve(void (this.#hasHeartbeats = true)) },
      }),
      channels: services.channels.with({ db, bus }),
      tasks: services.tasks.with({ db, bus, engine: waiting, findCalendar }),
      removal: new TaskRemoval({ db, bus, clock: options.clock, engine }),
      windows: services.windows.with({
        ...{ db, bus, engine: waiting, reader: readers.times },
        loaded: {
          all: options.windows.all,
          eventsOf: (id) => options.windows.eventsOf(id),
          reload: () => Promise.resolve(void (this.#hasWindows = true)),
        },
      }),
      views: services.views.with({ db, bus, sameNames: true }),
      rules: services.rules.with({ db, bus }),
    };
  }

  /** Makes everything else follow. Call it once the transaction has been committed. Throws the first of what went wrong. */
  async committed(): Promise<void> {
    const { bus, calendars, windows, keys, engine } = this.options;
    const steps = [
      ...[...this.#calendars].map((id) => () => calendars.reload(id)),
      ...this.#hasWindows ? [() => windows.reload()] : [],
      ...this.#hasHeartbeats ? [() => keys.refresh()] : [],
      ...this.#later,
      () => this.#bus.release(bus),
      () => engine.wake(),
      () => this.services.removal.endRuns(),
    ];
    // All of them: what was written stays, whatever becomes of one.
    const errors: unknown[] = [];
    for (const step of steps) {
      try {
        await step();
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw errors[0];
  }
}
