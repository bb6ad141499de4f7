import assert from "node:assert/strict";
import { changedKinds } from "../../../server/contract/changes.ts";
import { plainSettings } from "../../../server/contract/settings.ts";
import { newMessages } from "../../messages/create_messages.ts";
import { texts as en } from "../../messages/en/texts.ts";
import { texts as zh } from "../../messages/zh/texts.ts";
import { changeLabel } from "./change_labels.ts";
import { type ChangedField, changeText } from "./change_text.ts";

const english = newMessages("en", { texts: en });
const chinese = newMessages("zh", { texts: zh });

const values: [name: string, value: unknown, english: string, chinese: string][] = [
  ["task.command", "echo 1", "echo 1", "echo 1"],
  ["task.timeZone", null, "not set", "未设置"],
  ["task.labels", [], "not set", "未设置"],
  ["task.labels", ["a", "b, c"], "a, b, c", "a, b, c"],
  ["task.schedules", ["0 1,2 * * *", "0 5 * * *"], "0 1,2 * * *\n0 5 * * *", "0 1,2 * * *\n0 5 * * *"],
  ["task.schedules", "boot", "At host boot", "主机启动时"],
  ["task.enabled", false, "off", "关闭"],
  ["task.timeLimitMs", 90_000, "1m 30s", "1 分钟 30 秒"],
  ["task.overlap", { policy: "queue", limit: 3 }, "Wait in queue, at most 3", "排队等待，最多 3"],
  ["task.retry", { times: 0, delayMs: 60_000, backoff: "fixed", onLost: false }, "off", "关闭"],
  ["task.missed", null, "Automatic", "自动"],
  ["task.missed", { policy: "skip" }, "Skip missed runs", "跳过"],
  ["task.notify", {}, "not set", "未设置"],
  ["task.placement", { pool: null, mode: "all" }, "Any pool, each node", "任意节点池，每个节点"],
  ["subscription.schedule", { kind: "interval", every: 2, unit: "hours" }, "Every 2 hours", "每 2 小时"],
  ["subscription.type", "file", "Single file", "单文件"],
  ["notificationRule.events", ["run_failed"], "Run failed", "运行失败"],
  ["notificationRule.events", ["from_later"], "from_later", "from_later"],
  ["notificationRule.exists", false, "does not exist", "不存在"],
  ["notificationRule.quietHours", { from: "22:00", to: "07:00" }, "22:00–07:00", "22:00–07:00"],
  ["settings.backups.parts", ["logs"], "Logs", "日志"],
  ["settings.logMaxBytes", 1_048_576, "1 MB", "1 MB"],
  ["task.calendarId", 7, "Bank holidays", "Bank holidays"],
  ["task.calendarId", 8, "#8 (deleted)", "#8（已删除）"],
  ["task.calendarId", 9_000, "#9000", "#9000"],
  ["task.calendarId", null, "not set", "未设置"],
  ["notificationRule.taskIds", [7, 8], "Bank holidays and #8 (deleted)", "Bank holidays和#8（已删除）"],
  ["notificationRule.channelIds", [], "not set", "未设置"],
  ["notificationRule.taskIds", "[1,2,…", "[1,2,…", "[1,2,…"],
  ["task.fromLater", { any: 1 }, '{"any":1}', '{"any":1}'],
  ["task.overlap", '{"policy":"queue","li…', '{"policy":"queue","li…', '{"policy":"queue","li…'],
];

Deno.test("changes: values are in words of the language, or as they are where there are none", () => {
  for (const [name, value, ...texts] of values) {
    const [kind = "", ...rest] = name.split(".");
    const field = { kind, field: rest.join(".") } as ChangedField; // the kinds above exist
    field.names = { 7: "Bank holidays", 8: null };
    assert.deepEqual([english, chinese].map((messages) => changeText(field, value, messages)), texts, name);
  }
});

Deno.test("changes: every setting has a label, and unknown fields have their names", () => {
  const { dependencies, backups, ...plain } = plainSettings.shape;
  const fields = [
    ...Object.keys(plain),
    ...Object.keys(dependencies.unwrap().shape).map((name) => `dependencies.${name}`),
    ...Object.keys(backups.unwrap().shape).map((name) => `backups.${name}`),
  ];
  const unlabelled = fields.filter((field) => changeLabel("settings", field, english.t) === field);
  assert.deepEqual(unlabelled, []);
  assert.equal(changeLabel("settings", "dependencies.denoMirror", english.t), "Deno: Mirror");
  for (const kind of changedKinds) {
    for (const field of ["fromLater", "constructor"]) {
      assert.equal(changeLabel(kind, field, english.t), field);
    }
  }
});
