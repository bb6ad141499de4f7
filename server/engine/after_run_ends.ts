import type { LiveEvent } from "../contract/events.ts";
import type { Timer } from "../platform/clock.ts";
import type { Base } from "./base.ts";
import type { Duty } from "./deciding.ts";

/** How often the work is done without an event, in ms: one of another node may get lost. */
const COMPARE_MS = 60_000;

export interface AfterRunEndsOptions extends Pick<Base, "clock" | "bus"> {
  /** How long events are gathered, in ms. */
  gatherMs: number;
  /** Returns whether an event besides these needs the work, too. */
  needs?(event: LiveEvent): boolean;
  work(): Promise<void>;
  /** Returns when there is something to do without an event (ms); null if nothing is known. */
  nextAt?(): Promise<number | null>;
  failed(error: unknown): void;
}

/** Work that is done soon after runs have ended or were skipped. It is never done twice at once. */
export class AfterRunEnds implements Duty {
  #timer: Timer | undefined;
  /** When the timer fires, in monotonic ms. */
  #firesAt = Infinity;
  #working: Promise<void> | undefined;
  #again = false;
  #stop: (() => void) | undefined;

  constructor(private readonly options: AfterRunEndsOptions) {}

  begin(): Promise<void> {
    this.#stop = this.options.bus.listen((event) => {
      const { type } = event;
      if (type !== "run:finished" && type !== "run:skipped" && !this.options.needs?.(event)) return;
      if (this.#working) this.#again = true;
      else this.#armFor(this.options.gatherMs);
    });
    this.#arm(0);
    return Promise.resolve();
  }

  async end(): Promise<void> {
    this.#stop?.();
    this.#stop = undefined;
    this.#timer?.cancel();
    await this.#working;
  }

  // An event puts nothing off: events that never cease would do so for ever.
  #armFor(delayMs: number): void {
    if (this.options.clock.monotonic() + delayMs < this.#firesAt) this.#arm(delayMs);
  }

  #arm(delayMs: number): void {
    if (!this.#stop) return;
    const { clock } = this.options;
    this.#timer?.cancel();
    this.#firesAt = clock.monotonic() + delayMs;
    this.#timer = clock.after(delayMs, () => {
      this.#firesAt = Infinity;
      this.#working = this.#work().then((nextMs) => {
        this.#working = undefined;
        this.#arm(nextMs);
      });
    });
  }

  /** Does the work. Returns after how many ms it is to be done again. */
  async #work(): Promise<number> {
    const { clock, gatherMs, work, nextAt, failed } = this.options;
    this.#again = false;
    try {
      await work();
      const at = await nextAt?.() ?? null;
      if (this.#again) return gatherMs;
      return at === null ? COMPARE_MS : Math.min(COMPARE_MS, Math.max(0, at - clock.now()));
    } catch (error) {
      failed(error);
      return COMPARE_MS;
    }
  }
}
