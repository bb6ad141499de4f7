import assert from "node:assert/strict";
import type { Run } from "../../contract/runs.ts";
import type { Language } from "../../contract/settings.ts";
import type { Why } from "../../contract/task_statistics.ts";
import type { RunTrigger } from "../../contract/triggers.ts";
import { formatCause } from "./format_run.ts";
import { formatWhy } from "./format_why.ts";

const none = { name: null, path: null, on: null };
const triggers: [RunTrigger, Record<Language, string>][] = [
  [{ ...none, type: "file", path: "/in/a.csv" }, { en: "/in/a.csv", zh: "/in/a.csv" }],
  [{ ...none, type: "subscription", name: "Scripts", on: "pulled" }, {
    ...{ en: "subscription Scripts", zh: "订阅 Scripts" },
  }],
  [{ ...none, type: "heartbeat", name: "db", on: "up" }, {
    ...{ en: "heartbeat db: comes back", zh: "心跳检测 db：恢复时" },
  }],
  [{ ...none, type: "window", name: "Upgrade", on: "end" }, {
    ...{ en: "maintenance window Upgrade: ends", zh: "维护窗口 Upgrade：结束时" },
  }],
];

Deno.test("command line: says which trigger started a run, or would have, in both languages", () => {
  for (const [trigger, texts] of triggers) {
    const run = { id: 7, state: "skipped", cause: "trigger", skipReason: "disabled", trigger };
    const why = { at: "2026-11-30T08:30:00.000Z", answer: "skipped_disabled", run } as unknown as Why;
    const sentence = (language: Language) => formatWhy({ ...why, blockedBy: null, since: null }, language);
    assert.match(
      sentence("en"),
      /^The trigger “.*” fired at .*, but the run was skipped: the task was disabled\.$/,
    );
    for (const [language, text] of Object.entries(texts) as [Language, string][]) {
      assert.ok(sentence(language).includes(`“${text}”`), sentence(language));
      assert.equal(formatCause(run as unknown as Run, language), text);
    }
  }
  assert.equal(formatCause({ cause: "trigger", trigger: null }, "en"), "a trigger");
  assert.equal(formatCause({ cause: "upstream", trigger: null }, "zh"), "其他任务");
});
