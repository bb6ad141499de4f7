import assert from "node:assert/strict";
import { readPlace } from "./place.ts";

Deno.test("task place: a dialog's address alone lies over the list", () => {
  const place = readPlace("/crontab/logModal", "id=7&run=12&q=x", "list");
  assert.deepEqual(place, { beneath: "list", dialog: "log", id: 7, copy: null, run: 12 });
});

Deno.test("task place: a dialog opened from a task lies over that task", () => {
  const place = readPlace("/crontab/modal/", "copy=7", "task");
  assert.deepEqual(place, { beneath: "task", dialog: "form", id: null, copy: 7, run: null });
});

Deno.test("task place: the import is a dialog over either list, told by the query", () => {
  const dialogs = ["/crontab", "/crontab/type/", "/crontab/detail", "/crontab/modal"]
    .map((address) => readPlace(address, "import=1", "list").dialog);
  assert.deepEqual(dialogs, ["import", "import", null, "form"]);
});

Deno.test("task place: ids that are none are not read", () => {
  const place = readPlace("/crontab/detail", "id=-3&run=1e99&copy=x", "list");
  assert.deepEqual(place, { beneath: "task", dialog: null, id: null, copy: null, run: null });
});

Deno.test("task place: views and the queue are dialogs over the list", () => {
  const edit = readPlace("/crontab/viewCreateModal", "id=3&view=3", "list");
  assert.deepEqual([edit.dialog, edit.id], ["view", 3]);
  assert.equal(readPlace("/crontab/viewManageModal/", "", "list").dialog, "views");
  assert.equal(readPlace("/crontab/type", "type=python&queue=1", "list").dialog, "queue");
  assert.equal(readPlace("/crontab/detail", "id=1&queue=1", "list").dialog, null);
});
