import assert from "node:assert/strict";
import { join } from "node:path";
import { languages } from "../../../contract/settings.ts";
import { readConfig } from "../../subscriptions/pull/pull_ways.ts";
import { samplesIn } from "./samples.ts";

Deno.test("samples: config.sh lists the settings that subscriptions read from it, ready to uncomment", async () => {
  const folder = await Deno.makeTempDir({ prefix: "sundial-samples-" });
  try {
    for (const language of languages) {
      const sample = samplesIn(language).find(({ name }) => name === "config.sh")?.content ?? "";
      const configFile = join(folder, `${language}.sh`);
      await Deno.writeTextFile(configFile, sample.replace(/^# (?=[A-Za-z]+=)/gm, ""));
      const values = await readConfig({ configFile, scripts: folder, environment: {} } as never);
      assert.deepEqual(values, {
        defaultCron: "30 6 * * *",
        extensions: "js mjs py ts sh",
        proxy: "http://127.0.0.1:7890",
      });
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
