import assert from "node:assert/strict";
import { type Draft, emptyDraft, inputsOf, isChanged, patchOf } from "./draft.ts";

const draft: Draft = { ...emptyDraft, name: " A ", value: "1&2", labels: ["x"] };

Deno.test("variable draft: one value, or as many as it is split into", () => {
  assert.deepEqual(inputsOf(draft).map(({ name, value }) => [name, value]), [["A", "1&2"]]);
  assert.deepEqual(inputsOf({ ...draft, split: true }).map(({ value }) => value), ["1", "2"]);
});

Deno.test("variable draft: only what was changed is sent, and never an unseen secret", () => {
  const start: Draft = { ...draft, name: "A", value: null, secret: true };
  assert.deepEqual(patchOf(start, { ...start, name: "A " }), {});
  assert.deepEqual(patchOf(start, { ...start, value: "", labels: [] }), { value: "", labels: [] });
  assert.ok(!isChanged(start, { ...start }) && isChanged(start, { ...start, join: "last" }));
});
