import assert from "node:assert/strict";
import { assertScales } from "../../../tests/support/assert_scales.ts";
import type { CronInput } from "../../contract/compatible/crons.ts";
import { toTaskInput } from "./cron_shape.ts";

const input = { name: "a", command: "echo", schedule: "0 5 * * *" } as CronInput; // the fields that are required

Deno.test("cron shape: a log name may be a path in the logs folder, with slashes at its end", () => {
  for (const name of ["/data/logs/nightly//", "/ql/data/log/nightly/", "nightly/"]) {
    assert.equal(toTaskInput({ ...input, log_name: name }, "/data/logs").logFolder, "nightly");
  }
});

Deno.test("cron shape: a log name of many slashes takes linear time", () => {
  assertScales(
    (size) => void toTaskInput({ ...input, log_name: `${"/".repeat(size)}x` }, "/data/logs"),
    400_000,
  );
});
