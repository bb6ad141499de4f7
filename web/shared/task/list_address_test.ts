import assert from "node:assert/strict";
import { paths } from "../../paths.ts";
import { isFiltered, nextSort, queryOf, readListState, writeListState } from "./list_address.ts";

Deno.test("list address: a formatted state parses back", () => {
  const state = {
    q: "name: backup & co",
    page: 3,
    pageSize: 50,
    sort: { field: "lastRunAt", descending: true },
    status: ["running", "queued"],
    label: "每日",
    subscription: 7,
    view: 4,
    type: null,
  } as const;
  const address = paths.tasks(writeListState(state));
  assert.deepEqual(readListState(address.slice(address.indexOf("?"))), state);
});

Deno.test("list address: the default state adds nothing to the URL", () => {
  assert.equal(paths.tasks(writeListState(readListState(""))), "/crontab");
  assert.equal(isFiltered(readListState("?page=2&sort=name")), false);
});

Deno.test("list address: ignores invalid values", () => {
  const state = readListState(
    "?page=-1&pageSize=9999&sort=password&status=idle,broken,toString&view=x&type=cobol",
  );
  const { q, page, pageSize, sort, status, label, view, type } = state;
  assert.deepEqual({ q, page, pageSize, sort, label, view, type }, {
    q: "",
    page: 1,
    pageSize: null,
    sort: null,
    label: "",
    view: null,
    type: null,
  });
  assert.deepEqual(status, ["idle"]);
});

Deno.test("list address: a column sorts in its natural direction, then the opposite, then not at all", () => {
  const first = nextSort({ field: "name", descending: false }, "lastRunAt");
  assert.deepEqual(first, { field: "lastRunAt", descending: true });
  const second = nextSort(first, "lastRunAt");
  assert.deepEqual(second, { field: "lastRunAt", descending: false });
  assert.equal(nextSort(second, "lastRunAt"), null);
});

Deno.test("list address: kinds of command have their own URL", () => {
  const all = readListState("?q=a", "/deep/crontab/type");
  assert.equal(all.type, "all");
  assert.equal(paths.tasks(writeListState(all)), "/crontab/type?q=a");
  const python = readListState("?type=python", "/crontab/type/");
  assert.equal(paths.tasks(writeListState(python)), "/crontab/type?type=python");
  assert.equal(readListState("", "/crontab").type, null);
});

Deno.test("list address: a dialog over the kinds of command returns to them", () => {
  const form = paths.taskForm({ id: 3 }, writeListState(readListState("", "/crontab/type")));
  assert.equal(form, "/crontab/modal?id=3&type=all");
  const beneath = readListState(form.slice(form.indexOf("?")), "/crontab/modal");
  assert.equal(paths.tasks(writeListState(beneath)), "/crontab/type");
});

Deno.test("list address: the query uses the API's names for the state in the URL", () => {
  const state = readListState("?q=x&view=7&type=shell&sort=-name&pageSize=all&page=2");
  assert.deepEqual(JSON.parse(JSON.stringify(queryOf(state))), {
    q: "x",
    viewId: 7,
    type: "shell",
    sort: "-name",
  });
  assert.equal(queryOf(readListState("?type=all")).type, undefined);
  assert.equal(state.pageSize, "all");
});
