import type { loginLog as english } from "../en/login_log.ts";
import type { SameNames } from "../messages.ts";

export const loginLog: SameNames<typeof english> = {
  tab: "登录日志",
  intro: "登录尝试的记录，保留 180 天，最多 10,000 条；不会记录输入的用户名",
  time: "登录时间",
  address: "登录地址",
  ip: "登录 IP",
  device: "登录设备",
  status: "登录状态",
  local: "本地网络",
  unknown: "未知",
  all: "全部",
  succeeded: "成功",
  wrong_credentials: "用户名或密码错误",
  wrong_code: "验证码错误",
  wrong_passkey: "通行密钥未通过",
  too_many: "尝试次数过多",
  byPasskey: "使用通行密钥",
  empty: "还没有登录记录",
  noneOfStatus: "没有此状态的记录",
};
