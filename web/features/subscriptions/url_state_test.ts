import assert from "node:assert/strict";
import { readUrlState } from "./url_state.ts";

Deno.test("subscription location: every dialog has its URL, and any other URL is the list", () => {
  const read = (address: string, search = "") => readUrlState(address, search);
  assert.deepEqual(read("/subscription"), { dialog: null });
  assert.deepEqual(read("/subscription/modal/"), { dialog: "form", id: null });
  assert.deepEqual(read("/subscription/modal", "?id=3"), { dialog: "form", id: 3 });
  assert.deepEqual(read("/subscription/logModal", "?id=3&run=9"), { dialog: "log", id: 3, run: 9 });
  assert.deepEqual(read("/subscription", "?preview=9&id=3"), { dialog: "preview", id: 3, run: 9 });
  assert.deepEqual(read("/subscription", "?waiting=3"), { dialog: "waiting", id: 3 });
});

Deno.test("subscription location: an invalid id is null", () => {
  assert.deepEqual(readUrlState("/subscription/logModal", "?id=0&run=1.5"), {
    dialog: "log",
    id: null,
    run: null,
  });
  assert.deepEqual(readUrlState("/subscription", "?waiting=x&preview=-1"), { dialog: null });
});
