import type { auth as english } from "../en/auth.ts";
import type { SameNames } from "../messages.ts";

export const auth: SameNames<typeof english> = {
  title: "登录",
  welcome: "登录{title}",
  username: "用户名",
  password: "密码",
  code: "验证码",
  codeHelp: "身份验证器应用当前显示的 6 位数字",
  codeNeeded: "请输入 6 位数字验证码",
  codeFormat: "验证码为 6 位数字",
  submit: "登录",
  tooMany: "尝试次数过多",
};
