import assert from "node:assert/strict";
import { createIntl } from "@formatjs/intl";
import { newMessages } from "./create_messages.ts";
import { texts as en } from "./en/texts.ts";
import { type AllTexts, flattenTexts } from "./messages.ts";
import { texts as zh } from "./zh/texts.ts";
import { en as panelEnglish } from "../../server/contract/messages/en.ts";
import { zh as panelChinese } from "../../server/contract/messages/zh.ts";

const { formatters } = createIntl({ locale: "en" });

function placeholders(text: string): string[] {
  const names = new Set<string>();
  const visit = (part: unknown): void => {
    if (Array.isArray(part)) return part.forEach(visit);
    if (typeof part !== "object" || part === null) return;
    const { type, value, options } = part as {
      type: number;
      value?: string;
      options?: Record<string, unknown>;
    };
    if (type > 0 && type < 7 && value) names.add(value);
    for (const option of Object.values(options ?? {})) visit((option as { value: unknown }).value);
  };
  visit(formatters.getMessageFormat(text, "en").getAst());
  return [...names].sort();
}

Deno.test("texts: both languages use the same placeholders in every text", () => {
  const chinese = flattenTexts(zh);
  const different = Object.entries(flattenTexts(en)).filter(([key, text]) =>
    placeholders(text).join() !== placeholders(chinese[key] ?? "").join()
  );
  assert.deepEqual(different.map(([key]) => key), []);
});

Deno.test("texts: no text is empty in either language", () => {
  const empty = [en as AllTexts, zh].flatMap((texts) => Object.entries(flattenTexts(texts)))
    .filter(([, text]) => text.trim() === "");
  assert.deepEqual(empty, []);
});

Deno.test("texts: the help of a variable's name is the text of its error, so that the field shows it once", () => {
  assert.equal(en.variables.nameHelp, panelEnglish.issues.bad_variable_name);
  assert.equal(zh.variables.nameHelp, panelChinese.issues.bad_variable_name);
});

/** Texts that users of the panel know and search for. They stay as they are, in both languages. */
const promised: readonly [english: string, chinese: string, textOf: (texts: Texts) => string][] = [
  ["Service startup timeout", "服务启动超时", ({ page }) => page.app.startupTimeout],
  [
    "Login session has expired, please log in again",
    "登录已过期，请重新登录",
    ({ panel }) => panel.errors.session_expired.detail,
  ],
  ["Validation failed", "校验失败", ({ panel }) => panel.errors.validation_failed.title],
  [
    "Update failed, please check network and logs or try again later",
    "更新失败，请检查网络及日志或稍后再试",
    ({ panel }) => panel.errors.update_failed.title,
  ],
  ["Task not running", "任务未运行", ({ panel }) => panel.errors.task_not_running.title],
  ["Not Found", "未找到", ({ panel }) => panel.errors.not_found.title],
  ["Not Found", "页面不存在", ({ page }) => page.app.notFound],
  [
    "The current changes are not saved. Are you sure you want to leave?",
    "当前修改未保存，确定离开吗？",
    ({ page }) => page.app.leaveQuestion,
  ],
  ["No data", "暂无数据", ({ page }) => page.ui.noData],
  ["Upload error", "上传失败", ({ page }) => page.ui.uploadError],
  ["Uploading...", "正在上传…", ({ page }) => page.ui.uploading],
  ["Please enter {label}", "请填写{label}", ({ page }) => page.ui.required],
  [
    "{label} must be at least {min} characters",
    "{label}至少需要 {min} 个字符",
    ({ page }) => page.ui.tooShort,
  ],
  [
    "{label} must be between {min} and {max}",
    "{label}必须在 {min} 到 {max} 之间",
    ({ page }) => page.ui.range,
  ],
  ["{label} is not a valid {type}", "{label}不是有效的{type}", ({ page }) => page.controls.wrongType],
  [
    "The two passwords you entered do not match!",
    "两次输入的密码不一致",
    ({ page }) => page.security.passwordsDiffer,
  ],
  [
    "The two passwords you entered do not match!",
    "两次输入的密码不一致",
    ({ page }) => page.initialization.passwordsDiffer,
  ],
  ["Incorrect Cron Expression Format", "Cron 表达式格式有误", ({ panel }) => panel.issues.incorrect_cron],
  [
    "Incorrect Subscription Expression Format",
    "订阅表达式格式有误",
    ({ panel }) => panel.issues.incorrect_subscription_schedule,
  ],
  ["The password may not be 'admin'", "密码不能为 'admin'", ({ panel }) => panel.issues.password_is_admin],
  ["File names cannot contain slashes", "文件名不能包含斜杠", ({ panel }) => panel.issues.contains_slash],
  ["File names cannot contain slashes", "文件名不能包含斜杠", ({ page }) => page.files.nameSlash],
  [
    "The name cannot be a reserved keyword",
    "名称不能为保留关键字",
    ({ panel }) => panel.issues.reserved_keyword,
  ],
  [
    "Before and after commands cannot contain the task command",
    "前置和后置命令不能包含 task 命令",
    ({ panel }) => panel.issues.contains_task_command,
  ],
  ["Please select module permissions", "请选择模块权限", ({ panel }) => panel.issues.no_permissions],
];

interface Texts {
  page: AllTexts;
  panel: typeof panelEnglish;
}

Deno.test("texts: what users were promised to read is written exactly so, in both languages", () => {
  for (const [english, chinese, textOf] of promised) {
    assert.equal(textOf({ page: en, panel: panelEnglish }), english);
    assert.equal(textOf({ page: zh, panel: panelChinese }), chinese);
  }
});

Deno.test("messages: fills the values of a text in", () => {
  const { t } = newMessages("en", { texts: en });
  assert.equal(t("ui.required", { label: "Name" }), "Please enter Name");
  assert.equal(t("ui.tooShort", { label: "Password", min: 8 }), "Password must be at least 8 characters");
  assert.equal(
    t("controls.wrongType", { label: "Size", type: t("controls.typeInteger") }),
    "Size is not a valid integer",
  );
});

Deno.test("messages: a missing value throws instead of leaving a gap", () => {
  const { t } = newMessages("en", { texts: en });
  assert.throws(() => t("ui.required"));
});
