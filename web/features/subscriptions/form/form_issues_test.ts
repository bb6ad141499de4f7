import assert from "node:assert/strict";
import type { Translate } from "../../../messages/create_messages.ts";
import { emptyDraft } from "./draft.ts";
import { issuesOf, sourceIssues } from "./form_issues.ts";

const name: Translate = (key, { label, max } = {}) =>
  key === "fields.tooLong" ? `${key} ${label} ${max}` : key;
const draft = { ...emptyDraft, url: "https://example.com/o/r.git" };

Deno.test("subscription faults: a right draft has none", () => {
  assert.deepEqual(issuesOf(draft, name), {});
  assert.deepEqual(issuesOf({ ...draft, url: "git@example.com:o/r.git" }, name), {});
});

Deno.test("subscription faults: each wrong field is named with its words", () => {
  const errors = (part: Partial<typeof draft>) => issuesOf({ ...draft, ...part }, name);
  assert.deepEqual(errors({ url: " " }), { url: "form.required" });
  assert.deepEqual(errors({ url: "ftp://example.com/o" }), { url: "subscriptions.addressWrong" });
  assert.deepEqual(errors({ url: "git@h:o/a.js", type: "file" }), { url: "subscriptions.addressWrongFile" });
  assert.deepEqual(errors({ alias: "../x" }), { alias: "subscriptions.aliasWrong" });
  assert.deepEqual(errors({ alias: "x".repeat(81) }), { alias: "fields.tooLong subscriptions.alias 80" });
  assert.deepEqual(errors({ alias: "x".repeat(80) }), {});
  assert.deepEqual(errors({ review: "pinned", pinnedCommit: "abc" }), {
    pinnedCommit: "subscriptions.pinnedCommitWrong",
  });
  assert.deepEqual(errors({ rules: ["  "] }), { schedule: "form.required" });
  assert.deepEqual(errors({ kind: "interval", every: null }), { schedule: "form.range" });
  assert.deepEqual(errors({ kind: "manual", rules: [], every: null }), {});
});

Deno.test("subscription faults: a preview does not ask when it is due", () => {
  assert.deepEqual(sourceIssues({ ...draft, rules: [""] }, name), {});
});
