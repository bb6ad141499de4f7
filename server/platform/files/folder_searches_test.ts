import assert from "node:assert/strict";
import { systemClock } from "../clock.ts";
import { FolderSearches } from "./folder_searches.ts";
import { scanFolder } from "./scan_folder.ts";
import { until } from "../../../tests/support/until.ts";
import { countOpenBelow } from "../../../tests/support/count_open_below.ts";
import { temporaryFolder } from "../../../tests/support/temporary_folder.ts";

Deno.test("folder search: closes the files of an aborted search, and completes the next one", async () => {
  await using root = await temporaryFolder();
  for (let index = 0; index < 1000; index++) {
    Deno.writeTextFileSync(`${root.path}/${index}`, "needle\n".repeat(100));
  }
  const searches = new FolderSearches(systemClock);
  const request = { root: root.path, path: "", q: "nothing like it", in: "contents" as const };
  await searches.search(request, new AbortController().signal);
  for (let turn = 0; turn < 4; turn++) {
    const leaving = new AbortController();
    const search = searches.search(request, leaving.signal);
    setTimeout(() => leaving.abort(new Error("left")), 50);
    await search.catch((error) => assert.match(String(error), /left/));
  }
  assert.deepEqual(
    await searches.search({ ...request, q: "999", in: "names" }, new AbortController().signal),
    {
      hits: [{ path: "999", kind: "file", line: null, text: null }],
      complete: true,
    },
  );
  await until("all are closed", () => countOpenBelow(root.path) === 0);
});

Deno.test("folder search: returns partial results when out of time, and reports them as incomplete", async () => {
  await using root = await temporaryFolder();
  for (const name of ["a1", "a2", "a3"]) await Deno.writeTextFile(`${root.path}/${name}`, "");
  let now = 0;
  const search = { root: root.path, path: "", q: "a", in: "names" as const, timeLimitMs: 15 };
  const { hits, complete } = await scanFolder(search, () => now += 10);
  assert.deepEqual([hits.map(({ path }) => path), complete], [["a1", "a2"].slice(0, hits.length), false]);
  assert.ok(hits.length > 0);
});
