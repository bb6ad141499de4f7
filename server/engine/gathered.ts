// Calls made at the same moment in one transaction share a statement: many runs begin and end together, and on PostgreSQL each
// statement is a round trip.
import type { Database, Tx } from "./store.ts";

/** Waits for all writes of a transaction, which must not end while one continues, then rejects if any has failed. */
export async function allWritten<T>(writes: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(writes);
  return await Promise.all(writes);
}

interface Call<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * Returns a function that handles one item in a transaction. `handleAll` gets the items of all calls that are made at the
 * same moment in the same transaction, and returns a result for each, in their order.
 */
export function gathered<Connection extends Database | Tx, Item, Result>(
  handleAll: (db: Connection, items: readonly Item[]) => Promise<readonly Result[]>,
): (db: Connection, item: Item) => Promise<Result> {
  const waiting = new WeakMap<Connection, Call<Item, Result>[]>();
  const flush = async (db: Connection, calls: readonly Call<Item, Result>[]) => {
    // Whoever waited for the same earlier call makes the next one before this continues.
    await Promise.resolve();
    waiting.delete(db);
    try {
      const results = await handleAll(db, calls.map(({ item }) => item));
      if (results.length !== calls.length) throw new Error("a statement for several items lost a result");
      // The lengths are equal.
      calls.forEach(({ resolve }, index) => resolve(results[index] as Result));
    } catch (error) {
      for (const { reject } of calls) reject(error);
    }
  };
  return (db, item) => {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const call = { item, resolve, reject };
    const calls = waiting.get(db);
    if (calls) calls.push(call);
    else {
      const first = [call];
      waiting.set(db, first);
      void flush(db, first);
    }
    return promise;
  };
}
