import type { SameNames } from "../messages.ts";
import type { outside as en } from "../en/outside.ts";

export const outside: SameNames<typeof en> = {
  title: "对外访问",
  help: "订阅或依赖类型未另行设置时生效",
  proxy: "代理",
  proxyHelp: "http://、https:// 或 socks5://，用于订阅、通知和更新。其中的密码会加密保存，并显示为 ***",
  sshKey: "SSH 密钥",
  sshKeyHelp: "用于没有自己密钥的 SSH 订阅。密钥会加密保存，之后不再显示",
  enter: "填写密钥",
  replace: "替换",
  remove: "移除",
  removeTitle: "移除 SSH 密钥？",
  removeText: "没有自己密钥的 SSH 订阅将无法再拉取。",
  dialogHelp: "加密保存在数据目录中；之后只显示类型和指纹",
  privateKey: "私钥",
  passphrase: "密码短语",
  passphraseHelp: "选填：仅用于现在解开私钥，不会保存",
};
