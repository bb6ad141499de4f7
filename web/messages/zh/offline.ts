import type { offline as texts } from "../en/offline.ts";

/** The texts of the page that the service worker shows while the panel cannot be reached. */
export const offline: typeof texts = {
  title: "无法连接面板",
  help: "请检查网络，并确认面板正在运行。面板恢复响应后，本页会自动重新加载。",
  retry: "重试",
};
