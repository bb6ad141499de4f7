import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { RuntimeClock, type ZoneClock } from "../../contract/cron/zone_clock.ts";
import { readZoneFile } from "../../contract/cron/zone_file.ts";
import { machineZones, writeZoneFile } from "../../../tests/support/zone_files.ts";
import { readFolderRelease, readZone } from "./machine_zones.ts";

const DAY = 86_400;
const at = (time: string) => Date.parse(`${time}Z`) / 1000;

class ZoneFolder implements Disposable {
  readonly path = mkdtempSync(join(tmpdir(), "sundial-zones-"));

  add(name: string, content: string | Uint8Array): this {
    const file = join(this.path, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    return this;
  }

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true });
  }
}

Deno.test("machine zones: reads a zone, also by a link and by its old name", () => {
  using folder = new ZoneFolder();
  folder.add("America/Vancouver", writeZoneFile({ first: -7, rule: "MST7" }));
  symlinkSync("Vancouver", join(folder.path, "America/Los_Angeles"));
  for (const zone of ["America/Vancouver", "America/Los_Angeles", "Canada/Pacific"]) {
    assert.equal(readZone(folder.path, zone).offsetAt(at("2030-01-01T00:00")), -7 * 3600, zone);
  }
});

Deno.test("machine zones: names that lead elsewhere, folders, pipes and large files are rejected", async () => {
  using folder = new ZoneFolder();
  folder.add("zones/UTC", writeZoneFile({ first: 0 })).add("secret", writeZoneFile({ first: 1 }));
  const zones = join(folder.path, "zones");
  for (const zone of ["../secret", "/etc/localtime", "./UTC", "UTC/", "", "__proto__", "UTC\0"]) {
    assert.throws(() => readZone(zones, zone), RangeError, zone);
  }
  folder.add("zones/Asia/Tokyo/file", "").add("zones/Asia/Seoul", new Uint8Array(200_000));
  await new Deno.Command("mkfifo", { args: [join(zones, "Asia/Dubai")] }).output();
  for (const zone of ["Asia/Tokyo", "Asia/Seoul", "Asia/Dubai"]) {
    assert.throws(() => readZone(zones, zone), zone);
  }
});

Deno.test("machine zones: the release is the one that the folder states, else the one that its zones show", () => {
  const releaseOf = (files: Record<string, string | Uint8Array>) => {
    using folder = new ZoneFolder();
    for (const [name, content] of Object.entries(files)) folder.add(name, content);
    return readFolderRelease(folder.path);
  };
  assert.equal(releaseOf({ "tzdata.zi": "# version 2026f\n# redo posix_only\n" }), "2026f");
  assert.equal(releaseOf({ "+VERSION": "2025c\n" }), "2025c");
  assert.equal(releaseOf({ "tzdata.zi": "# version ../../x\n", "+VERSION": "2025c\n" }), "2025c");
  assert.equal(releaseOf({}), null);
  const almaty = writeZoneFile({ first: 6, changes: [["2024-02-29T18:00Z", 5]] });
  const cairo = writeZoneFile({ first: 2, rule: "EET-2EEST,M4.5.5/0,M10.5.4/24" });
  assert.equal(releaseOf({ "Africa/Cairo": cairo }), "2023c");
  assert.equal(releaseOf({ "Africa/Cairo": cairo, "Asia/Almaty": almaty }), "2024a");
  assert.equal(releaseOf({ "Asia/Almaty": almaty }), null);
});

// A release after the runtime's changes a few zones; the others are the same in both.
const MAX_CHANGED = 40;

Deno.test({
  name: "machine zones: the machine's files say what the runtime says, from 2000 to 2037",
  ignore: machineZones === null,
  fn() {
    const zones = Intl.supportedValuesOf("timeZone");
    const changed: string[] = [];
    for (const zone of zones) {
      const file = readZoneFile(Deno.readFileSync(join(machineZones!, zone)));
      const runtime = new RuntimeClock(zone);
      if (differ(file, runtime)) changed.push(zone);
    }
    assert.ok(changed.length <= MAX_CHANGED, changed.join(" "));
  },
});

/** Compares every 16 days, and on both sides of every change between them. */
function differ(one: ZoneClock, other: ZoneClock): boolean {
  for (let low = at("2000-01-01T00:00"); low < at("2038-01-01T00:00"); low += 16 * DAY) {
    if (one.offsetAt(low) !== other.offsetAt(low)) return true;
    let [start, end] = [low, low + 16 * DAY];
    if (one.offsetAt(start) === one.offsetAt(end)) continue;
    while (end - start > 1) {
      const middle = Math.floor((start + end) / 2);
      if (one.offsetAt(middle) === one.offsetAt(low)) start = middle;
      else end = middle;
    }
    if (one.offsetAt(start) !== other.offsetAt(start) || one.offsetAt(end) !== other.offsetAt(end)) {
      return true;
    }
  }
  return false;
}
