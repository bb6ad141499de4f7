import type { NotificationMessages } from "./messages_shape.ts";
import { durationWith } from "./duration_with.ts";

export const zh: NotificationMessages = {
  events: {
    run_failed: { name: "运行失败", title: "{task}：{outcome}", text: "任务 {task} 运行结束：{outcome}。" },
    run_recovered: {
      name: "恢复正常",
      title: "{task}：已恢复正常",
      text: "任务 {task} 在失败之后再次运行成功。",
    },
    run_ended: { name: "运行结束", title: "{task}：{outcome}", text: "任务 {task} 运行结束：{outcome}。" },
    run_too_long: {
      name: "运行时间过长",
      title: "{task}：已运行 {duration}",
      text: "任务 {task} 已运行 {duration}，尚未结束。",
    },
    run_not_started: {
      name: "未按时运行",
      title: "{task}：未按时运行",
      text: "任务 {task} 未按时运行：{reason}。",
    },
    retries_used_up: {
      name: "重试次数用尽",
      title: "{task}：重试后仍然失败",
      text: "任务 {task} 运行失败，第 {attempt} 次尝试已是最后一次。",
    },
    subscription_added: {
      name: "订阅新增任务",
      title: "{subscription}：新增任务（{added}）",
      text: "订阅 {subscription} 新增了 {added} 个任务。",
    },
    subscription_changed: {
      name: "订阅更新任务",
      title: "{subscription}：更新任务（{changed}）",
      text: "订阅 {subscription} 更新了 {changed} 个任务。",
    },
    subscription_removed: {
      name: "订阅移除任务",
      title: "{subscription}：移除任务（{removed}）",
      text: "订阅 {subscription} 移除了 {removed} 个任务。",
    },
    subscription_failed: {
      name: "订阅失败",
      title: "{subscription}：拉取失败",
      text: "订阅 {subscription} 拉取失败：{outcome}。",
    },
    dependency_failed: {
      name: "依赖失败",
      title: "{dependency}：依赖处理失败",
      text: "依赖 {dependency} 安装或删除失败：{reason}。",
    },
    login: { name: "登录", title: "有人登录了 {panel}", text: "有人登录了面板。" },
    login_failed: {
      name: "登录失败",
      title: "{panel} 有登录失败",
      text: "有人尝试登录但被拒绝：{reason}。",
    },
    second_factor_changed: {
      name: "两步验证变更",
      title: "两步验证已{reason}",
      text: "账户的两步验证已{reason}。",
    },
    backup_done: { name: "备份完成", title: "备份已完成", text: "备份已完成：{size}。" },
    backup_failed: { name: "备份失败", title: "备份失败", text: "备份失败：{reason}。" },
    update_available: {
      name: "有新版本",
      title: "新版本 {version} 可用",
      text: "面板有新版本可用：{version}。",
    },
    disk_nearly_full: {
      name: "磁盘将满",
      title: "{panel} 的磁盘空间即将用尽",
      text: "面板数据所在的磁盘即将用尽：共 {size}，剩余 {free}。",
    },
    panel_crashed: {
      name: "面板异常退出后启动",
      title: "{panel} 在异常退出后重新启动",
      text: "面板或其所在的机器未经正常停止便已退出，现已重新启动。{reason}",
    },
  },
  outcomes: {
    queued: "排队中",
    starting: "启动中",
    running: "运行中",
    succeeded: "成功",
    failed: "失败",
    timed_out: "超时",
    stopped: "已停止",
    interrupted: "已中断",
    skipped: "已跳过",
  },
  details: [
    "退出码：{exitCode}",
    "开始时间：{startedAt}",
    "耗时：{duration}",
    "时间：{time}",
    "IP 地址：{ip}",
    "位置：{place}",
    "设备：{device}",
    "{tasks}",
  ],
  logHeading: "日志末尾：",
  defaultRule: "出现异常时",
  group: (count, title) => `${count} 条通知，最近一条：${title}`,
  more: (count) => `另有 ${count} 条`,
  duration: (ms) => durationWith(ms, [" 天", " 小时", " 分", " 秒"]),
  pulled: (kind, count, names) => {
    if (names.length === 0) return "";
    const more = count > names.length ? ` 等 ${count} 个` : "";
    return `${{ added: "新增", changed: "更新", removed: "移除" }[kind]}：${names.join("、")}${more}`;
  },
  missed: (count, from) => count === 1 ? `原定于 ${from} 运行` : `自 ${from} 起错过 ${count} 次`,
  notRunBy: (time) => `应在 ${time} 之前运行`,
  interruptedRuns: (count) => count === 0 ? "没有运行被中断。" : `被中断的运行：${count} 个。`,
  loginReasons: {
    wrong_credentials: "用户名或密码错误",
    wrong_code: "验证码错误",
    wrong_passkey: "通行密钥未通过",
    too_many: "尝试次数过多",
  },
  factor: { on: "启用", off: "停用" },
  test: { title: "Sundial 测试通知", content: "这是一条测试通知。收到它，说明此渠道可以使用。" },
  proxyField: "代理",
  errors: {
    unreachable: (detail) => `无法连接：${detail}`,
    too_slow: () => "未在时限内响应",
    inner_network: (host) => `${host} 位于未列入 SUNDIAL_ALLOW_NETWORKS 的网络`,
    application_network: (host) =>
      `${host} 位于内部网络。应用发送的消息和应用修改过的渠道只能访问运维人员在 SUNDIAL_ALLOW_NETWORKS 中列出的网络`,
    unknown_host: (host) => `找不到主机 ${host}`,
    proxy: (detail) => `代理拒绝了连接：${detail}`,
    locked: () => "无法解开此渠道的密文：密钥文件缺失，或不是原来的那一个",
    unknown_type: () => "当前版本没有这种渠道",
    incomplete: (field) => `渠道缺少必填项：${field}`,
    gone: () => "渠道已被删除",
    off: () => "渠道已停用",
    interrupted: () => "发送过程中面板退出",
    too_old: () => "时间过久，不再发送",
    too_many: () => "此渠道等待发送的通知过多",
    unexpected: () => "发生意外错误，详见系统日志",
  },
};
