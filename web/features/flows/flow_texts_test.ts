import assert from "node:assert/strict";
import { newMessages } from "../../messages/create_messages.ts";
import { texts as en } from "../../messages/en/texts.ts";
import { isGone, linkTexts } from "./flow_texts.ts";

const english = newMessages("en", { texts: en });

Deno.test("flow texts: a task before another that was deleted is named so", () => {
  const links = [
    { from: 3, decision: "not_followed", reason: "deleted" } as const,
    { from: 12, decision: "not_followed", reason: "deleted" } as const,
  ];
  assert.deepEqual(linkTexts(links, new Map([[3, "Export"]]), english), [
    "After Export and Deleted task #12: the task was deleted",
  ]);
});

Deno.test("flow texts: a task without a run has lost it, unless it never had one", () => {
  assert.equal(isGone({ runId: null, state: "failed" }), true);
  assert.equal(isGone({ runId: null, state: "succeeded" }), true);
  assert.equal(isGone({ runId: null, state: "waiting" }), false);
  assert.equal(isGone({ runId: null, state: "not_run" }), false);
  assert.equal(isGone({ runId: 9, state: "failed" }), false);
});
