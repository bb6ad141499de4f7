import assert from "node:assert/strict";
import { cutFound, groupHits } from "./group_hits.ts";

Deno.test("group hits: lines of a file stand together, files in the order they came", () => {
  const hit = (path: string, line: number) => ({ path, kind: "file" as const, line, text: `line ${line}` });
  assert.deepEqual(
    groupHits([hit("b", 1), hit("a", 2), hit("b", 3)]).map((
      { path, lines },
    ) => [path, lines.map(({ line }) => line)]),
    [["b", [1, 3]], ["a", [2]]],
  );
});

Deno.test("group hits: what was found is marked wherever it stands", () => {
  const cut = (text: string, wanted: string) =>
    cutFound(text, wanted).map(({ text, found }) => found ? `[${text}]` : text).join("");
  assert.equal(cut("Echo an echo", "echo"), "[Echo] an [echo]");
  assert.equal(cut("备份数据", "数据"), "备份[数据]");
  assert.equal(cut("nothing", ""), "nothing");
  assert.equal(cut("İ and i", "i"), "İ and i");
});
