import { isIP } from "node:net";
import { type Networks, plainAddress } from "../platform/networks.ts";

/**
 * Returns the address of the client. `X-Forwarded-For` is read from its right end and only as far as trusted proxies
 * wrote it: everything left of that is a claim of the client.
 */
export function clientAddress(peer: string, forwardedFor: string | null, trusted: Networks): string {
  let address = plainAddress(peer);
  const hops = (forwardedFor ?? "").split(",").map(hopAddress).reverse();
  for (const hop of hops) {
    if (hop === undefined || !trusted.has(address)) break;
    address = hop;
  }
  return address;
}

// Some proxies add the port: 192.0.2.1:4711, [2001:db8::1]:4711.
function hopAddress(hop: string): string | undefined {
  const text = hop.trim();
  const withPort = /^\[([^\]]+)\](?::\d+)?$/.exec(text) ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text);
  const address = plainAddress(withPort?.[1] ?? text);
  return isIP(address) === 0 ? undefined : address;
}
