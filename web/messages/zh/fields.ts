import type { fields as english } from "../en/fields.ts";
import type { SameNames } from "../messages.ts";

export const fields: SameNames<typeof english> = {
  tooLong: "{label}最多 {max} 个字符",
  type: "{label}不是有效的{type}",
  typeInteger: "整数",
  secretKeep: "保持不变",
  secretRemove: "移除",
  secretRemoved: "保存后移除",
  secretReplace: "更换",
  secretStored: "已保存，不显示",
};
