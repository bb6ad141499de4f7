import type { error as english } from "../en/error.ts";
import type { SameNames } from "../messages.ts";

export const error: SameNames<typeof english> = {
  title: "服务启动超时",
  starting: "启动中，请稍候...",
  unreachable: "无法连接面板",
  unreachableHelp: "面板没有响应。请检查网络，并确认面板正在运行",
  timeout: "请求超时",
  timeoutHelp: "面板响应时间过长，请重试",
  unexpected: "响应异常",
  unexpectedHelp: "响应来自浏览器与面板之间的其他服务，例如代理",
};
