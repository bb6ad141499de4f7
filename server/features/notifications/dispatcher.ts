// Sends what is due: several channels beside each other, by each of them one message at a time. Everything it does stands in the
// rows, so that the next panel goes on where this one ends.
//
// Of a row that is found as `sending` after a start nobody knows whether the service has got it. It is sent again, by the same
// key: once more is better than never where something has failed, and services that know such a key tell it once.
import type { Settings } from "../../contract/settings.ts";
import type { Bus } from "../../engine/bus.ts";
import type { Database } from "../../engine/store.ts";
import type { Clock, Timer } from "../../platform/clock.ts";
import type { Logger } from "../../platform/logger.ts";
import { type Sealer, SealError } from "../../platform/seal.ts";
import type { ChannelRow, DeliveryRow } from "./channel_rows.ts";
import type { ChannelType, OpenSender } from "./channels/channel_type.ts";
import { changeDelivery, type DeliveryChange, listDue, listInStates, nextDueAt } from "./delivery_store.ts";
import { notificationMessages } from "./notification_messages.ts";
import { openChannel } from "./ready_channel.ts";
import { releaseHeld } from "./release_held.ts";
import { findChannel } from "./store.ts";
import { type Tried, tryToSend } from "./try_to_send.ts";

/** Channels that send at once. */
const MAX_AT_ONCE = 8;
/** The wall clock is looked at this often, so a step of it is noticed within that time, milliseconds. */
const MAX_SLEEP_MS = 30_000;
const SHORTEST_SLEEP_MS = 200;
const AFTER_ERROR_MS = 5_000;
/** What is sent when the panel ends gets this long to be through, milliseconds. */
const CLOSE_GRACE_MS = 2_000;
/** What was to be told longer ago, before the panel was down or in the backup it was restored from, is news to nobody. */
const TOO_OLD_MS = 48 * 3_600_000;

export interface DispatcherOptions {
  db: Database;
  bus: Bus;
  clock: Clock;
  logger: Logger;
  sealer: Sealer;
  types: readonly ChannelType[];
  openSender: OpenSender;
  settings(): Pick<Settings, "language" | "effectiveTimeZone">;
  panelProxy(): string | null;
  /** Link of messages about several things; null without a public address. */
  panelLink(): string | null;
}

export class Dispatcher {
  readonly #options: DispatcherOptions;
  readonly #sending = new Map<number, Promise<void>>();
  readonly #closing = new AbortController();
  #timer: Timer | undefined;
  #looking: Promise<void> | undefined;
  #pollAgain = false;
  #isOpen = false;

  constructor(options: DispatcherOptions) {
    this.#options = options;
  }

  /** Takes up what the last panel has left, and begins to send. */
  async open(): Promise<void> {
    const { db, clock } = this.#options;
    const now = clock.now();
    for (const row of await listInStates(db, ["sending", "waiting", "held"])) {
      if (row.created_at < now - TOO_OLD_MS) await this.#end(row, "dropped", this.#errors.too_old(""));
      else if (row.state === "sending") {
        await this.#settle(row, {
          ...{ ok: false, result: this.#errors.interrupted(""), permanent: false, retryAfterMs: null },
        });
      }
    }
    this.#isOpen = true;
    this.wake();
  }

  /** Stops sending. What is on its way gets a moment to arrive; whatever is not through is sent by the next panel. */
  async close(): Promise<void> {
    const { clock } = this.#options;
    this.#isOpen = false;
    this.#timer?.cancel();
    await this.#looking;
    const late = clock.after(CLOSE_GRACE_MS, () => this.#closing.abort(new Error("the panel stops")));
    await Promise.all(this.#sending.values());
    late.cancel();
  }

  /** Looks what is to be sent now. */
  wake(): void {
    if (!this.#isOpen) return;
    if (this.#looking) {
      this.#pollAgain = true;
      return;
    }
    this.#timer?.cancel();
    this.#looking = this.#poll().then((delayMs) => {
      this.#looking = undefined;
      if (!this.#isOpen) return;
      if (this.#pollAgain) this.wake();
      else this.#timer = this.#options.clock.after(delayMs, () => this.wake());
    });
  }

  /** Resolves when nothing is being looked for or sent. */
  async idle(): Promise<void> {
    while (this.#looking || this.#sending.size > 0) {
      await this.#looking;
      await Promise.all(this.#sending.values());
    }
  }

  async #poll(): Promise<number> {
    const { db, clock, logger } = this.#options;
    this.#pollAgain = false;
    try {
      await releaseHeld(this.#options);
      await this.#begin();
      // What is due already is that of a channel that is busy, whose end looks again, or has become due just now.
      const next = await nextDueAt(db) ?? Infinity;
      return Math.min(Math.max(next - clock.now(), SHORTEST_SLEEP_MS), MAX_SLEEP_MS);
    } catch (error) {
      logger.error("cannot look for what is to be told, trying again", { fault: error });
      return AFTER_ERROR_MS;
    }
  }

  async #begin(): Promise<void> {
    const { db, clock } = this.#options;
    while (this.#isOpen && this.#sending.size < MAX_AT_ONCE) {
      const not = [...this.#sending.keys()];
      const [row] = await listDue(db, { state: "waiting", now: clock.now(), limit: 1, not });
      if (!row) return;
      const id = row.channel_id ?? 0;
      this.#sending.set(
        id,
        this.#send(row).finally(() => {
          this.#sending.delete(id);
          this.wake();
        }),
      );
    }
  }

  async #send(row: DeliveryRow): Promise<void> {
    const { logger } = this.#options;
    try {
      const attempts = row.attempts + 1;
      const sending = { state: "sending" as const, attempts, next_attempt_at: null };
      if (!await this.#write({ id: row.id, from: ["waiting"] }, sending)) return;
      await this.#try({ ...row, attempts });
    } catch (error) {
      // It stays as it is: the next panel finds it.
      if (!this.#closing.signal.aborted) {
        logger.error("what is told could not be written down", { fault: error });
      }
    }
  }

  async #try(row: DeliveryRow): Promise<void> {
    const { db, sealer, types, panelProxy } = this.#options;
    const channel = row.channel_id === null ? undefined : await findChannel(db, row.channel_id);
    if (!channel) return await this.#end(row, "dropped", this.#errors.gone(""));
    if (channel.enabled === 0) return await this.#end(row, "dropped", this.#errors.off(""));
    const type = types.find((one) => one.type === channel.type);
    if (!type) return await this.#end(row, "failed", this.#errors.unknown_type(""));
    try {
      const ready = openChannel(channel, type, { sealer, panelProxy });
      await this.#settle(row, await tryToSend(ready, row, this.#tryOptions(row, channel)));
    } catch (error) {
      if (!(error instanceof SealError)) throw error;
      await this.#end(row, "failed", this.#errors.locked(""));
    }
  }

  #tryOptions({ id, channel_name, by_application }: DeliveryRow, channel: ChannelRow) {
    const { clock, openSender, settings, logger } = this.#options;
    const isByApplication = by_application === 1 || channel.by_application === 1;
    return {
      ...{ clock, openSender, language: settings().language, signal: this.#closing.signal },
      requester: isByApplication ? "application" as const : "person" as const,
      onBug: (stack: string) =>
        logger.error("a channel failed", { delivery: id, channel: channel_name, stack }),
    };
  }

  async #settle(row: DeliveryRow, { ok, result: response, permanent, retryAfterMs }: Tried): Promise<void> {
    const { clock, logger } = this.#options;
    const wait = ok || permanent ? null : retryDelayMs(row.attempts, retryAfterMs);
    if (wait === null) return await this.#end(row, ok ? "delivered" : "failed", response);
    logger.warn("a notification could not be delivered, trying again", {
      ...{ delivery: row.id, channel: row.channel_name, answer: response, inMs: wait },
    });
    const later = { state: "waiting" as const, answer: response, next_attempt_at: clock.now() + wait };
    await this.#write({ id: row.id, from: ["sending"] }, later);
    this.#publish(row.id);
  }

  async #end(row: DeliveryRow, state: "delivered" | "failed" | "dropped", response: string): Promise<void> {
    const { clock, logger } = this.#options;
    if (state !== "delivered") {
      logger.warn("a notification was not delivered", {
        delivery: row.id,
        channel: row.channel_name,
        answer: response,
      });
    }
    await this.#write({ id: row.id, from: ["held", "waiting", "sending"] }, {
      ...{ state, answer: response, finished_at: clock.now(), next_attempt_at: null, items_json: null },
    });
    this.#publish(row.id);
  }

  // Tried again while the panel runs: looked for at once, what a full disk keeps from being written would be found again at once,
  // and what was sent would stay as being sent.
  async #write(which: DeliveryChange["which"], columns: DeliveryChange["columns"]): Promise<boolean> {
    const { db, logger } = this.#options;
    for (;;) {
      try {
        return await changeDelivery(db, which, columns);
      } catch (error) {
        if (!this.#isOpen) throw error;
        logger.error("what is told could not be written down, trying again", { fault: error });
      }
      await this.#rest();
    }
  }

  // Ends early when the panel does.
  async #rest(): Promise<void> {
    const { signal } = this.#closing;
    const { promise, resolve } = Promise.withResolvers<void>();
    const wake = () => resolve();
    const timer = this.#options.clock.after(AFTER_ERROR_MS, wake);
    signal.addEventListener("abort", wake);
    await promise;
    timer.cancel();
    signal.removeEventListener("abort", wake);
  }

  #publish(id: number): void {
    const { bus, clock } = this.#options;
    const at = new Date(clock.now()).toISOString();
    bus.publish({ topic: "notifications", type: "delivery:changed", id, version: 0, at });
  }

  get #errors() {
    return notificationMessages[this.#options.settings().language].errors;
  }
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** After the first try, the second, and so on. */
const DELAYS_MS = [MINUTE_MS / 2, 2 * MINUTE_MS, 10 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS];
/** A service that asks for more than this is not heeded further, milliseconds. */
const MAX_REQUEST_MS = 24 * HOUR_MS;

/** Tells how long to wait after so many tries, or as long as the service asks; null when there is no further try. Milliseconds. */
function retryDelayMs(attempts: number, retryAfterMs: number | null): number | null {
  const usual = DELAYS_MS[attempts - 1];
  return usual === undefined ? null : Math.max(usual, Math.min(retryAfterMs ?? 0, MAX_REQUEST_MS));
}
