import type { auth as english } from "../en/auth.ts";
import type { SameNames } from "../messages.ts";

export const auth: SameNames<typeof english> = {
  title: "登录",
  welcome: "登录 {title}",
  username: "用户名",
  password: "密码",
  submit: "登录",
  lost_password: "忘记密码？",
  lost_secondFactor: "手机和恢复码都已丢失？",
  lostHelp: "在服务器上运行以下命令，无需停止面板：",
  passkeyLogin: "使用通行密钥",
  passkeyNotUsed: "未使用通行密钥，此地址可能没有可用的通行密钥",
  passkeyOtherName: "面板收到的主机名与地址栏中的不一致。请将 SUNDIAL_PUBLIC_URL 设为浏览器访问面板的 URL。",
  passkeyOnDevice: "此设备上已有该账户的通行密钥",
};
