import assert from "node:assert/strict";
import type { RunFailure } from "../../../server/contract/runs.ts";
import { newMessages } from "../../messages/create_messages.ts";
import { texts as en } from "../../messages/en/texts.ts";
import { texts as zh } from "../../messages/zh/texts.ts";
import { failureReason } from "./failure_reason.ts";

const failure: RunFailure = {
  ...{ outcome: "failed", exitCode: 1, signal: null, detail: null, durationMs: 900 },
  ...{ timeLimitMs: null, hasLog: true, lastLine: null },
};
const english = newMessages("en", { texts: en });
const chinese = newMessages("zh", { texts: zh });

Deno.test("failure reason: the last line, else the exit code or the signal", () => {
  assert.equal(failureReason({ ...failure, lastLine: "no route" }, english), "no route");
  assert.equal(failureReason(failure, english), "Exit code 1, no output");
  assert.equal(failureReason({ ...failure, hasLog: false }, english), "Exit code 1");
  const killed = { ...failure, exitCode: null, signal: "SIGTERM" };
  assert.equal(failureReason(killed, english), "Terminated (SIGTERM), no output");
  assert.equal(failureReason({ ...failure, exitCode: null }, english), null);
});

Deno.test("failure reason: a run that timed out names its limit", () => {
  const late: RunFailure = { ...failure, outcome: "timed_out", exitCode: null, durationMs: 1000 };
  assert.equal(
    failureReason({ ...late, timeLimitMs: 1000 }, english),
    "Timed out after 1s (limit 1s), no output",
  );
  assert.equal(failureReason({ ...late, hasLog: false }, english), "Timed out after 1s");
});

Deno.test("failure reason: the panel's own reason is in the language of the page", () => {
  const missing = { ...failure, detail: "script_missing", lastLine: "The script a.sh was not found." };
  assert.equal(failureReason(missing, chinese), zh.runs.reasonScriptMissing);
  assert.equal(failureReason(missing, english), en.runs.reasonScriptMissing);
});
