import assert from "node:assert/strict";
import { parseNetworks } from "../platform/networks.ts";
import { clientAddress } from "./middleware.ts";

const trusted = parseNetworks(["10.0.0.0/8", "::1", "127.0.0.1"]);
const rows: [string, string, string | null, string][] = [
  ["no proxy", "203.0.113.1", null, "203.0.113.1"],
  ["an untrusted client with a forged header", "203.0.113.1", "127.0.0.1", "203.0.113.1"],
  ["one trusted proxy", "10.0.0.1", "203.0.113.1", "203.0.113.1"],
  ["a trusted proxy without a header", "10.0.0.1", null, "10.0.0.1"],
  ["a trusted proxy with an invalid header", "10.0.0.1", "unknown", "10.0.0.1"],
  ["two trusted proxies", "10.0.0.1", "203.0.113.1, 10.0.0.2", "203.0.113.1"],
  ["a forged entry before the proxy's", "10.0.0.1", "1.1.1.1, 203.0.113.1", "203.0.113.1"],
  ["a trusted address forged by a client", "10.0.0.1", "10.0.0.9, 203.0.113.1, 10.0.0.2", "203.0.113.1"],
  ["an invalid entry in the middle", "10.0.0.1", "203.0.113.1, <script>, 10.0.0.2", "10.0.0.2"],
  ["only trusted addresses", "10.0.0.1", "10.0.0.3, 10.0.0.2", "10.0.0.3"],
  ["addresses with ports", "::1", "203.0.113.1:4711", "203.0.113.1"],
  ["IPv6 with a port", "::1", "[2001:db8::1]:4711", "2001:db8::1"],
  ["IPv4-mapped IPv6", "::ffff:10.0.0.1", "::ffff:203.0.113.1", "203.0.113.1"],
  ["an empty header", "10.0.0.1", "", "10.0.0.1"],
];

for (const [what, peer, forwardedFor, expected] of rows) {
  Deno.test(`client address: handles ${what}`, () => {
    assert.equal(clientAddress(peer, forwardedFor, trusted), expected);
  });
}
