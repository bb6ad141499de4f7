import assert from "node:assert/strict";
import { groupHits } from "./group_hits.ts";

Deno.test("group hits: groups the matches of a file and keeps the order of the files", () => {
  const hits = [{ path: "b", line: 1 }, { path: "a", line: 2 }, { path: "b", line: 3 }];
  const grouped = groupHits(hits).map(({ path, hits }) => [path, hits.map(({ line }) => line)]);
  assert.deepEqual(grouped, [["b", [1, 3]], ["a", [2]]]);
});
