import assert from "node:assert/strict";
import type { Run } from "../../../../server/contract/runs.ts";
import { type Why, whyResults } from "../../../../server/contract/task_statistics.ts";
import { newMessages } from "../../../messages/create_messages.ts";
import { texts as en } from "../../../messages/en/texts.ts";
import { texts as zh } from "../../../messages/zh/texts.ts";
import { toneOf, whyText } from "./why_result.ts";

const languages = [newMessages("en", { texts: en }), newMessages("zh", { texts: zh })];
const zone = "Asia/Shanghai";
const at = "2027-01-15T00:30:00.000Z";
// only these fields are read
const run = { id: 12, dueCount: 1, dueThrough: at } as Run;
const known: Why = {
  at,
  answer: "ran",
  run,
  blockedBy: null,
  window: null,
  flowRunId: 7,
  causes: [],
  previousDueAt: null,
  nextDueAt: null,
  since: null,
};

Deno.test("why: every result is one sentence in both languages, without unfilled placeholders", () => {
  for (const messages of languages) {
    const sentences = whyResults.map((result) =>
      whyText({ ...known, answer: result }, messages, { zone, asked: null })
    );
    assert.equal(new Set(sentences).size, whyResults.length);
    assert.deepEqual(sentences.filter((sentence) => /[{}—]/.test(sentence) || sentence.length < 8), []);
  }
});

Deno.test("why: times use the zone of the task", () => {
  const [messages] = languages;
  assert.ok(messages);
  assert.match(whyText(known, messages, { zone, asked: null }), /run #12.+08:30:00/);
  const unknown: Why = { ...known, answer: "not_due", at: null, run: null };
  assert.match(whyText(unknown, messages, { zone, asked: "2027-01-15T01:00:00.000Z" }), /09:00:00/);
});

Deno.test("why: names the time of the last change where that is the reason", () => {
  const [messages] = languages;
  assert.ok(messages);
  const since = "2027-01-14T00:30:00.000Z";
  for (const result of ["disabled", "changed_since"] as const) {
    const sentence = whyText({ ...known, answer: result, since }, messages, { zone, asked: null });
    assert.match(sentence, /01\/14\/2027, 08:30:00/);
    assert.match(sentence, /01\/15\/2027, 08:30:00/);
  }
});

Deno.test("why: a disabled task that missed nothing names since when, and no time is empty", () => {
  for (const messages of languages) {
    for (const since of [null, "2027-01-14T00:30:00.000Z"]) {
      const sentence = whyText({ ...known, at: null, answer: "disabled", since }, messages, {
        zone,
        asked: null,
      });
      assert.ok(!/[{}—]/.test(sentence) && sentence.length >= 8, sentence);
      assert.equal(sentence.includes("08:30:00"), since !== null);
    }
  }
});

Deno.test("why: names the blocking run, and a whole range of missed times", () => {
  const [messages] = languages;
  assert.ok(messages);
  const blockedBy = { id: 7, state: "running" as const, startedAt: at, finishedAt: null };
  const overlap = whyText({ ...known, answer: "skipped_overlap", blockedBy }, messages, {
    zone,
    asked: null,
  });
  assert.match(overlap, /run #7 had not ended/);
  const missed = { ...run, dueCount: 1200, dueThrough: "2027-01-15T02:30:00.000Z" };
  const stretch = whyText({ ...known, answer: "skipped_missed", run: missed }, messages, {
    zone,
    asked: null,
  });
  assert.match(stretch, /1,200 runs due from .*08:30:00 to .*10:30:00/);
});

Deno.test("why: names the trigger that fired, and why the run was skipped", () => {
  const trigger = { type: "file" as const, name: null, path: "/in/a.csv", on: null };
  const sentences = languages.map((messages) =>
    whyText(
      {
        ...{ ...known, answer: "skipped_disabled" },
        run: { ...run, state: "skipped", cause: "trigger", skipReason: "disabled", trigger },
      },
      messages,
      { zone, asked: null },
    )
  );
  assert.match(
    sentences[0]!,
    /^Trigger “\/in\/a.csv” fired at .*08:30:00, but the run was skipped \(reason: The task was disabled\)\.$/,
  );
  assert.match(
    sentences[1]!,
    /^触发器“\/in\/a.csv”于 .*08:30:00 触发，但运行被跳过（原因：任务已被禁用）。$/,
  );
});

Deno.test("why: says what kind of trigger fired, and what had happened", () => {
  const texts = [
    [
      { type: "subscription", name: "Scripts", path: null, on: "pulled" },
      "subscription Scripts",
      "订阅 Scripts",
    ],
    [
      { type: "heartbeat", name: "db", path: null, on: "down" },
      "heartbeat db: goes down",
      "心跳检测 db：中断时",
    ],
    [
      { type: "window", name: "Upgrade", path: null, on: "start" },
      "maintenance window Upgrade: begins",
      "维护窗口 Upgrade：开始时",
    ],
  ] as const;
  for (const [trigger, ...expected] of texts) {
    const skipped = { ...run, state: "skipped", cause: "trigger", skipReason: "disabled", trigger } as const;
    for (const [index, messages] of languages.entries()) {
      const text = whyText({ ...known, answer: "skipped_disabled", run: skipped }, messages, {
        zone,
        asked: null,
      });
      assert.ok(text.includes(`“${expected[index]}”`), text);
    }
  }
});

Deno.test("why: what was skipped is marked, whatever the reason", () => {
  const skipped = whyResults.filter((result) => result.startsWith("skipped_"));
  assert.deepEqual(new Set(skipped.map(toneOf)), new Set(["orange"]));
  assert.deepEqual((["ran", "running", "not_due"] as const).map(toneOf), ["success", "accent", "neutral"]);
});
