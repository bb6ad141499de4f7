// Many runs begin and end in the same moment, and each commit waits for the disk. Steps that are asked for while one commit
// is under way share the next: as safe as one by one, for each is answered only after its commit.
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
  #waiting: Waiting[] = [];
  #writing = false;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Does a step in a transaction, perhaps together with others. Rejects as if it had been alone. */
  commit<T>(write: (tx: Tx) => Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    // What `write` answers is what `resolve` gets.
    this.#waiting.push({ write, resolve: (value) => resolve(value as T), reject });
    if (!this.#writing) void this.#writeAll();
    return promise;
  }

  async #writeAll(): Promise<void> {
    this.#writing = true;
    // Let what is asked for in the same turn come along.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, MAX_TOGETHER);
      if (!await this.#together(batch)) { for (const one of batch) await this.#alone(one); }
    }
    this.#writing = false;
  }

  async #together(batch: readonly Waiting[]): Promise<boolean> {
    try {
      const values = await this.#db.transaction().execute(async (tx) => {
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
    await this.#db.transaction().execute(write).then(resolve, reject);
  }
}
