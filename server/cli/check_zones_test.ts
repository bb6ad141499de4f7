import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { useZoneClocks, writeZoneFile } from "../../tests/support/zone_files.ts";
import { checkZones } from "./check_zones.ts";

Deno.test("check zones: names the rules in use, and how to repair files that cannot be read", () => {
  using _restored = useZoneClocks(() => null);
  const folder = mkdtempSync(join(tmpdir(), "sundial-zones-"));
  try {
    writeFileSync(join(folder, "tzdata.zi"), "# version 2999a\n");
    mkdirSync(join(folder, "Europe"));
    writeFileSync(join(folder, "Europe/Berlin"), writeZoneFile({ first: 1 }));
    const { detail, repair } = checkZones(0, "en", folder);
    assert.match(detail, /^2999a, of .*; \d+ zone files cannot be read \(Africa\/Abidjan, /);
    assert.match(repair!, /apt-get install --reinstall tzdata/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

Deno.test("check zones: warns where the machine has older rules, or none", () => {
  using _restored = useZoneClocks(() => null);
  const none = checkZones(0, "en", "/nonexistent");
  assert.match(none.detail, /built in; no zone files in \/nonexistent: commands see UTC$/);
  assert.match(none.repair!, /apt-get install tzdata$/);
  const folder = mkdtempSync(join(tmpdir(), "sundial-zones-"));
  try {
    writeFileSync(join(folder, "+VERSION"), "2001a\n");
    const older = checkZones(0, "zh", folder);
    assert.match(older.detail, /内置；命令使用 .*（2001a）/);
    assert.match(older.repair!, /apt-get install tzdata/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

Deno.test("check zones: says how to get newer rules where those of machine and runtime are old", () => {
  using _restored = useZoneClocks(() => null);
  const folder = mkdtempSync(join(tmpdir(), "sundial-zones-"));
  try {
    writeFileSync(join(folder, "+VERSION"), "2001a\n");
    assert.match(checkZones(Date.UTC(2990, 0), "en", folder).repair!, /^newer rules exist/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

Deno.test("check zones: says once what machine and runtime have in common, also where it is old", () => {
  using _restored = useZoneClocks(() => null);
  const folder = mkdtempSync(join(tmpdir(), "sundial-zones-"));
  const release = checkZones(0, "en", "/nonexistent").detail.split(",")[0]!;
  try {
    writeFileSync(join(folder, "+VERSION"), `${release}\n`);
    assert.deepEqual(checkZones(0, "en", folder), { detail: `${release}, built in`, repair: null });
    const old = checkZones(Date.UTC(2990, 0), "en", folder);
    assert.equal(old.detail, `${release}, built in`);
    assert.match(old.repair!, /^newer rules exist/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
