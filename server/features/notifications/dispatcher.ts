// Sends due deliveries: several channels in parallel, one message at a time for each. All state is in the
// database, so that the panel continues after a restart where it stopped.
//
// If a row is `sending` after a start, nobody knows whether the service received it. It is sent again with
// the same key: a duplicate is better than a lost message about a failure, and services with idempotency keys
// deliver it once.
import type { Settings } from "../../contract/settings.ts";
import type { Base } from "../../engine/base.ts";
import { sleep, type Timer } from "../../platform/clock.ts";
import { type Sealer, SealError } from "../../platform/seal.ts";
import { isoTime } from "../../platform/iso_time.ts";
import { findOwner, isStillPermitted } from "./channel_owners.ts";
import type { ChannelRow, DeliveryRow } from "./channel_rows.ts";
import type { ChannelType, OpenSender } from "./channels/channel_type.ts";
import { changeDelivery, type DeliveryChange, listDue, listInStates, nextDueAt } from "./delivery_store.ts";
import { releaseHeld } from "./held_deliveries.ts";
import { notificationMessages } from "./notification_messages.ts";
import { openChannel } from "./ready_channel.ts";

import { findChannel } from "./store.ts";
import { type Tried, tryToSend } from "./try_to_send.ts";

/** Maximum number of channels that send at once. */
const MAX_AT_ONCE = 8;
/** Maximum time between two checks of the wall clock, in ms; a clock step is noticed within it. */
const MAX_SLEEP_MS = 30_000;
const SHORTEST_SLEEP_MS = 200;
const AFTER_ERROR_MS = 5_000;
/** Time for deliveries in progress to finish when the panel stops, in ms. */
const CLOSE_GRACE_MS = 2_000;
/** Older messages, from before downtime or from a restored backup, are no longer news. */
const TOO_OLD_MS = 48 * 3_600_000;

export interface DispatcherOptions extends Pick<Base, "db" | "clock" | "logger" | "bus"> {
  sealer: Sealer;
  types: readonly ChannelType[];
  openSender: OpenSender;
  settings(): Pick<Settings, "language" | "effectiveTimeZone">;
  /** The panel's proxy; null for none. */
  panelProxy(): string | null;
  /** Link for messages without a specific subject; null without a public address. */
  panelLink(): string | null;
}

export class Dispatcher {
  readonly #sending = new Map<number, Promise<void>>();
  #closing = new AbortController();
  #timer: Timer | undefined;
  #polling: Promise<void> | undefined;
  #pollAgain = false;
  #isOpen = false;

  constructor(private readonly options: DispatcherOptions) {}

  /** Resumes what the last process left unfinished, and starts sending. */
  async open(): Promise<void> {
    const { db, clock } = this.options;
    const now = clock.now();
    for (const row of await listInStates(db, ["sending", "waiting", "held"])) {
      if (row.created_at < now - TOO_OLD_MS) await this.#end(row, "dropped", this.#errors.too_old(""));
      else if (row.state === "sending") {
        await this.#settle(row, {
          ok: false,
          result: this.#errors.interrupted(""),
          permanent: false,
          retryAfterMs: null,
        });
      }
    }
    this.#closing = new AbortController();
    this.#isOpen = true;
    this.wake();
  }

  /** Stops sending. Deliveries in progress get a moment to finish; the next process sends the rest. */
  async close(): Promise<void> {
    const { clock } = this.options;
    this.#isOpen = false;
    this.#timer?.cancel();
    await this.#polling;
    const late = clock.after(CLOSE_GRACE_MS, () => this.#closing.abort(new Error("the panel is stopping")));
    await Promise.all(this.#sending.values());
    late.cancel();
  }

  /** Checks what to send now. */
  wake(): void {
    if (!this.#isOpen) return;
    if (this.#polling) {
      this.#pollAgain = true;
      return;
    }
    this.#timer?.cancel();
    this.#polling = this.#poll().then((delayMs) => {
      this.#polling = undefined;
      if (!this.#isOpen) return;
      if (this.#pollAgain) this.wake();
      else this.#timer = this.options.clock.after(delayMs, () => this.wake());
    });
  }

  /** Resolves when no check or delivery is in progress. */
  async idle(): Promise<void> {
    while (this.#polling || this.#sending.size > 0) {
      await this.#polling;
      await Promise.all(this.#sending.values());
    }
  }

  async #poll(): Promise<number> {
    const { db, clock, logger } = this.options;
    this.#pollAgain = false;
    try {
      await releaseHeld(this.options);
      await this.#begin();
      // Anything already due belongs to a busy channel, which triggers a new check when it is done, or has
      // only just become due.
      const next = await nextDueAt(db) ?? Infinity;
      return Math.min(Math.max(next - clock.now(), SHORTEST_SLEEP_MS), MAX_SLEEP_MS);
    } catch (error) {
      logger.error("failed to look up due notifications; retrying", { error });
      return AFTER_ERROR_MS;
    }
  }

  async #begin(): Promise<void> {
    const { db, clock } = this.options;
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
    const { logger } = this.options;
    try {
      const attempts = row.attempts + 1;
      const sending = { state: "sending" as const, attempts, next_attempt_at: null };
      if (!await this.#write({ id: row.id, from: ["waiting"] }, sending)) return;
      await this.#try({ ...row, attempts });
    } catch (error) {
      // The row stays unchanged, so the next process finds it.
      if (!this.#closing.signal.aborted) {
        logger.error("failed to save the state of a notification", { error });
      }
    }
  }

  async #try(row: DeliveryRow): Promise<void> {
    const { db, sealer, types, panelProxy } = this.options;
    const channel = row.channel_id === null ? undefined : await findChannel(db, row.channel_id);
    if (!channel) return await this.#end(row, "dropped", this.#errors.gone(""));
    if (channel.enabled === 0) return await this.#end(row, "dropped", this.#errors.off(""));
    if (!await isStillPermitted(db, row)) return await this.#conceal(row);
    const type = types.find((one) => one.type === channel.type);
    if (!type) return await this.#end(row, "failed", this.#errors.unknown_type(""));
    try {
      const ready = openChannel(channel, type, { sealer, panelProxy });
      await this.#settle(row, await tryToSend(ready, row, await this.#tryOptions(row, channel)));
    } catch (error) {
      if (!(error instanceof SealError)) throw error;
      await this.#end(row, "failed", this.#errors.locked(""));
    }
  }

  async #tryOptions({ id, account_id, channel_name, by_application }: DeliveryRow, channel: ChannelRow) {
    const { db, clock, openSender, settings, logger } = this.options;
    const owner = channel.account_id === null ? null : await findOwner(db, channel.account_id);
    const isOwn = owner !== null && owner?.role !== "administrator";
    const isByApplication = by_application === 1 || channel.by_application === 1 || isOwn;
    return {
      clock,
      openSender,
      language: settings().language,
      signal: this.#closing.signal,
      requester: isByApplication ? "application" as const : "person" as const,
      isOwn,
      onBug: (stack: string) =>
        logger.error("a channel failed", {
          delivery: id,
          ...(account_id === null && { channel: channel_name }),
          stack,
        }),
    };
  }

  async #settle(row: DeliveryRow, { ok, result: response, permanent, retryAfterMs }: Tried): Promise<void> {
    const { clock, logger } = this.options;
    const wait = ok || permanent ? null : retryDelayMs(row.attempts, retryAfterMs);
    if (wait === null) return await this.#end(row, ok ? "delivered" : "failed", response);
    logger.warn("failed to deliver a notification; retrying", {
      delivery: row.id,
      ...detailsOf(row, response),
      inMs: wait,
    });
    const later = { state: "waiting" as const, answer: response, next_attempt_at: clock.now() + wait };
    await this.#write({ id: row.id, from: ["sending"] }, later);
    this.#publish(row.id);
  }

  // What the role of the owner does not permit any more stays unseen in the list, too.
  async #conceal(row: DeliveryRow): Promise<void> {
    const text = this.#errors.not_permitted("");
    await this.#write({ id: row.id, from: ["sending"] }, { title: text, content: "", link: null });
    await this.#end(row, "dropped", text);
  }

  async #end(row: DeliveryRow, state: "delivered" | "failed" | "dropped", response: string): Promise<void> {
    const { clock, logger } = this.options;
    if (state !== "delivered") {
      logger.warn("a notification was not delivered", {
        delivery: row.id,
        ...detailsOf(row, response),
      });
    }
    await this.#write({ id: row.id, from: ["held", "waiting", "sending"] }, {
      state,
      answer: response,
      finished_at: clock.now(),
      next_attempt_at: null,
      items_json: null,
    });
    this.#publish(row.id);
  }

  // Retries with a pause while the panel runs: without one, a row that a full disk keeps from being written
  // would be picked up again at once, and a sent message would stay `sending`.
  async #write(which: DeliveryChange["which"], columns: DeliveryChange["columns"]): Promise<boolean> {
    const { db, clock, logger } = this.options;
    for (;;) {
      try {
        return await changeDelivery(db, which, columns);
      } catch (error) {
        if (!this.#isOpen) throw error;
        logger.error("failed to save the state of a notification; retrying", { error });
      }
      await sleep(clock, AFTER_ERROR_MS, this.#closing.signal);
    }
  }

  #publish(id: number): void {
    const { bus, clock } = this.options;
    const at = isoTime(clock.now());
    bus.publish({ topic: "notifications", type: "delivery:changed", id, version: 0, at });
  }

  get #errors() {
    return notificationMessages[this.options.settings().language].errors;
  }
}

/** Returns what the log of the system says of a delivery: of one to an account's channel, nothing, as others read the log. */
function detailsOf({ account_id, channel_name }: DeliveryRow, response: string) {
  return account_id === null ? { channel: channel_name, answer: response } : {};
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Delay after the first attempt, the second, and so on. */
const DELAYS_MS = [MINUTE_MS / 2, 2 * MINUTE_MS, 10 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS];
/** Maximum delay that a service can ask for, in ms. */
const MAX_REQUEST_MS = 24 * HOUR_MS;

/**
 * Returns the delay before the next attempt in ms, longer if the service asks for it; null after the last
 * attempt.
 */
function retryDelayMs(attempts: number, retryAfterMs: number | null): number | null {
  const usual = DELAYS_MS[attempts - 1];
  return usual === undefined ? null : Math.max(usual, Math.min(retryAfterMs ?? 0, MAX_REQUEST_MS));
}
