// Many runs begin and end at the same moment, and each commit waits for the disk. Writes requested while a commit is in
// progress share the next one. This is as safe as one commit per write: each caller gets its result only after its commit.
import { onBehalfOfNow } from "./change_scope.ts";
import { allWritten } from "./gathered.ts";
import type { Database, Tx } from "./store.ts";

type Write = (tx: Tx) => Promise<unknown>;

interface Waiting {
  write: Write;
  /** What is written once all writes that share the transaction are, with what `write` returned. */
  last: (tx: Tx, value: unknown) => Promise<unknown>;
  /** Writes of the same turn run one after the other; all others at once, so that they share statements. */
  turn: string | undefined;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

const MAX_TOGETHER = 100;
/** The shortest time between two commits, in ms: runs that begin and end while others do share more of them. */
const MIN_INTERVAL_MS = 3;
/** How long a write that can wait does so for others, in ms. */
const PATIENCE_MS = 20;

export class BatchedWrites {
  readonly #ordered: boolean;
  #waiting: Waiting[] = [];
  #writing = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lastAt = -Infinity;

  /** Without `ordered`, for writes that are safe by themselves: on PostgreSQL, they do not wait for other transactions. */
  constructor(private readonly db: Database, { ordered = true }: { ordered?: boolean } = {}) {
    this.#ordered = ordered;
  }

  #transaction() {
    const transaction = this.db.transaction();
    return this.#ordered ? transaction : transaction.setIsolationLevel("read committed");
  }

  /**
   * Runs a write in a transaction, possibly together with others. Rejects as if it had run alone. Writes that depend on each
   * other name the same `turn`.
   */
  commit<T>(write: (tx: Tx) => Promise<T>, turn?: string): Promise<T> {
    return this.commitInTwo(write, (_, value) => Promise.resolve(value), turn);
  }

  /**
   * The same in two steps: `last` gets what `write` returned, and reads what all writes that share the transaction have written.
   * Returns what `last` does.
   */
  commitInTwo<T, U>(
    write: (tx: Tx) => Promise<T>,
    last: (tx: Tx, value: T) => Promise<U>,
    turn?: string,
  ): Promise<U> {
    const written = this.#add(write, last, turn);
    if (!this.#writing) void this.#writeAll();
    return written;
  }

  /** The same for a write that can wait a moment: it shares the next commit, or has its own after 20 ms. */
  commitSoon<T>(write: (tx: Tx) => Promise<T>): Promise<T> {
    const written = this.#add(write, (_, value) => Promise.resolve(value));
    if (!this.#writing) this.#timer ??= setTimeout(() => void this.#writeAll(), PATIENCE_MS);
    return written;
  }

  #add<T, U>(
    write: (tx: Tx) => Promise<T>,
    last: (tx: Tx, value: T) => Promise<U>,
    turn?: string,
  ): Promise<U> {
    const { promise, resolve, reject } = Promise.withResolvers<U>();
    this.#waiting.push({
      write: onBehalfOfNow(write),
      // Each step receives what the one before returned.
      last: onBehalfOfNow((tx: Tx, value: unknown) => last(tx, value as T)),
      turn,
      resolve: (value) => resolve(value as U),
      reject,
    });
    return promise;
  }

  async #writeAll(): Promise<void> {
    this.#writing = true;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    while (this.#waiting.length > 0) {
      await this.#gather();
      const batch = this.#waiting.splice(0, MAX_TOGETHER);
      if (!await this.#together(batch)) { for (const one of batch) await this.#alone(one); }
    }
    this.#writing = false;
  }

  // Includes the writes of everything else that has just happened, for longer while there is much to write.
  async #gather(): Promise<void> {
    const leftMs = this.#lastAt + MIN_INTERVAL_MS - performance.now();
    await new Promise<void>((resolve) =>
      void (leftMs > 0 ? setTimeout(resolve, leftMs) : setImmediate(resolve))
    );
    this.#lastAt = performance.now();
  }

  async #together(batch: readonly Waiting[]): Promise<boolean> {
    try {
      const values = await this.#transaction().execute((tx) => writeAll(tx, batch));
      batch.forEach(({ resolve }, index) => resolve(values[index]));
      return true;
    } catch (error) {
      if (batch.length > 1) return false;
      batch[0]?.reject(error);
      return true;
    }
  }

  async #alone(one: Waiting): Promise<void> {
    await this.#transaction().execute((tx) => writeAll(tx, [one]))
      .then(([value]) => one.resolve(value), one.reject);
  }
}

async function writeAll(tx: Tx, batch: readonly Waiting[]): Promise<unknown[]> {
  const turns = new Map<string, Promise<unknown>>();
  const writes = batch.map(({ write, turn }) => {
    if (turn === undefined) return write(tx);
    const before = turns.get(turn);
    const written = before ? before.then(() => write(tx)) : write(tx);
    turns.set(turn, written);
    return written;
  });
  const values = await allWritten(writes);
  return await allWritten(batch.map(({ last }, index) => last(tx, values[index])));
}
