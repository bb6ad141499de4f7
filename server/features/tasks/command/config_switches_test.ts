import assert from "node:assert/strict";
import { join } from "node:path";
import { ConfigFile, type ConfigSwitches, readSwitches } from "./config_switches.ts";
import { temporaryFolder } from "../../../../tests/support/temporary_folder.ts";

const none: ConfigSwitches = {
  randomDelayMs: null,
  randomDelayExtensions: ["js"],
  randomDelayIgnoredMinutes: [0, 30],
  timeLimitMs: null,
  runsExtra: false,
  autoAdd: null,
  autoDelete: null,
};

const table: [string, Partial<ConfigSwitches>][] = [
  ["", {}],
  ['RandomDelay="300"', { randomDelayMs: 300_000 }],
  ["RandomDelay=0", {}],
  ["RandomDelay=soon", {}],
  ['RandomDelay="10"\nexport RandomDelay=20', { randomDelayMs: 20_000 }],
  ['RandomDelay="10"\n# RandomDelay="20"', { randomDelayMs: 10_000 }],
  ["RandomDelay=5 # seconds", { randomDelayMs: 5_000 }],
  ["RandomDelay=5\r\nEnableExtraShell=true\r\n", { randomDelayMs: 5_000, runsExtra: true }],
  ['RandomDelay="$(date +%s)"\nRandomDelay="$OTHER"', {}],
  ['echo RandomDelay="5"\nMyRandomDelay=6', {}],
  ['RandomDelayFileExtensions="js py  .ts"', { randomDelayExtensions: ["js", "py", "ts"] }],
  ['RandomDelayFileExtensions=""', { randomDelayExtensions: [] }],
  ["RandomDelayIgnoredMinutes='1 59'", { randomDelayIgnoredMinutes: [1, 59] }],
  ["RandomDelayIgnoredMinutes=", { randomDelayIgnoredMinutes: [] }],
  ["CommandTimeoutTime=1h", { timeLimitMs: 3_600_000 }],
  ['  export CommandTimeoutTime="90"', { timeLimitMs: 90_000 }],
  ['CommandTimeoutTime=""', {}],
  ["CommandTimeoutTime=0", {}],
  ["AutoAddCron=\"true\"\nAutoDelCron='false'", { autoAdd: true, autoDelete: false }],
];
for (const [text, expected] of table) {
  Deno.test(`config switches: ${JSON.stringify(text)}`, () =>
    assert.deepEqual(readSwitches(text), { ...none, ...expected }));
}

Deno.test("config switches: are read again after the file changed, and ignored when it is not a file", async () => {
  await using folder = await temporaryFolder();
  const file = new ConfigFile(folder.path);
  assert.deepEqual(file.switches(), none);
  await Deno.writeTextFile(join(folder.path, "config.sh"), "RandomDelay=1");
  assert.equal(file.switches().randomDelayMs, 1_000);
  await Deno.writeTextFile(join(folder.path, "config.sh"), "RandomDelay=12");
  assert.equal(file.switches().randomDelayMs, 12_000);
  await Deno.remove(join(folder.path, "config.sh"));
  await Deno.mkdir(join(folder.path, "config.sh"));
  assert.deepEqual(file.switches(), none);
});
