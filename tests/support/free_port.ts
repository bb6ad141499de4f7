const FIRST = 15_000;
/**
 * Below the ephemeral ports: otherwise a connection of another test could take the port while its panel is
 * down.
 */
const LAST = 32_000;

/** Finds an unused port, for a panel that must restart on the same one. */
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
