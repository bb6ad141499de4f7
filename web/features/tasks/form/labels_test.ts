import assert from "node:assert/strict";
import { addLabels } from "./labels.ts";

Deno.test("labels: several are added at once, each only once", () => {
  assert.deepEqual(addLabels(["a"], " b, a，每日\n b "), ["a", "b", "每日"]);
});

Deno.test("labels: nothing new leaves the list as it is", () => {
  const labels = ["a"];
  assert.equal(addLabels(labels, " a , ,"), labels);
});
