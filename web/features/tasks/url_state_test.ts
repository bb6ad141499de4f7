import assert from "node:assert/strict";
import { readUrlState } from "./url_state.ts";

Deno.test("task location: a dialog opened by its URL is over the list", () => {
  const urlState = readUrlState("/crontab/logModal", "id=7&run=12&q=x", "list");
  assert.deepEqual(urlState, { background: "list", dialog: "log", id: 7, copy: null, run: 12 });
});

Deno.test("task location: a dialog opened from a task is over that task", () => {
  const urlState = readUrlState("/crontab/modal/", "copy=7", "task");
  assert.deepEqual(urlState, { background: "task", dialog: "form", id: null, copy: 7, run: null });
});

Deno.test("task location: the import is a dialog over either list, named by the query", () => {
  const dialogs = ["/crontab", "/crontab/type/", "/crontab/detail", "/crontab/modal"]
    .map((address) => readUrlState(address, "import=1", "list").dialog);
  assert.deepEqual(dialogs, ["import", "import", null, "form"]);
});

Deno.test("task location: ignores invalid ids", () => {
  const urlState = readUrlState("/crontab/detail", "id=-3&run=1e99&copy=x", "list");
  assert.deepEqual(urlState, { background: "task", dialog: null, id: null, copy: null, run: null });
});

Deno.test("task location: views and the queue are dialogs over the list", () => {
  const edit = readUrlState("/crontab/viewCreateModal", "id=3&view=3", "list");
  assert.deepEqual([edit.dialog, edit.id], ["view", 3]);
  assert.equal(readUrlState("/crontab/viewManageModal/", "", "list").dialog, "views");
  assert.equal(readUrlState("/crontab/type", "type=python&queue=1", "list").dialog, "queue");
  assert.equal(readUrlState("/crontab", "trash=1", "list").dialog, "trash");
  assert.equal(readUrlState("/crontab/detail", "id=1&queue=1", "list").dialog, null);
});
