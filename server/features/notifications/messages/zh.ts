import { eventMessages, eventNames } from "../../../contract/messages/notification_events_zh.ts";
import { durationWith, type NotificationMessages } from "./messages_shape.ts";

export const zh: NotificationMessages = {
  eventNames,
  eventMessages,
  details: [
    "退出码：{exitCode}",
    "开始时间：{startedAt}",
    "耗时：{duration}",
    "时间：{time}",
    "IP 地址：{ip}",
    "登录地点：{place}",
    "设备：{device}",
    "{tasks}",
  ],
  logHeading: "日志末尾：",
  group: (count, title) => `${count} 条通知，最新一条：${title}`,
  more: (count) => `还有 ${count} 条`,
  duration: (ms) => durationWith(ms, [" 天", " 小时", " 分", " 秒", " 毫秒"]),
  pulled: (kind, count, names) => {
    if (names.length === 0) return "";
    const more = count > names.length ? ` 等 ${count} 个` : "";
    return `${{ added: "新增", changed: "变更", removed: "删除" }[kind]}：${names.join("、")}${more}`;
  },
  missed: (count, from) => count === 1 ? `原定于 ${from} 运行` : `自 ${from} 起错过 ${count} 次`,
  heartbeatDown: {
    missed: (at) => `应在 ${at} 收到的心跳没有到达`,
    too_long: (at) => `${at} 开始的工作未按时结束`,
    failed: (exitCode) => exitCode === null ? "报告了失败" : `报告的退出码为 ${exitCode}`,
  },
  notRunBy: (time) => `应在 ${time} 之前运行`,
  interruptedRuns: (count) => count === 0 ? "没有中断的运行。" : `中断的运行：${count} 个。`,
  loginReasons: {
    wrong_credentials: "用户名或密码错误",
    wrong_code: "验证码错误",
    wrong_passkey: "通行密钥无效",
    sign_on_failed: "单点登录失败",
    too_many: "尝试次数过多",
  },
  secondFactor: { on: "开启", off: "关闭" },
  test: { title: "Sundial 测试通知", content: "这是一条测试通知。收到即表示此渠道可用。" },
  invitation: (link, by, until) => ({
    title: "Sundial 邀请",
    content: `${by} 邀请您使用面板。链接仅可使用一次，有效期至 ${until}：\n${link}`,
  }),
  proxyField: "代理",
  direct: {
    sent: (channel) => `${channel}：已发送`,
    failed: (channel, reason) => `${channel}：未发送：${reason}`,
    none: "未发送：没有设置任何通知渠道的变量",
    skipped: (title) => `未发送：SKIP_PUSH_TITLE 中列出了标题“${title}”`,
    noSentence: (reason) => `HITOKOTO：未能附加一言：${reason}`,
  },
  errors: {
    unreachable: (detail) => `无法连接：${detail}`,
    untrusted: (detail) =>
      `无法连接：${detail}。如信任该服务器，请在面板所在的服务器上添加其证书：复制到 /usr/local/share/ca-certificates 并运行 update-ca-certificates，或用 SSL_CERT_FILE 指定证书文件`,
    too_slow: () => "未在时限内响应",
    inner_network: (host, allowedBy) =>
      `${host} 位于不允许访问的内部网络。如需放行，请设置 SUNDIAL_ALLOW_NETWORKS=${allowedBy} 并重启面板`,
    application_network: (host) =>
      `${host} 位于内部网络。应用发送的消息和应用修改过的渠道只能访问运维人员在 SUNDIAL_ALLOW_NETWORKS 中列出的网络`,
    own_network: (host) =>
      `${host} 位于内部网络。非管理员账户的渠道只能访问运维人员在 SUNDIAL_ALLOW_NETWORKS 中列出的网络`,
    unknown_host: (host) => `找不到主机 ${host}`,
    proxy: (detail) => `代理拒绝了连接：${detail}`,
    locked: () => "无法解密此渠道的机密：密钥文件缺失或已被替换",
    no_secret: (field) => `请输入此渠道的机密：${field}`,
    unknown_type: () => "此版本不支持该渠道类型",
    incomplete: (field) => `渠道缺少必填项：${field}`,
    gone: () => "渠道已被删除",
    off: () => "渠道已停用",
    interrupted: () => "发送期间面板已停止",
    too_old: () => "等待过久，已放弃发送",
    too_many: () => "此渠道待发送的消息过多",
    not_permitted: () => "账户的角色不再允许接收此消息",
    unexpected: () => "发生意外错误，详见系统日志",
  },
};
