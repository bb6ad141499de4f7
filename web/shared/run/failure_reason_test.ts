import assert from "node:assert/strict";
import type { RunFailure } from "../../../server/contract/runs.ts";
import { newMessages } from "../../messages/create_messages.ts";
import { texts as en } from "../../messages/en/texts.ts";
import { texts as zh } from "../../messages/zh/texts.ts";
import { failureReason, startProblem } from "./failure_reason.ts";

const failure: RunFailure = {
  ...{ outcome: "failed", exitCode: 1, signal: null, detail: null, durationMs: 900 },
  ...{ timeLimitMs: null, hasLog: true, lastLine: null, missingName: null },
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
  // A duration ends with a Chinese unit: no space follows it.
  assert.equal(
    failureReason({ ...late, timeLimitMs: 1000 }, chinese),
    "运行 1 秒后超时（时限 1 秒），无输出",
  );
});

Deno.test("failure reason: the panel's own reason is in the language of the page", () => {
  const locked = { ...failure, detail: "secret_locked", lastLine: "A secret cannot be decrypted: the key" };
  assert.equal(failureReason(locked, chinese), zh.runDetails.reasonSecretLocked);
  assert.equal(failureReason(locked, english), en.runDetails.reasonSecretLocked);
});

Deno.test("failure reason: what is missing is named, unless its name is not known", () => {
  const missing = {
    ...failure,
    detail: "script_missing",
    lastLine: "未找到脚本 a.sh。已查找：/data/scripts",
  };
  assert.equal(failureReason(missing, english), en.runDetails.reasonScriptMissing);
  const named = { ...missing, missingName: "sub/a.sh" };
  assert.equal(failureReason(named, chinese), "未找到脚本 sub/a.sh");
  assert.equal(failureReason(named, english), "The script sub/a.sh was not found");
  for (
    const [detail, reason] of [
      ["interpreter_missing", "The program ruby is not installed on this machine"],
      ["folder_missing", "The working directory ruby does not exist"],
      ["parameter_missing", "The parameter ruby has no value"],
      ["parameter_file_missing", "The file ruby is not in the scripts folder"],
    ]
  ) {
    assert.equal(failureReason({ ...failure, detail: detail ?? null, missingName: "ruby" }, english), reason);
  }
});

Deno.test("failure reason: a stored code is in the language of the page, a report of the system as it is", () => {
  assert.equal(startProblem("script_missing", chinese), zh.runDetails.reasonScriptMissing);
  assert.equal(startProblem("time_limit", english), en.runDetails.reasonTimeLimit);
  assert.equal(startProblem("Permission denied (os error 13)", chinese), "Permission denied (os error 13)");
  assert.equal(startProblem(null, chinese), null);
  const lacks = {
    ...failure,
    detail: "installer_missing",
    lastLine: "Not possible here: npm is not installed",
  };
  assert.equal(failureReason(lacks, chinese), zh.runDetails.reasonInstallerMissing);
});
