const FIRST = 15_000;
/** Below what a system hands out by itself: else another test's connection takes it while its panel is away. */
const LAST = 32_000;

/** Finds a port nobody uses now, for a panel that has to come back at the same one. */
export function freePort(): number {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST));
    try {
      Deno.listen({ hostname: "127.0.0.1", port }).close();
      return port;
    } catch (error) {
      if (!(error instanceof Deno.errors.AddrInUse)) throw error;
    }
  }
}
