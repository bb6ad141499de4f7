import type { loginLog as english } from "../en/login_log.ts";
import type { SameNames } from "../messages.ts";

export const loginLog: SameNames<typeof english> = {
  tab: "登录日志",
  intro: "登录尝试记录。保留 180 天，最多 10,000 条，不记录输入的用户名",
  time: "时间",
  address: "地点",
  ip: "IP",
  device: "设备",
  status: "状态",
  local: "本地网络",
  unknown: "未知",
  all: "全部",
  succeeded: "成功",
  wrong_credentials: "用户名或密码错误",
  wrong_code: "验证码错误",
  wrong_passkey: "通行密钥无效",
  too_many: "尝试次数过多",
  byPasskey: "使用通行密钥",
  empty: "暂无登录记录",
  noneOfStatus: "没有此状态的记录",
};
