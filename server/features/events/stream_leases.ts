// Leases to keep a response open for as long as its session or token is active. Without them, a stream could
// outlive its session for as long as its reader likes. All streams count here, whatever they send.
import { AppError } from "../../contract/app_error.ts";
import type { LiveEvent } from "../../contract/events.ts";
import type { Base } from "../../engine/base.ts";
import type { Caller } from "../../http/route.ts";
import type { Timer } from "../../platform/clock.ts";

/**
 * Interval in ms at which the sessions and tokens of open streams are checked: no stream outlives its own by
 * more than this.
 */
const CHECK_MS = 4000;
/** Maximum number of streams per session or token: some tabs, each with a log. */
const MAX_PER_HOLDER = 20;
const MAX_STREAMS = 1000;
/** Maximum number of streams for programs, so that the page always has some left. */
const MAX_TOKEN_STREAMS = 500;
/** Delay for a client that has too many streams. */
const RETRY_SECONDS = 30;

/**
 * The owner of a stream, which ends with it: a user's session, an application's token or a run; the command line ends with
 * the panel.
 */
export interface StreamHolder {
  kind: "session" | "token" | "run" | "operator";
  id: number;
}

export interface StreamLease {
  /** Aborts when the stream must end. */
  signal: AbortSignal;
  /** Called when the stream has ended by itself. */
  release(): void;
}

export interface StreamLeasesOptions extends Pick<Base, "clock" | "bus"> {
  /** Returns whether a session or token is active, or a run live. */
  isAlive(holder: StreamHolder): Promise<boolean>;
  onError(error: unknown): void;
}

interface Lease {
  holder: StreamHolder;
  ended: AbortController;
}

export class StreamLeases {
  readonly #held = new Set<Lease>();
  #stopListening: (() => void) | null = null;
  #timer: Timer | null = null;
  #checking: Promise<void> = Promise.resolve();

  constructor(private readonly options: StreamLeasesOptions) {}

  get size(): number {
    return this.#held.size;
  }

  /**
   * Returns a lease to keep a stream open. Throws `too_many_requests`, or `session_expired` if its session or
   * token has just ended.
   */
  async take(holder: StreamHolder): Promise<StreamLease> {
    this.#checkCount(holder);
    const held = { holder, ended: new AbortController() };
    // Added before the check, so that an end in between is noticed.
    this.#add(held);
    const isAlive = await this.options.isAlive(holder).catch((error) => {
      this.#remove(held);
      throw error;
    });
    if (!isAlive) this.#remove(held);
    if (!isAlive || held.ended.signal.aborted) throw new AppError("session_expired");
    return { signal: held.ended.signal, release: () => this.#remove(held) };
  }

  /** Ends all streams; afterwards, the database is no longer queried. */
  async close(): Promise<void> {
    for (const held of [...this.#held]) this.#end(held);
    await this.#checking;
  }

  #checkCount({ kind, id }: StreamHolder): void {
    const holders = [...this.#held].map(({ holder }) => holder).filter((holder) => holder.kind === kind);
    const isFull = this.size >= MAX_STREAMS ||
      (kind !== "session" && holders.length >= MAX_TOKEN_STREAMS) ||
      holders.filter((holder) => holder.id === id).length >= MAX_PER_HOLDER;
    if (isFull) throw new AppError("too_many_requests", { seconds: RETRY_SECONDS });
  }

  #add(held: Lease): void {
    this.#held.add(held);
    this.#stopListening ??= this.options.bus.listen((event) => this.#hear(event));
    if (this.#timer === null) this.#checkLater();
  }

  #remove(held: Lease): void {
    this.#held.delete(held);
    if (this.#held.size > 0) return;
    this.#stopListening?.();
    this.#timer?.cancel();
    [this.#stopListening, this.#timer] = [null, null];
  }

  #end(held: Lease): void {
    this.#remove(held);
    held.ended.abort();
  }

  #hear({ type, id }: LiveEvent): void {
    if (type === "session:ended") this.#endOf({ kind: "session", id });
    // The permissions may have changed, so the client has to reconnect.
    if (type === "session:changed") this.#endOf({ kind: "session", id });
    if (type === "token:changed") this.#endOf({ kind: "token", id });
  }

  #endOf({ kind, id }: StreamHolder): void {
    for (const held of [...this.#held]) {
      if (held.holder.kind === kind && held.holder.id === id) this.#end(held);
    }
  }

  #checkLater(): void {
    this.#timer = this.options.clock.after(CHECK_MS, () => {
      this.#checkLater();
      this.#checking = this.#checkAll().catch(this.options.onError);
    });
  }

  async #checkAll(): Promise<void> {
    const distinct = new Map([...this.#held].map(({ holder }) => [`${holder.kind} ${holder.id}`, holder]));
    for (const holder of distinct.values()) {
      if (!await this.options.isAlive(holder)) this.#endOf(holder);
    }
  }
}

/** Returns the owner of a caller's stream. Throws for an anonymous caller, which no guarded route admits. */
export function holderOf(caller: Caller): StreamHolder {
  if (caller.kind === "person") return { kind: "session", id: caller.sessionId };
  if (caller.kind === "application") return { kind: "token", id: caller.tokenId };
  if (caller.kind === "run") return { kind: "run", id: caller.runId };
  if (caller.kind === "operator") return { kind: "operator", id: 0 };
  throw new Error("an unauthenticated request reached a guarded route");
}
