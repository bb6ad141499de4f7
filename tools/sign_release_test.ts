import assert from "node:assert/strict";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { openRelease, signRelease } from "../server/platform/release/manifest.ts";
import { describeRelease, makeKeyPair, readSignOptions } from "./sign_release.ts";
import { readReleaseKey } from "./stage.ts";
import { temporaryFolder } from "../tests/support/temporary_folder.ts";

Deno.test("sign release: the built-in public key verifies what a new key signs, and a key is never overwritten", async () => {
  await using folder = await temporaryFolder();
  const [key, file, en, zh] = ["release.key", "sundial", "en.md", "zh.md"].map((name) =>
    join(folder.path, name)
  );
  makeKeyPair(key!);
  assert.equal(statSync(key!).mode & 0o777, 0o600);
  assert.throws(() => makeKeyPair(key!), /EEXIST/);
  for (const [path, text] of [[file, "program"], [en, "new"], [zh, "新"]]) {
    await Deno.writeTextFile(path!, text!);
  }
  const args = [
    "--key",
    key!,
    "--version",
    "1.2.0",
    "--notes-en",
    en!,
    "--notes-zh",
    zh!,
    "--output",
    "out",
  ];
  const options = readSignOptions([
    ...args,
    "--asset",
    `x86_64-unknown-linux-gnu=${file}=files/sundial?a=b`,
  ]);
  assert.ok("assets" in options);
  const now = Date.now();
  const text = signRelease(describeRelease(options, now), readFileSync(key!, "utf8"));
  const trusted = readReleaseKey(`${key}.pub`);
  const { version, assets, notes } = openRelease(text, { key: trusted, now, seen: null });
  assert.deepEqual([version, notes], ["1.2.0", { en: "new", zh: "新" }]);
  const asset = assets["x86_64-unknown-linux-gnu"];
  assert.deepEqual([asset?.address, asset?.size], ["files/sundial?a=b", 7]);
});

Deno.test("sign release: names missing options", () => {
  assert.throws(() => readSignOptions(["--version", "1.0.0"]), /--key is missing/);
  assert.throws(() => readSignOptions(["--nothing"]));
});
