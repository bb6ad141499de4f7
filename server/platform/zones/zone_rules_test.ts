import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseCron } from "../../contract/cron/expression.ts";
import { nextSlot } from "../../contract/cron/slots.ts";
import { wallSeconds } from "../../contract/cron/zone.ts";
import { useZoneClocks, writeZoneFile } from "../../../tests/support/zone_files.ts";
import { NewestZoneRules } from "./zone_rules.ts";

const now = Date.UTC(2030, 0, 15);

/** A folder in which Vancouver and Casablanca have other rules than in any runtime. */
function zoneFolder(release: string) {
  const path = mkdtempSync(join(tmpdir(), "sundial-zones-"));
  for (const area of ["America", "Africa"]) mkdirSync(join(path, area));
  const state = (name: string) => writeFileSync(join(path, "tzdata.zi"), `# version ${name}\n`);
  state(release);
  writeFileSync(join(path, "America/Vancouver"), writeZoneFile({ first: -7, rule: "<-06>6" }));
  writeFileSync(
    join(path, "Africa/Casablanca"),
    writeZoneFile({ first: 0, rule: "<+03>-3" }).subarray(0, 60),
  );
  return { path, state, [Symbol.dispose]: () => rmSync(path, { recursive: true }) };
}

const nineIn = (zone: string) =>
  new Date(nextSlot([parseCron("0 9 * * *")], zone, now)!).toISOString().slice(11, 16);

Deno.test("zone rules: due times follow the machine's zone files where they are newer", () => {
  using folder = zoneFolder("2999a");
  using _restored = useZoneClocks(() => null);
  const rules = NewestZoneRules.open({ tzdir: folder.path });
  assert.equal(nineIn("America/Vancouver"), "15:00");
  assert.equal(wallSeconds(0, "America/Vancouver"), -6 * 3600);
  const { source, release, machineRelease, warning } = rules.details(now);
  assert.deepEqual({ source, release, machineRelease, warning }, {
    source: "machine",
    release: "2999a",
    machineRelease: "2999a",
    warning: null,
  });
});

Deno.test("zone rules: a zone file that is missing or damaged is named, and the runtime's rules are used for it", () => {
  using folder = zoneFolder("2999a");
  using _restored = useZoneClocks(() => null);
  const expected = ["Africa/Casablanca", "Europe/Berlin"].map(nineIn);
  const unreadable: string[] = [];
  NewestZoneRules.open({ tzdir: folder.path, onUnreadable: (zone) => unreadable.push(zone) });
  for (let again = 0; again < 2; again++) {
    assert.deepEqual(["Africa/Casablanca", "Europe/Berlin"].map(nineIn), expected);
  }
  assert.deepEqual(unreadable, ["Africa/Casablanca", "Europe/Berlin"]);
  assert.throws(() => wallSeconds(0, "Mars/Olympus"), RangeError);
});

Deno.test("zone rules: the runtime's are used where the machine's are older or missing, with a warning", () => {
  using folder = zoneFolder("2001a");
  using _restored = useZoneClocks(() => null);
  const expected = nineIn("America/Vancouver");
  for (const tzdir of [folder.path, join(folder.path, "none")]) {
    const rules = NewestZoneRules.open({ tzdir });
    assert.equal(nineIn("America/Vancouver"), expected);
    const { source, release, runtimeRelease } = rules.details(now);
    assert.deepEqual([source, release], ["runtime", runtimeRelease]);
    const soon = Date.UTC(Number(runtimeRelease!.slice(0, 4)), 11, 1);
    assert.equal(rules.details(soon).warning, tzdir === folder.path ? "older_on_machine" : "none_on_machine");
    assert.equal(rules.details(Date.UTC(2990, 0, 1)).warning, "old");
  }
});

Deno.test("zone rules: follows a release that is installed later", () => {
  using folder = zoneFolder("2001a");
  using _restored = useZoneClocks(() => null);
  const rules = NewestZoneRules.open({ tzdir: folder.path });
  assert.equal(rules.refresh(), false);
  folder.state("2999b");
  assert.equal(rules.refresh(), true);
  assert.deepEqual([rules.release, nineIn("America/Vancouver")], ["2999b", "15:00"]);
  assert.equal(rules.refresh(), false);
});
