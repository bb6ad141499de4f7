import type { CompiledQuery } from "kysely";
import { AppError } from "../contract/app_error.ts";
import type { Clock, Timer } from "./clock.ts";
import type { HeavyReads } from "./heavy_reads.ts";
import type { ReadRequest, ReadResult } from "./read_worker.ts";

const TIME_LIMIT_MS = 10_000;
/** A worker uses about 25 MB; an idle one is ended. */
const IDLE_MS = 30_000;

export interface WorkerReadsOptions {
  path: string;
  clock: Clock;
  /** Time limit of one read in ms. */
  timeLimitMs?: number;
}

/** Runs one query after another in a worker with its own read-only connection, started on first use. */
export class WorkerReads implements HeavyReads {
  readonly #options: Required<WorkerReadsOptions>;
  #worker: Worker | undefined;
  #idle: Timer | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  #refuse: ((error: unknown) => void) | undefined;
  #closed = false;

  constructor(options: WorkerReadsOptions) {
    this.#options = { timeLimitMs: TIME_LIMIT_MS, ...options };
  }

  all<Row>({ sql, parameters }: CompiledQuery<Row>): Promise<Row[]> {
    const turn = this.#turn.then(() => this.#read({ sql, parameters }));
    this.#turn = turn.catch(() => {});
    // The worker returns the rows of this query.
    return turn as Promise<Row[]>;
  }

  /** Ends the worker; pending reads are rejected. */
  close(): void {
    this.#closed = true;
    this.#drop(new Error("the database is closed"));
  }

  async #read(query: Pick<ReadRequest, "sql" | "parameters">): Promise<unknown[]> {
    if (this.#closed) throw new Error("the database is closed");
    const { clock, timeLimitMs, path } = this.#options;
    this.#idle?.cancel();
    const worker = this.#worker ??= this.#start();
    const responded = Promise.withResolvers<ReadResult>();
    this.#refuse = responded.reject;
    worker.onmessage = ({ data }: MessageEvent<ReadResult>) => responded.resolve(data);
    const late = clock.after(
      timeLimitMs,
      () => this.#drop(new AppError("took_too_long", { seconds: Math.ceil(timeLimitMs / 1_000) })),
    );
    try {
      worker.postMessage({ path, ...query } satisfies ReadRequest);
      const result = await responded.promise;
      if ("error" in result) throw new Error(result.error);
      return result.rows;
    } finally {
      late.cancel();
      this.#refuse = undefined;
      if (this.#worker) this.#idle = clock.after(IDLE_MS, () => this.#drop(null));
    }
  }

  #start(): Worker {
    const worker = new Worker(new URL("./read_worker.ts", import.meta.url), { type: "module" });
    worker.onerror = (event) => {
      // An unhandled error would end the panel.
      event.preventDefault();
      this.#drop(new Error(`the worker for heavy reads failed: ${event.message}`));
    };
    return worker;
  }

  // A read in progress continues in its thread until it ends, but nobody waits for it.
  #drop(error: unknown): void {
    this.#idle?.cancel();
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#refuse?.(error);
  }
}
