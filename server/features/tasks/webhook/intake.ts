// Receives deliveries at the addresses of webhooks.
import { randomBytes } from "node:crypto";
import { AppError } from "../../../contract/app_error.ts";
import type { DeliveryReason } from "../../../contract/webhooks.ts";
import { webhookLimits } from "../../../contract/limits/webhooks.ts";
import type { Base } from "../../../engine/base.ts";
import { EventPublisher } from "../../../engine/bus.ts";
import type { Engine } from "../../../engine/engine.ts";
import { droppedBy } from "../../../engine/follow_ended.ts";
import { isFinal } from "../../../engine/states.ts";
import type { WebhookRow } from "../../../migrations/webhook_tables.ts";
import { type Sealer, SealError, withSealErrors } from "../../../platform/seal.ts";
import type { WriteState } from "../../../platform/write_state.ts";
import { sealContent } from "./trigger_content.ts";
import type { HookLimits } from "./hook_limits.ts";
import { newSecret, type Verdict, verify } from "./signatures.ts";
import { type Delivery, type RunIds, type StartContext, type Started, startRun } from "./start_run.ts";
import { findByKey } from "./store.ts";
import type { UnsignedDeliveries } from "./unsigned_deliveries.ts";
import { waitForRuns } from "./wait_for_run.ts";

/** Senders that wait for the end of a run at once; more get their answer before. */
const MAX_WAITING = 50;
const MEDIA_TYPE = /^[\w.+-]{1,60}\/[\w.+-]{1,60}$/;

export interface SentDelivery {
  key: string;
  ip: string;
  headers: Headers;
  mediaType: string;
  body: Uint8Array;
  /** How long the sender waits for the end of the run (ms). */
  waitMs: number;
  signal: AbortSignal;
}

export interface HookResponse {
  status: 200 | 202;
  body: Record<string, unknown>;
}

export interface HookIntakeOptions
  extends Pick<Base, "db" | "clock" | "bus">, Pick<StartContext, "startLimits" | "scripts"> {
  sealer: Sealer;
  engine: Pick<Engine, "follow" | "followEnded" | "openNodes">;
  writes: WriteState;
  limits: Pick<HookLimits, "admit" | "countUnsigned">;
  unsigned: UnsignedDeliveries;
  closing: AbortSignal;
}

type Hook = WebhookRow & { task_name: string };

export class HookIntake {
  #waiting = 0;
  readonly #publisher: EventPublisher;
  /** Of no webhook: what is sent to an unknown address is checked like anything else. */
  readonly #noSecret = newSecret();

  constructor(private readonly options: HookIntakeOptions) {
    this.#publisher = new EventPublisher(options.bus, options.clock);
  }

  /** Returns whether a delivery may proceed, and counts it. Called before its body is read. */
  admit(key: string, ip: string): boolean {
    return this.options.limits.admit(key, ip);
  }

  /** Starts the task of a webhook. Throws `AppError` for each reason not to. */
  async receive(sent: SentDelivery): Promise<HookResponse> {
    const { db, clock, limits, writes } = this.options;
    const hook = await findByKey(db, sent.key);
    const verdict = await this.#verify(hook, sent);
    if (!hook || !verdict.isSigned) {
      limits.countUnsigned(sent.key, sent.ip);
      if (hook && !verdict.isSigned) this.#noteUnsigned(hook, sent, verdict.reason);
      throw new AppError("delivery_unsigned");
    }
    if (writes.readOnly !== null) {
      this.#noteUnsigned(hook, sent, "read_only", verdict.senderId);
      writes.check({ essential: false });
    }
    const { senderId, receipts } = verdict;
    const runIds = await this.start(hook, {
      ...{ body: sent.body, mediaType: mediaTypeOf(sent), ip: sent.ip, receipts },
      senderId: senderId === null ? null : clean(senderId),
      content: withSealErrors(() => sealContent(sent.body, this.options.sealer)),
      ...{ resentFrom: null, requestedBy: null },
    });
    return sent.waitMs === 0 ? accepted(runIds[0]) : await this.#wait(runIds, sent, clock.monotonic());
  }

  /** Starts what a signed delivery starts, and returns the IDs of the runs: more than one for a list. Throws as `receive` does. */
  async start(hook: WebhookRow, delivery: Delivery): Promise<RunIds> {
    const { db, clock, engine, sealer, scripts, startLimits } = this.options;
    const context = { sealer, scripts, startLimits, openNodes: engine.openNodes, now: clock.now() };
    const started: Started | null = await db.transaction()
      .execute(async (tx) => {
        const started = await startRun(tx, hook, delivery, context);
        if (started === null || "error" in started) return started;
        const dropped = droppedBy(started.following.map(({ result }) => result));
        const more = await engine.followEnded(tx, dropped, context.now);
        return { ...started, following: [...started.following, ...more] };
      });
    if (started === null) throw new AppError("delivery_unsigned");
    this.#publisher.publish("tasks", "webhook:delivered", hook.task_id, 0);
    if ("error" in started) throw started.error;
    engine.follow(started.following);
    return started.runIds;
  }

  async #verify(hook: Hook | undefined, { headers, body }: SentDelivery): Promise<Verdict> {
    const now = this.options.clock.now();
    const secret = hook ? this.#open(hook) : this.#noSecret;
    return await verify({ signature: hook?.signature ?? "standard", secret }, { headers, body }, now);
  }

  // What cannot be decrypted is known to nobody.
  #open({ secret_sealed }: Hook): string {
    try {
      return this.options.sealer.open(secret_sealed, "webhook");
    } catch (error) {
      if (error instanceof SealError) return `whsec_${randomBytes(32).toString("base64")}`;
      throw error;
    }
  }

  #noteUnsigned(
    hook: Hook,
    sent: SentDelivery,
    reason: DeliveryReason,
    senderId: string | null = null,
  ): void {
    this.options.unsigned.add({
      ...{ task_id: hook.task_id, task_name: hook.task_name, at: this.options.clock.now(), ip: sent.ip },
      ...{ reason, bytes: sent.body.length, media_type: mediaTypeOf(sent), issues_json: null },
      ...{ sender_id: senderId && clean(senderId), run_id: null, content_id: null },
      ...{ resent_from: null, requested_by: null },
    });
  }

  async #wait(runIds: RunIds, { waitMs, signal }: SentDelivery, from: number): Promise<HookResponse> {
    const { clock, closing } = this.options;
    if (this.#waiting >= MAX_WAITING) return accepted(runIds[0]);
    this.#waiting++;
    try {
      const leftMs = Math.max(waitMs - (clock.monotonic() - from), 0);
      const ended = await waitForRuns(this.options, {
        ...{ runIds, waitMs: leftMs },
        signal: AbortSignal.any([signal, closing]),
      });
      return ended && isFinal(ended.state) ? { status: 200, body: { ...ended } } : accepted(runIds[0]);
    } finally {
      this.#waiting--;
    }
  }
}

function accepted(runId: number): HookResponse {
  return { status: 202, body: { runId } };
}

function mediaTypeOf({ mediaType }: SentDelivery): string {
  return MEDIA_TYPE.test(mediaType) ? mediaType : "";
}

function clean(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, "\ufffd").slice(0, webhookLimits.senderId);
}
