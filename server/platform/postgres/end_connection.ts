import type pg from "pg";

const LIMIT_MS = 1_000;

/** Ends a connection in an orderly way, or without waiting for a server that does not answer. Never throws. */
export async function endConnection(client: pg.Client): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, LIMIT_MS);
  await Promise.race([client.end().catch(() => {}), late]);
  clearTimeout(timer);
  dropConnection(client);
}

/** Ends a connection at once: whatever waits for an answer fails. */
export function dropConnection(client: pg.Client): void {
  // Not among the types of the driver.
  (client as unknown as { connection?: { stream?: { destroy(): void } } }).connection?.stream?.destroy();
}
