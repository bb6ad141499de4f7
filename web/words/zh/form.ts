import type { form as english } from "../en/form.ts";
import type { SameNames } from "../messages.ts";

export const form: SameNames<typeof english> = {
  required: "请输入{label}",
  chosen: "请选择{label}",
  tooShort: "{label}至少需要 {min} 个字符",
  tooLong: "{label}最多 {max} 个字符",
  range: "{label}必须在 {min} 到 {max} 之间",
  type: "{label}不是有效的{type}",
  pattern: "{label}与模式 {pattern} 不匹配",
  typeNumber: "数字",
  typeInteger: "整数",
  typeUrl: "网址",
  typeEmail: "邮箱地址",
  typeDate: "日期",
  typeTimeZone: "时区",
};
