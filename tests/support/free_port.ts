/** Finds a port nobody uses now, for a panel that has to come back at the same one. */
export function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}
