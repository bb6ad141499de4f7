import assert from "node:assert/strict";
import { readListState, readUrlState, writeListState } from "./url_state.ts";

Deno.test("heartbeats URL: names the list, one heartbeat, or the form over either", () => {
  const list = { background: "list", hasForm: false, id: null, page: 1 };
  assert.deepEqual(readUrlState("/heartbeat", "", "list"), list);
  assert.deepEqual(readUrlState("/heartbeat/detail", "id=3&page=2", "list"), {
    ...list,
    background: "one",
    id: 3,
    page: 2,
  });
  assert.deepEqual(readUrlState("/heartbeat/modal", "id=3", "list"), { ...list, hasForm: true, id: 3 });
  assert.deepEqual(readUrlState("/heartbeat/modal", "id=3", "one").background, "one");
  assert.deepEqual(readUrlState("/heartbeat/modal/", "id=x", "one"), { ...list, hasForm: true });
});

Deno.test("heartbeats URL: stores the filters of the list and drops invalid ones", () => {
  const state = readListState("q=a&state=down,gone,late&label=prod&sort=-lastPingAt&page=2");
  assert.deepEqual(state.state, ["late", "down"].toSorted());
  assert.deepEqual(writeListState(state), {
    ...{ q: "a", state: "down,late", label: "prod", sort: "-lastPingAt", page: 2 },
  });
});
