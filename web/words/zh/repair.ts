import type { repair as english } from "../en/repair.ts";
import type { SameNames } from "../messages.ts";

export const repair: SameNames<typeof english> = {
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
};
