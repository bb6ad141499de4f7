// The panel's own pulse: an address elsewhere that is requested every minute while the panel plans, so that somebody notices
// when it does not.
import type { Base } from "../../engine/base.ts";
import type { Duty } from "../../engine/deciding.ts";
import type { Timer } from "../../platform/clock.ts";
import { afterAbout } from "../../platform/clock.ts";
import { messageOf } from "../../platform/error_message.ts";

const PERIOD_MS = 60_000;
const TIMEOUT_MS = 20_000;

export interface PulseOptions extends Pick<Base, "clock" | "logger"> {
  /** The address; null for none. */
  url(): string | null;
  /** Whether due times are decided: not while the disk is full. */
  isPlanning(): boolean;
  /** Requests the address and returns the status. */
  request(url: URL, signal: AbortSignal): Promise<number>;
}

export class Pulse implements Duty {
  #isOpen = false;
  #timer: Timer | undefined;
  #request: { ended: Promise<void>; abort(): void } | undefined;
  /** What the log was told last; null after a success. */
  #problem: string | null = null;
  #lastUrl: string | null = null;

  constructor(private readonly options: PulseOptions) {}

  begin(): Promise<void> {
    this.#isOpen = true;
    this.#lastUrl = this.options.url();
    this.#beat();
    return Promise.resolve();
  }

  async end(): Promise<void> {
    this.#isOpen = false;
    this.#timer?.cancel();
    this.#request?.abort();
    await this.#request?.ended;
  }

  /** Requests the address at once if it is another one than before. */
  settingsChanged(): void {
    const url = this.options.url();
    if (!this.#isOpen || url === this.#lastUrl) return;
    this.#lastUrl = url;
    this.#problem = null;
    this.#timer?.cancel();
    this.#request?.abort();
    this.#beat();
  }

  #beat(): void {
    const { clock, url, isPlanning } = this.options;
    const address = url();
    if (address === null) return;
    this.#timer = afterAbout(clock, PERIOD_MS, () => this.#beat());
    if (this.#request || !isPlanning()) return;
    const aborting = new AbortController();
    const timeout = clock.after(TIMEOUT_MS, () => aborting.abort(new Error("no response in time")));
    const ended = this.#send(address, aborting.signal).finally(() => {
      timeout.cancel();
      if (this.#request === request) this.#request = undefined;
    });
    const request = { ended, abort: () => aborting.abort(null) };
    this.#request = request;
  }

  async #send(address: string, signal: AbortSignal): Promise<void> {
    const { logger, request } = this.options;
    const url = new URL(address);
    let problem: string | null = null;
    try {
      const status = await request(url, signal);
      if (status < 200 || status > 299) problem = `status ${status}`;
    } catch (error) {
      // The panel is stopping, or there is another address.
      if (signal.aborted && signal.reason === null) return;
      problem = messageOf(signal.aborted ? signal.reason : error);
    }
    if (problem === this.#problem) return;
    // The path may be the secret of the other service.
    const { host } = url;
    if (problem === null) logger.info("the pulse of the panel is received again", { host });
    else logger.warn("the pulse of the panel is not received", { host, reason: problem });
    this.#problem = problem;
  }
}
