import assert from "node:assert/strict";
import { burstOf, reportStart, waitForStarts } from "./start_times.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";

Deno.test("bench: commands report their starts, each once", async () => {
  await using folder = await temporaryFolder();
  const file = `${folder.path}/starts`;
  const from = Date.now();
  for (let n = 0; n < 2; n++) {
    await new Deno.Command("bash", { args: ["-c", reportStart(file)] }).output();
  }
  const times = await waitForStarts(file, 2);
  assert.equal(times.length, 2);
  assert.ok(times[0]! >= from - 1 && times[1]! > times[0]!);
});

Deno.test("bench: lateness counts from the due time, starts per second from the first start", () => {
  assert.deepEqual(burstOf([61_500, 61_000, 62_000], 60_000), { p50: 1_500, p99: 2_000, perSecond: 3 });
});
