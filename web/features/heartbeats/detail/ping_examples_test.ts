import assert from "node:assert/strict";
import { exampleKinds, exampleOf } from "./ping_examples.ts";

const address = "https://panel.example/base/ping/abc";

Deno.test("ping examples: each requests the address, by POST where it has to", () => {
  for (const kind of exampleKinds) {
    for (const isPost of [false, true]) {
      const example = exampleOf(kind, address, { isPost, schedule: null });
      assert.ok(example.includes(address), kind);
      if (kind !== "sundial") assert.equal(/post/i.test(example.replace("StopPost", "")), isPost, kind);
    }
  }
});

Deno.test("ping examples: the crontab has the schedule of the heartbeat if it understands it", () => {
  const start = (schedule: string | null) =>
    exampleOf("crontab", address, { isPost: false, schedule }).split(" /usr")[0];
  assert.equal(start("*/5 1-3 * * *"), "*/5 1-3 * * *");
  assert.deepEqual(["H 3 * * *", "@daily", "0 0 3 * * *", null].map(start), Array(4).fill("0 3 * * *"));
});
