import assert from "node:assert/strict";
import { paths } from "../../paths.ts";
import { isFiltered, noFilters, queryOf, readListState, writeListState } from "./list_address.ts";

Deno.test("list address: a formatted state parses back", () => {
  const state = {
    q: "name: backup & co",
    page: 3,
    pageSize: 50,
    sort: { field: "lastRunAt", descending: true },
    filters: { ...noFilters.filters, status: ["running", "queued"], label: ["每日"], subscription: ["7"] },
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

Deno.test("list address: a built-in view has its name in the URL and in the query", () => {
  const state = readListState("?view=neverRun");
  assert.equal(paths.tasks(writeListState(state)), "/crontab?view=neverRun");
  assert.deepEqual(JSON.parse(JSON.stringify(queryOf(state))), { view: "neverRun" });
  assert.equal(readListState("?view=toString").view, null);
});

Deno.test("list address: ignores invalid values", () => {
  const state = readListState(
    "?page=-1&pageSize=9999&sort=password&status=idle,broken,toString&subscription=0&view=x&type=cobol",
  );
  assert.deepEqual(state, {
    q: "",
    page: 1,
    pageSize: null,
    sort: null,
    filters: { ...noFilters.filters, status: ["idle"] },
    view: null,
    type: null,
  });
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
  const list = readListState(form.slice(form.indexOf("?")), "/crontab/modal");
  assert.equal(paths.tasks(writeListState(list)), "/crontab/type");
});

Deno.test("list address: the query uses the API's names for the state in the URL", () => {
  const state = readListState("?q=x&view=7&subscription=3&type=shell&sort=-name&pageSize=all&page=2");
  assert.deepEqual(JSON.parse(JSON.stringify(queryOf(state))), {
    q: "x",
    viewId: 7,
    subscriptionId: "3",
    type: "shell",
    sort: "-name",
  });
  assert.equal(queryOf(readListState("?type=all")).type, undefined);
  assert.equal(state.pageSize, "all");
});
