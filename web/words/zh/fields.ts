import type { fields as english } from "../en/fields.ts";
import type { SameNames } from "../messages.ts";

export const fields: SameNames<typeof english> = {
  chosen: "请选择{label}",
  tooLong: "{label}最多 {max} 个字符",
  wholeNumber: "{label}必须是整数",
  type: "{label}不是有效的{type}",
  pattern: "{label}与模式 {pattern} 不匹配",
  typeNumber: "数字",
  typeInteger: "整数",
  typeUrl: "网址",
  typeEmail: "邮箱地址",
  typeDate: "日期",
  typeTimeZone: "时区",
  secretKeep: "保持不变",
  secretRemove: "移除",
  secretRemoved: "保存后移除",
  secretReplace: "更换",
  secretStored: "已保存，不再显示",
};
