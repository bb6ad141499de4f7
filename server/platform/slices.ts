import type { Clock } from "./clock.ts";
import { yieldToEventLoop } from "./event_loop.ts";

/** How long a computation may keep the event loop busy at a time. */
const SLICE_MS = 8;

/** Divides a long computation into slices, between which the panel serves requests. */
export class Slices {
  #end: number;

  constructor(private readonly clock: Clock) {
    this.#end = clock.monotonic() + SLICE_MS;
  }

  /** Lets other work run if the current slice has ended. Call it at each step. */
  async pause(): Promise<void> {
    if (this.clock.monotonic() < this.#end) return;
    await yieldToEventLoop();
    this.#end = this.clock.monotonic() + SLICE_MS;
  }
}
