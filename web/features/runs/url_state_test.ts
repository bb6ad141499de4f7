import assert from "node:assert/strict";
import { paths } from "../../paths.ts";
import { isFiltered, noFilters, readUrlState, writeUrlState } from "./url_state.ts";

Deno.test("runs page: its URL stores filters, page and the open run", () => {
  const url =
    "/runs?q=back+up&state=failed%2Ctimed_out&cause=person&kind=task&task=7&node=2&label=night&slower=1&last=24h&from=2027-03-28T09%3A15%3A00Z&page=3&run=12";
  const state = readUrlState(url.slice("/runs".length));
  assert.deepEqual(state, {
    q: "back up",
    state: ["failed", "timed_out"],
    cause: ["person"],
    kind: "task",
    task: 7,
    node: 2,
    label: "night",
    slower: "1",
    last: "24h",
    from: "2027-03-28T09:15:00Z",
    to: "",
    page: 3,
    run: 12,
  });
  assert.equal(paths.runs(writeUrlState(state)), url);
  assert.equal(isFiltered(state), true);
});

Deno.test("runs page: invalid values in its URL are ignored", () => {
  const state = readUrlState(
    "?state=gone,,toString&cause=wind&kind=x&task=-1&node=x&slower=yes&last=9y&from=soon&page=0&run=1.5",
  );
  assert.deepEqual(state, { ...noFilters, state: [], cause: [], page: 1, run: null });
  assert.equal(isFiltered(state), false);
  assert.equal(paths.runs(writeUrlState(state)), "/runs");
});
