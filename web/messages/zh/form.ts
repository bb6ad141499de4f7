import type { form as english } from "../en/form.ts";
import type { SameNames } from "../messages.ts";

export const form: SameNames<typeof english> = {
  required: "请输入{label}",
  tooShort: "{label}至少需要 {min} 个字符",
  range: "{label}必须在 {min} 到 {max} 之间",
};
