import assert from "node:assert/strict";
import { isLoopback, networkOf, parseNetworks, plainAddress, sitePrefixOf } from "./networks.ts";

Deno.test("networks: matches addresses and networks of both families", () => {
  const networks = parseNetworks(["10.0.0.0/8", "192.0.2.7", "fd00::/8", "2001:db8::1", "172.16.0.1/32"]);
  const inside = ["10.255.0.1", "192.0.2.7", "fd12:3456::9", "2001:db8::1", "2001:0db8:0:0::1", "172.16.0.1"];
  for (const address of inside) assert.ok(networks.has(address), address);
  const outside = [
    "11.0.0.1",
    "192.0.2.8",
    "fe80::1",
    "2001:db8::2",
    "172.16.0.2",
    "",
    "x",
    "10.0.0.1/8",
    "010.0.0.1",
  ];
  for (const address of outside) assert.ok(!networks.has(address), address);
});

Deno.test("networks: an IPv4-mapped IPv6 address is the same client", () => {
  assert.ok(parseNetworks(["10.0.0.0/8"]).has("::ffff:10.1.2.3"));
  assert.equal(plainAddress("::FFFF:10.1.2.3"), "10.1.2.3");
  assert.equal(plainAddress("[fe80::1%eth0]"), "fe80::1");
});

Deno.test("networks: rejects an invalid entry and names it", () => {
  for (
    const entry of [
      "",
      "localhost",
      "10.0.0.0/33",
      "10.0.0.0/",
      "10.0.0.0/-1",
      "10.0.0/8",
      "::/129",
      "::1/8/8",
      "1.2.3.4/x",
    ]
  ) {
    assert.throws(
      () => parseNetworks([entry]),
      (error: Error) => error.message.includes(JSON.stringify(entry)),
      entry,
    );
  }
});

Deno.test("networks: one client controls an IPv4 address, or the /64 of an IPv6 address", () => {
  assert.equal(networkOf("192.0.2.1"), "192.0.2.1");
  assert.equal(networkOf("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::/64");
  assert.equal(networkOf("2001:db8:1:2::1"), "2001:db8:1:2::/64");
  assert.equal(networkOf("::1"), "0:0:0:0::/64");
  assert.equal(networkOf("not an address"), "not an address");
});

Deno.test("networks: the site of an IPv6 network is its /48, and IPv4 has none", () => {
  assert.equal(sitePrefixOf(networkOf("2001:db8:1:2::1")), "2001:db8:1:");
  assert.equal(sitePrefixOf(networkOf("2001:db8:1::1")), "2001:db8:1:");
  assert.equal(sitePrefixOf(networkOf("2001:db8:12::1")), "2001:db8:12:");
  for (const none of ["192.0.2.1", "browser 1 abc", "session 7", "not an address"]) {
    assert.equal(sitePrefixOf(none), null, none);
  }
});

Deno.test("networks: only this machine is loopback", () => {
  for (const address of ["127.0.0.1", "127.9.9.9", "::1"]) assert.ok(isLoopback(address), address);
  for (const address of ["128.0.0.1", "::2", "127.0.0.1.evil", "localhost", ""]) {
    assert.ok(!isLoopback(address), address);
  }
});
