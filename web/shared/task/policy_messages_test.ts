import assert from "node:assert/strict";
import type { Missed, Task } from "../../../server/contract/tasks.ts";
import { newMessages } from "../../messages/create_messages.ts";
import { texts as en } from "../../messages/en/texts.ts";
import { texts as zh } from "../../messages/zh/texts.ts";
import { missedText, notifyTexts, overlapText, retryText } from "./policy_messages.ts";

const english = newMessages("en", { texts: en });
const chinese = newMessages("zh", { texts: zh });

function missed(rule: Missed, missedAutomatic = false): Task {
  return { missed: rule, missedAutomatic } as Task; // only these fields are read
}

Deno.test("policies: the text about missed times includes limit and deadline", () => {
  const hour = 3_600_000;
  const rows: [Missed, string, string][] = [
    [{ policy: "skip" }, "Skip missed runs", "跳过"],
    [{ policy: "skip", deadlineMs: hour }, "Skip missed runs", "跳过"],
    [
      { policy: "last", deadlineMs: 2 * hour },
      "Run the last one, not older than 2h",
      "补运行最后一次，仅限最近 2 小时",
    ],
    [{ policy: "all", limit: 3 }, "Run all, at most 3", "全部补运行，最多 3"],
    [
      { policy: "all", limit: 3, deadlineMs: hour },
      "Run all, at most 3, not older than 1h",
      "全部补运行，最多 3，仅限最近 1 小时",
    ],
  ];
  for (const [rule, inEnglish, inChinese] of rows) {
    assert.equal(missedText(missed(rule), english), inEnglish);
    assert.equal(missedText(missed(rule), chinese), inChinese);
  }
  assert.equal(missedText(missed({ policy: "last" }, true), english), "Run the last one (automatic)");
});

Deno.test("policies: the text about overlap includes its limit, the one about retries their backoff", () => {
  assert.equal(overlapText({ policy: "allow", limit: 2 }, english), "Run in parallel, at most 2");
  assert.equal(overlapText({ policy: "replace", limit: 2 }, english), "Replace");
  const retry = { times: 2, delayMs: 30_000, onLost: false };
  assert.equal(retryText({ ...retry, backoff: "fixed" }, english), "2 times, 30s apart");
  const lost = { ...retry, backoff: "fixed", onLost: true } as const;
  assert.equal(retryText(lost, english), "2 times, 30s apart, also if the run is lost");
  assert.equal(
    retryText({ ...retry, backoff: "exponential" }, english),
    "2 times, after 30s, doubling each time",
  );
});

Deno.test("policies: lists only enabled notifications", () => {
  assert.deepEqual(notifyTexts({}, english), []);
  const wanted = { onFailure: true, onEnd: false, longerThanMs: 60_000, notRunBy: "06:30" };
  assert.deepEqual(notifyTexts(wanted, english), [
    "When a run fails",
    "When it runs longer than 1m",
    "When it has not run by 06:30",
  ]);
});
