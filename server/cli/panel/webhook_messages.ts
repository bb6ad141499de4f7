/** Texts of `sundial task webhook`. */
export const webhookMessages = {
  en: {
    fields: { address: "Address", signature: "Signature", mapping: "Parameters", secret: "Secret" },
    columns: ["ID", "TIME", "RESULT", "REASON", "RUN"] as const,
    accepted: "accepted",
    refused: "refused",
    none: "Nothing has been sent yet",
    removed: "Webhook removed",
    resent: (run: number) => `Sent again as run ${run}`,
    badPair: (text: string) => `Not of the form NAME=/pointer: ${text}`,
  },
  zh: {
    fields: { address: "地址", signature: "签名方式", mapping: "参数", secret: "密钥" },
    columns: ["ID", "时间", "结果", "原因", "运行"] as const,
    accepted: "已接受",
    refused: "已拒绝",
    none: "尚未收到任何投递",
    removed: "Webhook 已移除",
    resent: (run: number) => `已作为运行 ${run} 重新发送`,
    badPair: (text: string) => `不是 NAME=/指针 的形式：${text}`,
  },
};
