import assert from "node:assert/strict";
import { readListState } from "../../shared/task/list_address.ts";
import {
  draftOf,
  draftOfList,
  emptyConditions,
  inputOf,
  newCondition,
  nextKey,
  withProperty,
} from "./view_draft.ts";

const nightly = {
  name: "Nightly",
  relation: "and" as const,
  shared: true,
  conditions: [{ property: "label" as const, operator: "isOneOf" as const, values: ["nightly"] }],
  sort: [{ field: "name" as const, descending: false }],
};

Deno.test("view draft: editing preserves everything, including and/or", () => {
  const view = { ...nightly, relation: "or" as const };
  assert.deepEqual(inputOf(draftOf(view)), view);
});

Deno.test("view draft: search, filters and order of the list become conditions and order", () => {
  const state = readListState(
    "?q=command: rsync&status=running,queued&label=每日&subscription=7&sort=-lastRunAt",
  );
  const { conditions, sort, relation, name } = inputOf(draftOfList(state, undefined));
  assert.deepEqual({ relation, name }, { relation: "and", name: "" });
  assert.deepEqual(conditions, [
    { property: "status", operator: "isOneOf", values: ["running", "queued"] },
    { property: "label", operator: "isOneOf", values: ["每日"] },
    { property: "subscription", operator: "isOneOf", values: ["7"] },
    { property: "command", operator: "contains", values: ["rsync"] },
  ]);
  assert.deepEqual(sort, [{ field: "lastRunAt", descending: true }]);
});

Deno.test("view draft: each word of a search, and a built-in view, becomes a condition", () => {
  const conditions = (search: string) =>
    inputOf(draftOfList(readListState(search), undefined)).conditions.map(({ property, operator, values }) =>
      [property, operator, ...values].join(" ")
    );
  assert.deepEqual(conditions('?q=Nightly "of logs"'), ["name contains Nightly", "name contains of logs"]);
  assert.deepEqual(conditions("?view=running&q=x"), ["status isOneOf running", "name contains x"]);
  assert.deepEqual(conditions("?view=neverRun"), [
    "lastOutcome isNoneOf succeeded failed timed_out stopped interrupted lost",
  ]);
});

Deno.test("view draft: the conditions of the open view come first, unless any of them suffices", () => {
  const state = readListState("?q=x&view=3");
  assert.deepEqual(inputOf(draftOfList(state, nightly)).conditions.map(({ property }) => property), [
    "label",
    "name",
  ]);
  const twice = [...nightly.conditions, ...nightly.conditions];
  const either = { ...nightly, relation: "or" as const, conditions: twice };
  assert.deepEqual(inputOf(draftOfList(state, either)).conditions.map(({ property }) => property), ["name"]);
});

Deno.test("view draft: a list without filters starts with one empty condition", () => {
  const draft = draftOfList(readListState(""), undefined);
  assert.deepEqual([...emptyConditions(draft)], [0]);
});

Deno.test("view draft: another property keeps texts, and drops values that are no longer valid", () => {
  const text = { ...newCondition(1), values: ["backup"] };
  assert.deepEqual(withProperty(text, "command").values, ["backup"]);
  const status = withProperty(text, "status");
  assert.deepEqual([status.operator, status.values], ["isOneOf", []]);
  assert.deepEqual(withProperty({ ...status, values: ["idle"] }, "name").values, []);
});

Deno.test("view draft: a new row gets a key that no row has", () => {
  assert.equal(nextKey([]), 0);
  assert.equal(nextKey([{ key: 4 }, { key: 2 }]), 5);
});
