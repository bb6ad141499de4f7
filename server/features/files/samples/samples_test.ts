import assert from "node:assert/strict";
import { join } from "node:path";
import { languages } from "../../../contract/settings.ts";
import { readConfig } from "../../subscriptions/pull/pull_ways.ts";
import { readSwitches } from "../../tasks/command/config_switches.ts";
import { samplesIn } from "./samples.ts";
import { temporaryFolder } from "../../../../tests/support/temporary_folder.ts";

Deno.test("samples: config.sh lists the settings that the panel reads from it, ready to uncomment", async () => {
  await using folder = await temporaryFolder();
  for (const language of languages) {
    const sample = samplesIn(language).find(({ name }) => name === "config.sh")?.content ?? "";
    const configFile = join(folder.path, `${language}.sh`);
    await Deno.writeTextFile(configFile, sample.replace(/^# (?=[A-Za-z]+=)/gm, ""));
    const values = await readConfig({ configFile, scripts: folder.path, environment: {} } as never);
    assert.deepEqual(values, {
      defaultCron: "30 6 * * *",
      extensions: "js mjs py ts sh",
      proxy: "http://127.0.0.1:7890",
    });
    assert.deepEqual(readSwitches(await Deno.readTextFile(configFile)), {
      randomDelayMs: 300_000,
      randomDelayExtensions: ["js", "py"],
      randomDelayIgnoredMinutes: [0, 30],
      timeLimitMs: 3_600_000,
      runsExtra: true,
      autoAdd: true,
      autoDelete: true,
    });
  }
});
