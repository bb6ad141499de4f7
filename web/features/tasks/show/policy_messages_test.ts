import assert from "node:assert/strict";
import type { Missed, Task } from "../../../../server/contract/tasks.ts";
import { newMessages } from "../../../messages/create_messages.ts";
import { texts as en } from "../../../messages/en/texts.ts";
import { texts as zh } from "../../../messages/zh/texts.ts";
import { missedText, notifyTexts, overlapText, retryText } from "./policy_messages.ts";

const english = newMessages("en", { texts: en });
const chinese = newMessages("zh", { texts: zh });

function missed(rule: Missed, missedAutomatic = false): Task {
  return { missed: rule, missedAutomatic } as Task; // only these are looked at
}

Deno.test("policies: what happens to missed times is said with its limit and its deadline", () => {
  const hour = 3_600_000;
  const rows: [Missed, string, string][] = [
    [{ policy: "skip" }, "Skip them", "跳过"],
    [{ policy: "skip", deadlineMs: hour }, "Skip them", "跳过"],
    [
      { policy: "last", deadlineMs: 2 * hour },
      "Run the last one, not older than 2h",
      "补运行最后一次，不早于2小时前",
    ],
    [{ policy: "all", limit: 3 }, "Run all of them, at most 3", "全部补运行，最多 3"],
    [
      { policy: "all", limit: 3, deadlineMs: hour },
      "Run all of them, at most 3, not older than 1h",
      "全部补运行，最多 3，不早于1小时前",
    ],
  ];
  for (const [rule, inEnglish, inChinese] of rows) {
    assert.equal(missedText(missed(rule), english), inEnglish);
    assert.equal(missedText(missed(rule), chinese), inChinese);
  }
  assert.equal(missedText(missed({ policy: "last" }, true), english), "Run the last one (automatic)");
});

Deno.test("policies: overlap says its limit where it has one, retries how their pauses grow", () => {
  assert.equal(overlapText({ policy: "allow", limit: 2 }, english), "Run in parallel, at most 2");
  assert.equal(overlapText({ policy: "replace", limit: 2 }, english), "Replace");
  const retry = { times: 2, delayMs: 30_000 };
  assert.equal(retryText({ ...retry, backoff: "fixed" }, english), "2 times, 30s apart");
  assert.equal(
    retryText({ ...retry, backoff: "exponential" }, english),
    "2 times, after 30s, then twice as long each time",
  );
});

Deno.test("policies: of notifications only those that are wanted are listed", () => {
  assert.deepEqual(notifyTexts({}, english), []);
  const wanted = { onFailure: true, onEnd: false, longerThanMs: 60_000, notRunBy: "06:30" };
  assert.deepEqual(notifyTexts(wanted, english), [
    "When a run fails",
    "When a run takes longer than 1m",
    "When it has not run by 06:30",
  ]);
});
