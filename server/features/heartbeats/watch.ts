// Decides when heartbeats are late and down. One timer for all: the database knows which changes next.
import type { Base } from "../../engine/base.ts";
import { EventPublisher } from "../../engine/bus.ts";
import type { Duty } from "../../engine/deciding.ts";
import type { Tx } from "../../engine/store.ts";
import type { HeartbeatRow } from "../../migrations/heartbeat_tables.ts";
import { type Instant, instantOf, type Timer } from "../../platform/clock.ts";
import { statusColumns, statusOf, timingOf } from "./heartbeat_rows.ts";
import { goDown, type HeartbeatStatus, planAnew, type Timing, watchAnew } from "./heartbeat_states.ts";
import type { PingIntake } from "./ping_intake.ts";
import { noteTriggerEvent } from "../tasks/triggers/trigger_events.ts";
import * as store from "./store.ts";

/** How much later than its time something is decided, so that pings that came in time are written, also those of other panels. */
export const SETTLE_MS = 400;
/** Longest time between two looks at the clock. */
const MAX_SLEEP_MS = 30_000;
/** A gap between looks beyond this means that the panel stood still, or that its clock was set. */
const MAX_GAP_MS = 60_000;
/** Shortest time between two looks, however many pings come. */
const MIN_SLEEP_MS = 250;
const RETRY_MS = 1_000;

export interface HeartbeatWatchOptions extends Pick<Base, "db" | "clock" | "logger" | "bus" | "zone"> {
  intake: Pick<PingIntake, "flush">;
}

export class HeartbeatWatch implements Duty {
  readonly #publisher: EventPublisher;
  /** The next look, by the monotonic clock. */
  #timer: { timer: Timer; at: number } | undefined;
  #looking: Promise<void> | undefined;
  /** Undefined while nothing can become late or down. */
  #lastLook: Instant | undefined;
  #isOpen = false;
  /** Whether something has changed while looking. */
  #isStale = false;
  #stopListening = () => {};

  constructor(private readonly options: HeartbeatWatchOptions) {
    this.#publisher = new EventPublisher(options.bus, options.clock);
  }

  /** Begins to watch; what was missed before gets its grace anew. */
  async begin(): Promise<void> {
    const { bus } = this.options;
    this.#isOpen = true;
    await this.#changeAll(watchAnew);
    const stops = [
      bus.listen(({ topic }) => topic === "heartbeats" && this.#wake()),
      bus.onHeartbeat(() => Promise.resolve(this.#wake())),
    ];
    this.#stopListening = () => stops.forEach((stop) => stop());
    this.#arm(0);
  }

  async end(): Promise<void> {
    this.#isOpen = false;
    this.#stopListening();
    this.#timer?.timer.cancel();
    this.#timer = undefined;
    this.#lastLook = undefined;
    await this.#looking;
  }

  /** Resolves when what is being decided is. */
  async idle(): Promise<void> {
    await this.#looking;
  }

  /** Computes due times anew after the panel's time zone changed. */
  async zoneChanged(): Promise<void> {
    if (!this.#isOpen) return;
    await this.#changeAll(
      (status, timing, now) => status.downAt === null ? planAnew(status, timing, now) : status,
      (row) => row.schedule !== null && row.time_zone === null,
    );
    this.#wake();
  }

  #wake(): void {
    if (this.#looking) this.#isStale = true;
    else this.#arm(MIN_SLEEP_MS);
  }

  #arm(delayMs: number): void {
    if (!this.#isOpen || this.#looking) return;
    const { clock } = this.options;
    const at = clock.monotonic() + delayMs;
    // Pings that keep coming must not put it off.
    if (this.#timer && this.#timer.at <= at) return;
    this.#timer?.timer.cancel();
    this.#lastLook ??= instantOf(clock);
    const timer = clock.after(delayMs, () => {
      this.#timer = undefined;
      this.#looking = this.#look();
    });
    this.#timer = { timer, at };
  }

  async #look(): Promise<void> {
    const { logger } = this.options;
    const delayMs = await this.#decide().catch((error) => {
      logger.error("failed to check heartbeats; retrying", { error });
      return RETRY_MS;
    });
    this.#looking = undefined;
    const isStale = this.#isStale;
    this.#isStale = false;
    if (isStale) this.#arm(MIN_SLEEP_MS);
    else if (delayMs !== null) this.#arm(delayMs);
    else this.#lastLook = undefined;
  }

  /** Decides what is due, and returns how long nothing is; null if nothing will be. */
  async #decide(): Promise<number | null> {
    const { db, clock, intake } = this.options;
    if (this.#stoodStill()) await this.#changeAll(watchAnew);
    await intake.flush();
    const until = clock.now() - SETTLE_MS;
    const due = await db.selectFrom("heartbeat").select("id").where("next_at", "<=", until).execute();
    if (due.length > 0) {
      const ids = due.map(({ id }) => id);
      const downIds = await db.transaction().execute((tx) => this.#settle(tx, ids, until));
      for (const id of ids) {
        const type = downIds.has(id) ? "heartbeat:down" : "heartbeat:state_changed";
        this.#publisher.publish("heartbeats", type, id, 0);
      }
    }
    const { next } = await db.selectFrom("heartbeat").select(({ fn }) => fn.min("next_at").as("next"))
      .executeTakeFirstOrThrow();
    if (next === null) return null;
    return Math.min(Math.max(Number(next) + SETTLE_MS - clock.now(), MIN_SLEEP_MS), MAX_SLEEP_MS);
  }

  // Read again in the transaction: a ping may have come meanwhile.
  async #settle(tx: Tx, ids: readonly number[], until: number): Promise<Set<number>> {
    const zone = this.options.zone();
    const downIds = new Set<number>();
    for (const row of await store.readSome(tx, ids)) {
      const timing = timingOf(row, zone);
      const status = statusOf(row);
      const down = goDown(status, timing, until);
      if (down) {
        downIds.add(row.id);
        await noteTriggerEvent(tx, {
          type: "heartbeat",
          id: row.id,
          event: "down",
          name: row.name,
          at: this.options.clock.now(),
        });
      }
      await store.updateStatus(tx, row.id, statusColumns(down ?? status, timing, until));
    }
    return downIds;
  }

  async #changeAll(
    change: (status: HeartbeatStatus, timing: Timing, now: number) => HeartbeatStatus,
    isMeant: (row: HeartbeatRow) => boolean = () => true,
  ): Promise<void> {
    const { db, clock, zone } = this.options;
    await db.transaction().execute(async (tx) => {
      const now = clock.now();
      for (const row of (await store.readHeartbeats(tx)).filter(isMeant)) {
        const timing = timingOf(row, zone());
        const before = statusOf(row);
        const columns = statusColumns(change(before, timing, now), timing, now);
        const isSame = columns.due_at === row.due_at && columns.watched_from === row.watched_from &&
          columns.next_at === row.next_at;
        if (!isSame) await store.updateStatus(tx, row.id, columns);
      }
    });
  }

  #stoodStill(): boolean {
    const { clock } = this.options;
    const last = this.#lastLook;
    const now = instantOf(clock);
    this.#lastLook = now;
    return last !== undefined && now.wall - last.wall > MAX_GAP_MS;
  }
}
