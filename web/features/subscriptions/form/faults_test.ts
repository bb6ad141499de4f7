import assert from "node:assert/strict";
import type { Translate } from "../../../words/create_words.ts";
import { emptyDraft } from "./draft.ts";
import { faultsOf, sourceFaults } from "./faults.ts";

const name: Translate = (key, { label, max } = {}) =>
  key === "fields.tooLong" ? `${key} ${label} ${max}` : key;
const draft = { ...emptyDraft, url: "https://example.com/o/r.git" };

Deno.test("subscription faults: a right draft has none", () => {
  assert.deepEqual(faultsOf(draft, name), {});
  assert.deepEqual(faultsOf({ ...draft, url: "git@example.com:o/r.git" }, name), {});
});

Deno.test("subscription faults: each wrong field is named with its words", () => {
  const faults = (part: Partial<typeof draft>) => faultsOf({ ...draft, ...part }, name);
  assert.deepEqual(faults({ url: " " }), { url: "form.required" });
  assert.deepEqual(faults({ url: "ftp://example.com/o" }), { url: "subscriptions.addressWrong" });
  assert.deepEqual(faults({ url: "git@h:o/a.js", type: "file" }), { url: "subscriptions.addressWrongFile" });
  assert.deepEqual(faults({ alias: "../x" }), { alias: "subscriptions.aliasWrong" });
  assert.deepEqual(faults({ alias: "x".repeat(81) }), { alias: "fields.tooLong subscriptions.alias 80" });
  assert.deepEqual(faults({ alias: "x".repeat(80) }), {});
  assert.deepEqual(faults({ review: "pinned", pinnedCommit: "abc" }), {
    pinnedCommit: "subscriptions.pinnedCommitWrong",
  });
  assert.deepEqual(faults({ rules: ["  "] }), { schedule: "form.required" });
  assert.deepEqual(faults({ kind: "interval", every: null }), { schedule: "form.range" });
  assert.deepEqual(faults({ kind: "manual", rules: [], every: null }), {});
});

Deno.test("subscription faults: a preview does not ask when it is due", () => {
  assert.deepEqual(sourceFaults({ ...draft, rules: [""] }, name), {});
});
