// Writes deliveries that are not signed as they should be, and those that came while nothing could be written, after they were
// answered: the time of an answer must not say whether there is such a webhook.
import type { Insertable } from "kysely";
import type { Base } from "../../../engine/base.ts";
import { EventPublisher } from "../../../engine/bus.ts";
import type { WebhookDeliveryTable } from "../../../migrations/webhook_tables.ts";
import type { Timer } from "../../../platform/clock.ts";
import { findWebhook, insertDelivery, pruneDeliveries } from "./store.ts";

/** How long they wait for others, in ms. */
const GATHER_MS = 250;
const RETRY_MS = 5_000;
/** Deliveries that wait; beyond it, the oldest are dropped. */
const MAX_WAITING = 500;
/** An entry of the audit log for each webhook within this time, in ms. */
const AUDIT_EVERY_MS = 10 * 60_000;

export interface Unsigned extends Insertable<WebhookDeliveryTable> {
  task_name: string;
}

export interface UnsignedOptions extends Pick<Base, "db" | "clock" | "logger" | "bus"> {
  /** Records a refused delivery in the audit log. */
  audit(refused: { taskId: number; taskName: string; ip: string | null; reason: string }): Promise<void>;
}

export class UnsignedDeliveries {
  #waiting: Unsigned[] = [];
  #timer: Timer | undefined;
  #writing: Promise<void> = Promise.resolve();
  #isClosed = false;
  readonly #auditedAt = new Map<number, number>();
  readonly #publisher: EventPublisher;

  constructor(private readonly options: UnsignedOptions) {
    this.#publisher = new EventPublisher(options.bus, options.clock);
  }

  add(delivery: Unsigned): void {
    this.#waiting.push(delivery);
    if (this.#waiting.length > MAX_WAITING) this.#waiting.shift();
    this.#arm(GATHER_MS);
  }

  /** Writes what has come so far. */
  async flush(): Promise<void> {
    this.#timer?.cancel();
    this.#timer = undefined;
    this.#writing = this.#writing.then(() => this.#write());
    await this.#writing;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.flush();
  }

  #arm(delayMs: number): void {
    if (this.#isClosed) return;
    this.#timer ??= this.options.clock.after(delayMs, () => void this.flush());
  }

  async #write(): Promise<void> {
    const { db, logger } = this.options;
    const all = this.#waiting;
    if (all.length === 0) return;
    this.#waiting = [];
    try {
      await db.transaction().execute(async (tx) => {
        for (const [taskId, ofTask] of Map.groupBy(all, ({ task_id }) => task_id)) {
          if (!await findWebhook(tx, taskId)) continue;
          for (const { task_name: _, ...row } of ofTask) await insertDelivery(tx, row);
          await pruneDeliveries(tx, taskId);
        }
      });
    } catch (error) {
      logger.warn("failed to write refused deliveries of webhooks; retrying", { error, count: all.length });
      this.#waiting = [...all, ...this.#waiting].slice(-MAX_WAITING);
      this.#arm(RETRY_MS);
      return;
    }
    for (const [taskId, [first]] of Map.groupBy(all, ({ task_id }) => task_id)) {
      this.#publisher.publish("tasks", "webhook:delivered", taskId, 0);
      if (first) {
        await this.#audit(first).catch((error) =>
          logger.warn("failed to record a refused delivery", { error })
        );
      }
    }
  }

  async #audit({ task_id: taskId, task_name: taskName, ip = null, reason }: Unsigned): Promise<void> {
    if (reason !== "signature" && reason !== "time") return;
    const now = this.options.clock.monotonic();
    const last = this.#auditedAt.get(taskId);
    if (last !== undefined && now - last < AUDIT_EVERY_MS) return;
    this.#auditedAt.set(taskId, now);
    await this.options.audit({ taskId, taskName, ip, reason });
  }
}
