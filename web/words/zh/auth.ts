import type { auth as english } from "../en/auth.ts";
import type { SameNames } from "../messages.ts";

export const auth: SameNames<typeof english> = {
  title: "登录",
  welcome: "登录{title}",
  username: "用户名",
  password: "密码",
  submit: "登录",
};
