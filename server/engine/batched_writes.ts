// Many runs begin and end at the same moment, and each commit waits for the disk. Writes requested while a commit is in
// progress share the next one. This is as safe as one commit per write: each caller gets its result only after its commit.
import type { Database, Tx } from "./store.ts";

type Write = (tx: Tx) => Promise<unknown>;

interface Waiting {
  write: Write;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

const MAX_TOGETHER = 100;

export class BatchedWrites {
  readonly #db: Database;
  readonly #ordered: boolean;
  #waiting: Waiting[] = [];
  #writing = false;

  /** Without `ordered`, for writes that are safe by themselves: on PostgreSQL, they do not wait for other transactions. */
  constructor(db: Database, { ordered = true }: { ordered?: boolean } = {}) {
    this.#db = db;
    this.#ordered = ordered;
  }

  #transaction() {
    const transaction = this.#db.transaction();
    return this.#ordered ? transaction : transaction.setIsolationLevel("read committed");
  }

  /** Runs a write in a transaction, possibly together with others. Rejects as if it had run alone. */
  commit<T>(write: (tx: Tx) => Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    // `resolve` receives what `write` returned.
    this.#waiting.push({ write, resolve: (value) => resolve(value as T), reject });
    if (!this.#writing) void this.#writeAll();
    return promise;
  }

  async #writeAll(): Promise<void> {
    this.#writing = true;
    // Include writes that are requested in the same microtask turn.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, MAX_TOGETHER);
      if (!await this.#together(batch)) { for (const one of batch) await this.#alone(one); }
    }
    this.#writing = false;
  }

  async #together(batch: readonly Waiting[]): Promise<boolean> {
    try {
      const values = await this.#transaction().execute(async (tx) => {
        const done: unknown[] = [];
        for (const { write } of batch) done.push(await write(tx));
        return done;
      });
      batch.forEach(({ resolve }, index) => resolve(values[index]));
      return true;
    } catch (error) {
      if (batch.length > 1) return false;
      batch[0]?.reject(error);
      return true;
    }
  }

  async #alone({ write, resolve, reject }: Waiting): Promise<void> {
    await this.#transaction().execute(write).then(resolve, reject);
  }
}
