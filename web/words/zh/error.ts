import type { error as english } from "../en/error.ts";
import type { SameNames } from "../messages.ts";

export const error: SameNames<typeof english> = {
  title: "服务启动超时",
  starting: "启动中，请稍候...",
  lead: "面板未能及时响应。请尝试以下步骤：",
  stepUpdate: "在宿主机上更新容器",
  stepUpdateHelp: "然后重新打开此页，数据目录会保持不变。",
  stepCheck: "在容器内运行检查命令",
  stepCheckHelp: "第一行显示当前版本，第二行在面板可以提供服务时输出 OK。",
  stepLogs: "查看面板日志",
  stepLogsHelp: "停止前的最后几行通常会指出原因。如仍无法解决，请附上日志提交 issue。",
  checking: "正在检查…",
  nextCheck: "{seconds} 秒后再次检查",
  checkNow: "立即检查",
  answering: "面板现在响应正常",
  continue: "继续",
  unreachable: "无法连接面板",
  unreachableHelp: "面板没有响应，请检查网络，或确认面板正在运行",
  timeout: "响应超时",
  timeoutHelp: "面板响应时间过长，请重试",
  unexpected: "响应异常",
  unexpectedHelp: "浏览器与面板之间的某个服务返回了意外的内容",
};
