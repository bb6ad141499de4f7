import assert from "node:assert/strict";
import { readConfig } from "../config.ts";
import { OutboundError, outboundPolicies, OutboundPolicy } from "./outbound_policy.ts";

const inner = [
  ...[
    "127.0.0.1",
    "127.9.9.9",
    "10.1.2.3",
    "172.16.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "0.0.0.0",
  ],
  ...[
    "224.0.0.1",
    "255.255.255.255",
    "::1",
    "::",
    "fe80::1",
    "fd00::1",
    "ff02::1",
    "::ffff:127.0.0.1",
    "::ffff:a9fe:a9fe",
  ],
  ...["64:ff9b::7f00:1", "2002:7f00:1::", "::7f00:1", "[::1]", "fe80::1%eth0", "fd00:ec2::254"],
];
const outer = ["1.1.1.1", "140.82.121.4", "2606:4700::1111", "64:ff9b::101:101", "2002:101:101::1"];

Deno.test("outbound policy: rejects inner addresses in every spelling, and allows public ones", () => {
  const policy = new OutboundPolicy([]);
  for (const address of inner) assert.equal(policy.mayReach(address), false, address);
  for (const address of outer) assert.equal(policy.mayReach(address), true, address);
});

Deno.test("outbound policy: allows listed networks, and only those", () => {
  const policy = new OutboundPolicy(["127.0.0.0/8", "fc00::/7", "192.168.1.7"]);
  for (const address of ["127.0.0.1", "::ffff:127.0.0.1", "fd00::1", "192.168.1.7"]) {
    assert.ok(policy.mayReach(address), address);
  }
  for (const address of ["192.168.1.8", "10.0.0.1", "169.254.169.254", "::1"]) {
    assert.ok(!policy.mayReach(address), address);
  }
});

Deno.test("outbound policy: allows cloud metadata addresses only when they are listed explicitly", () => {
  const usual = new OutboundPolicy(["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"]);
  for (const address of ["fd00:ec2::254", "fd20:ce::254", "fd00:42::42", "169.254.169.254"]) {
    assert.equal(usual.mayReach(address), false, address);
    assert.ok(new OutboundPolicy(["fc00::/7", address]).mayReach(address), address);
  }
  assert.ok(usual.mayReach("fd00:ec2::255"));
});

Deno.test("outbound policy: resolves a name only to addresses that may be called", async () => {
  const names: Record<string, string[]> = {
    mixed: ["127.0.0.1", "1.1.1.1"],
    bad: ["169.254.169.254"],
    none: [],
  };
  const policy = new OutboundPolicy([], (host) => Promise.resolve(names[host] ?? []));
  assert.deepEqual(await policy.resolve("mixed"), ["1.1.1.1"]);
  const rejected = (reason: string) => (error: unknown) =>
    error instanceof OutboundError && error.reason === reason;
  await assert.rejects(policy.resolve("bad"), rejected("inner_network"));
  await assert.rejects(policy.resolve("[::1]"), rejected("inner_network"));
  await assert.rejects(policy.resolve("none"), rejected("unknown_host"));
});

Deno.test("outbound policy: for applications, only what the operator listed counts, not the default", () => {
  const usual = outboundPolicies(readConfig(new Map(), {}));
  assert.deepEqual([usual.person, usual.application].map((one) => one.mayReach("10.0.0.1")), [true, false]);
  assert.deepEqual([usual.person, usual.application].map((one) => one.mayReach("93.184.216.34")), [
    true,
    true,
  ]);
  const [flag, variable] = [
    readConfig(new Map([["--allow-networks", "10.0.0.0/8"]]), {}),
    readConfig(new Map(), { SUNDIAL_ALLOW_NETWORKS: "10.0.0.0/8" }),
  ].map(outboundPolicies);
  for (const { person, application } of [flag!, variable!]) {
    assert.deepEqual([person, application].map((one) => one.mayReach("10.0.0.1")), [true, true]);
    assert.deepEqual([person, application].map((one) => one.mayReach("192.168.0.1")), [false, false]);
  }
});
