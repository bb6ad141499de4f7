import type { offline as texts } from "../en/offline.ts";

/** The texts of the page that the service worker shows while the panel cannot be reached. */
export const offline: typeof texts = {
  title: "服务启动超时",
  help: "无法连接面板。请检查网络。面板恢复响应后，本页会自动重新加载。如未恢复，请尝试以下步骤：",
  retry: "重试",
};
