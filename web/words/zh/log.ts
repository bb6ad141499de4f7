import type { log as english } from "../en/log.ts";
import type { SameNames } from "../messages.ts";

export const log: SameNames<typeof english> = {
  copy: "复制已加载的内容",
  cut: "本行另有 {count} 个字符未显示",
  download: "下载完整日志",
  earlier: "加载之前的输出（{size}）",
  follow: "跟随最新输出",
  newLines: "有新输出",
  toEnd: "回到末尾",
  toStart: "回到开头",
  toolbar: "日志工具",
  waiting: "等待输出…",
  wrap: "自动换行",
};
