// Listens to the bus and reports the events that rules may match. A listener only queues work, so a publisher
// never waits and never sees an error from here.
import type { LiveEvent } from "../../../contract/events.ts";
import type { Base } from "../../../engine/base.ts";
import {
  checkDisk,
  checkSecondFactors,
  eventSources,
  reportCrash,
  type SourceContext,
} from "./event_sources.ts";
import type { FollowRuns } from "./follow_runs.ts";

export interface FollowEventsOptions extends Omit<SourceContext, "logTail">, Pick<Base, "logger" | "bus"> {
  runs: FollowRuns;
}

export class FollowEvents {
  readonly #context: SourceContext;
  /** Processes events one at a time, in the order in which they happened. */
  #work: Promise<void> = Promise.resolve();
  #stopListening: () => void = () => {};
  #hasChannels = false;

  constructor(private readonly options: FollowEventsOptions) {
    this.#context = { ...options, logTail: (runId) => options.runs.tailOf(runId) };
  }

  /** Starts listening and reports what happened while nothing was listening. */
  async open(): Promise<void> {
    const { bus, runs } = this.options;
    this.#hasChannels = await this.#countChannels() > 0;
    const stops = [
      bus.listen((event) => this.#receive(event)),
      bus.onHeartbeat(() => this.#checkChannels()),
    ];
    this.#stopListening = () => stops.forEach((stop) => stop());
    await checkSecondFactors(this.#context);
    if (this.#hasChannels) this.#queue("run:finished", () => runs.catchUp());
    await this.#work;
  }

  /** Stops listening; pending events are still processed. */
  async close(): Promise<void> {
    this.#stopListening();
    await this.#work;
  }

  /** Resolves when all events received so far are processed. */
  async idle(): Promise<void> {
    await this.#work;
  }

  /** Reports that the panel was not shut down before it started at `startedAt` (ms since the epoch). */
  async afterCrash(startedAt: number): Promise<void> {
    await reportCrash(this.#context, startedAt);
  }

  /** Checks the disk and reports when it becomes nearly full. */
  async checkDisk(): Promise<void> {
    await checkDisk(this.#context);
  }

  #receive(event: LiveEvent): void {
    const { type, id } = event;
    if (type === "channel:changed") return this.#queue(type, () => this.#checkChannels());
    // Also without a channel: its first state must be known before one is added.
    if (type === "account:updated") return this.#queue(type, () => checkSecondFactors(this.#context));
    if (!this.#hasChannels) return;
    if (type === "run:finished" || type === "run:skipped") {
      return this.#queue(type, () => this.options.runs.check(id));
    }
    for (const { on, report } of eventSources) {
      if (on.includes(type)) this.#queue(type, () => report(this.#context, event, Date.parse(event.at)));
    }
  }

  #queue(type: string, action: () => Promise<void>): void {
    this.#work = this.#work.then(action).catch((error) =>
      this.options.logger.error("failed to create the notifications of an event", { error, type })
    );
  }

  async #checkChannels(): Promise<void> {
    const had = this.#hasChannels;
    this.#hasChannels = await this.#countChannels() > 0;
    if (!had && this.#hasChannels) await this.options.runs.startNow();
  }

  async #countChannels(): Promise<number> {
    const { total } = await this.options.db.selectFrom("channel")
      .select(({ fn }) => fn.countAll<number>().as("total")).where("enabled", "=", 1)
      .executeTakeFirstOrThrow();
    return Number(total);
  }
}
