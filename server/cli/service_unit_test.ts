import assert from "node:assert/strict";
import { lightFlags } from "../platform/light_flags.ts";
import { formatUnit, type UnitAccount } from "./service_unit.ts";

const usual: UnitAccount = { name: "sundial", isRoot: false, maySudo: false };

function unitOf(account: UnitAccount | null, dataDir = "/srv/panel"): string {
  return formatUnit({ dataDir, account, environmentFile: "/etc/sundial.env" });
}

Deno.test("service unit: starts the bundle, also from the sources, with the options that it is shipped with", () => {
  const start = unitOf(usual).split("\n").find((line) => line.startsWith("ExecStart=")) ?? "";
  const words = start.split(" ");
  for (const flag of lightFlags) assert.ok(words.includes(flag), start);
  const program = words.findIndex((word) => word.endsWith("/dist/panel/server/bundle/main.js"));
  assert.ok(words.indexOf(lightFlags[0]!) < program, start);
  assert.deepEqual(words.slice(program + 1), ["serve"]);
});

Deno.test("service unit: waits until the panel serves, and starts one again that stands still", () => {
  for (const account of [usual, null]) {
    assert.match(unitOf(account), /^Type=notify\nTimeoutStartSec=infinity$/m);
    assert.match(unitOf(account), /^WatchdogSec=60\nWatchdogSignal=SIGKILL$/m);
    assert.match(unitOf(account), /^KillMode=process$/m);
  }
});

Deno.test("service unit: limits an account without rights, and nothing that its tasks need", () => {
  const unit = unitOf(usual);
  assert.match(unit, /^User=sundial$/m);
  for (const line of ["NoNewPrivileges=yes", "CapabilityBoundingSet=", "ProtectSystem=full"]) {
    assert.ok(unit.split("\n").includes(line), line);
  }
  const noticed =
    /^(Private|ProtectHome|ProtectProc|ProtectClock|ProtectKernelTunables|RestrictNam|RestrictAddr|MemoryDeny)/m;
  assert.doesNotMatch(unit, noticed);
  // An update writes there.
  assert.doesNotMatch(unitOf(usual, "/usr/local/panel"), /ProtectSystem/);
  for (const account of [{ ...usual, isRoot: true }, { ...usual, maySudo: true }, null]) {
    assert.doesNotMatch(unitOf(account), /NoNewPrivileges|Capability|Protect|SystemCall|Restrict|Lock/);
  }
});
