// The panel's own pulse: an address elsewhere that is requested every minute while the panel plans, so that somebody notices
// when it does not.
import { isDeepStrictEqual } from "node:util";
import type { PulseProblem } from "../../contract/pulse.ts";
import type { Base } from "../../engine/base.ts";
import type { Duty } from "../../engine/deciding.ts";
import type { Timer } from "../../platform/clock.ts";
import { afterAbout } from "../../platform/clock.ts";
import { messageOf } from "../../platform/error_message.ts";
import { emptyRecord, type PulseRecord, recordAfter } from "./pulse_record.ts";

const PERIOD_MS = 60_000;
const TIMEOUT_MS = 20_000;
/** Maximum number of characters of what the system says. */
const MAX_DETAIL = 200;

export interface PulseOptions extends Pick<Base, "clock" | "logger"> {
  /** The address; null for none. */
  url(): string | null;
  /** Whether due times are decided: not while the disk is full. */
  isPlanning(): boolean;
  /** Requests the address and returns the status. */
  request(url: URL, signal: AbortSignal): Promise<number>;
  read(url: string): Promise<PulseRecord>;
  store(record: PulseRecord): Promise<void>;
  /** Called when requests fail, when they have failed often, when they do no longer, and for another address. */
  onChange(): void;
}

export class Pulse implements Duty {
  #isOpen = false;
  #timer: Timer | undefined;
  #request: { ended: Promise<void>; abort(): void } | undefined;
  #record = emptyRecord("");
  #lastUrl: string | null = null;

  constructor(private readonly options: PulseOptions) {}

  async begin(): Promise<void> {
    this.#isOpen = true;
    const url = this.options.url();
    this.#lastUrl = url;
    const record = await this.options.read(url ?? "");
    // It was ended meanwhile, or has another address.
    if (!this.#isOpen || this.#lastUrl !== url) return;
    this.#record = record;
    this.#beat();
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
    this.#record = emptyRecord(url ?? "");
    this.options.onChange();
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
    const url = new URL(address);
    let problem: PulseProblem | null = null;
    try {
      const status = await this.options.request(url, signal);
      if (status < 200 || status > 299) problem = { code: "status", detail: String(status) };
    } catch (error) {
      // The panel is stopping, or there is another address.
      if (signal.aborted && signal.reason === null) return;
      const code = signal.aborted ? "timeout" : "unreachable";
      problem = { code, detail: messageOf(signal.aborted ? signal.reason : error).slice(0, MAX_DETAIL) };
    }
    if (!signal.aborted || signal.reason !== null) await this.#note(url, problem);
  }

  async #note({ host }: URL, problem: PulseProblem | null): Promise<void> {
    const { clock, logger, store, onChange } = this.options;
    const before = this.#record;
    const isFirstSuccess = problem === null && before.lastSuccessAt === null;
    this.#record = recordAfter(before, problem, clock.now());
    try {
      await store(this.#record);
    } catch (error) {
      logger.error("failed to store the result of the pulse", { error });
    }
    if (!isDeepStrictEqual(problem, before.problem)) {
      // The path may be the secret of the other service.
      if (problem === null) logger.info("the pulse of the panel is received again", { host });
      else logger.warn("the pulse of the panel is not received", { host, reason: reasonOf(problem) });
      onChange();
    } else if (this.#record.downAt !== before.downAt || isFirstSuccess) onChange();
  }
}

function reasonOf({ code, detail }: PulseProblem): string {
  return code === "status" ? `status ${detail}` : detail;
}
