/** 流程运行和 Webhook 的错误。 */
export const flowErrors = {
  flow_run_active: { title: "流程运行尚未结束", detail: "其中还有任务在排队或运行，请先停止" },
  nothing_to_continue: { title: "没有可继续的任务", detail: "应当运行的任务均已成功，或当前无法启动" },
  delivery_unsigned: {
    title: "签名被拒绝",
    detail: "没有此 Webhook，或签名缺失、错误、已过期",
  },
  delivery_repeated: { title: "重复投递", detail: "此投递之前已被接受，并启动了运行 {run}" },
  delivery_not_stored: { title: "正文已不存在", detail: "此投递的正文已不再保存，无法重新发送" },
  delivery_not_json: { title: "不是 JSON", detail: "此 Webhook 从正文中取参数，但正文不是 JSON" },
  task_disabled: { title: "任务已禁用", detail: "任务已禁用，Webhook 不会启动它" },
  task_expired: { title: "任务不在有效期内", detail: "任务不在有效期内，Webhook 不会启动它" },
  task_in_window: { title: "维护窗口", detail: "维护窗口期间 Webhook 不会启动此任务" },
};
