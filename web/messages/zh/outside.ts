import type { SameNames } from "../messages.ts";
import type { outside as en } from "../en/outside.ts";

export const outside: SameNames<typeof en> = {
  title: "对外连接",
  help: "订阅或依赖类型未单独设置时使用",
  proxy: "代理",
  proxyHelp: "http://、https:// 或 socks5://，用于订阅、通知和更新。其中的密码会加密保存，显示为 ***",
  sshKey: "SSH 密钥",
  sshKeyHelp: "用于未单独设置密钥的 SSH 订阅。加密保存，不会再次显示",
  enter: "填写密钥",
  replace: "替换",
  remove: "移除",
  removeTitle: "移除 SSH 密钥？",
  removeText: "未单独设置密钥的 SSH 订阅将无法拉取。",
  dialogHelp: "加密保存在数据目录中，之后只显示类型和指纹",
  privateKey: "私钥",
  passphrase: "口令",
  passphraseHelp: "选填。仅用于本次解锁密钥，不会保存",
};
