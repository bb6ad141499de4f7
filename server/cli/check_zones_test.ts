import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { useZoneClocks, writeZoneFile } from "../../tests/support/zone_files.ts";
import { checkZones } from "./check_zones.ts";
import { temporaryFolder } from "../../tests/support/temporary_folder.ts";

Deno.test("check zones: names the rules in use, and how to repair files that cannot be read", async () => {
  using _restored = useZoneClocks(() => null);
  await using folder = await temporaryFolder();
  writeFileSync(join(folder.path, "tzdata.zi"), "# version 2999a\n");
  mkdirSync(join(folder.path, "Europe"));
  writeFileSync(join(folder.path, "Europe/Berlin"), writeZoneFile({ first: 1 }));
  const { detail, repair } = checkZones(0, "en", folder.path);
  assert.match(detail, /^2999a, of .*; \d+ zone files cannot be read \(Africa\/Abidjan, /);
  assert.match(repair!, /apt-get install --reinstall tzdata/);
});

Deno.test("check zones: warns where the machine has older rules, or none", async () => {
  using _restored = useZoneClocks(() => null);
  const none = checkZones(0, "en", "/nonexistent");
  assert.match(none.detail, /built in; no zone files in \/nonexistent: commands see UTC$/);
  assert.match(none.repair!, /apt-get install tzdata$/);
  await using folder = await temporaryFolder();
  writeFileSync(join(folder.path, "+VERSION"), "2001a\n");
  const older = checkZones(0, "zh", folder.path);
  assert.match(older.detail, /内置；命令使用 .*（2001a）/);
  assert.match(older.repair!, /apt-get install tzdata/);
});

Deno.test("check zones: says how to get newer rules where those of machine and runtime are old", async () => {
  using _restored = useZoneClocks(() => null);
  await using folder = await temporaryFolder();
  writeFileSync(join(folder.path, "+VERSION"), "2001a\n");
  assert.match(checkZones(Date.UTC(2990, 0), "en", folder.path).repair!, /^newer rules exist/);
});

Deno.test("check zones: says once what machine and runtime have in common, also where it is old", async () => {
  using _restored = useZoneClocks(() => null);
  await using folder = await temporaryFolder();
  const release = checkZones(0, "en", "/nonexistent").detail.split(",")[0]!;
  writeFileSync(join(folder.path, "+VERSION"), `${release}\n`);
  assert.deepEqual(checkZones(0, "en", folder.path), { detail: `${release}, built in`, repair: null });
  const old = checkZones(Date.UTC(2990, 0), "en", folder.path);
  assert.equal(old.detail, `${release}, built in`);
  assert.match(old.repair!, /^newer rules exist/);
});
