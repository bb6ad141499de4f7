// Texts that only clients of the compatible API receive. Some compare them, so the English ones stay as they are.
import type { Language } from "../settings.ts";

export interface CompatibleMessages {
  loginFirst: string;
  tokenExpired: string;
  accessDenied: string;
  wrongClient: string;
  notFound: string;
  /** `{what}` is the kind of an entity and its ID. */
  entityNotFound: string;
  invalidParameter: string;
  taskNotFound: string;
  required: string;
  notAllowed: string;
  mustBe: string;
  logIgnored: string;
  logRunning: string;
  logMissing: string;
  instanceStopped: string;
  instanceNotRunning: string;
  importFormat: string;
  /** The name under which the old panel stored it in every language. */
  allTasks: string;
  saved: string;
  fileRejected: string;
  wrongSchedule: string;
  notifySent: string;
  notifyFailed: string;
  wrongLogin: string;
  /** `{seconds}` is how long. */
  loginLocked: string;
  wrongCode: string;
}

export const compatibleMessages: Record<Language, CompatibleMessages> = {
  en: {
    loginFirst: "Please login first",
    tokenExpired: "Token expired",
    accessDenied: "Access denied",
    wrongClient: "Invalid client_id or client_secret",
    notFound: "Not Found",
    entityNotFound: "{what} not found",
    invalidParameter: "Invalid parameter",
    taskNotFound: "Task not found",
    required: '"{name}" is required',
    notAllowed: '"{name}" is not allowed',
    mustBe: '"{name}" must be of type {type}',
    logIgnored: "Log set to ignore",
    logRunning: "Running...",
    logMissing: "Log does not exist...",
    instanceStopped: "Instance stopped",
    instanceNotRunning: "Instance does not exist or stopped",
    importFormat: "Each entry must have name and value, see export format",
    allTasks: "全部任务",
    saved: "Saved successfully",
    fileRejected: "File not accessible",
    wrongSchedule: "param schedule error",
    notifySent: "Notification sent successfully",
    notifyFailed: "Notification failed, check system settings",
    wrongLogin: "Incorrect username or password, please try again",
    loginLocked: "Too many failed attempts, please retry in {seconds} seconds",
    wrongCode: "Verification failed",
  },
  zh: {
    loginFirst: "请先登录",
    tokenExpired: "Token 已过期",
    accessDenied: "没有访问权限",
    wrongClient: "client_id 或 client_secret 有误",
    notFound: "Not Found",
    entityNotFound: "{what} 不存在",
    invalidParameter: "参数无效",
    taskNotFound: "任务未找到",
    required: "缺少参数“{name}”",
    notAllowed: "不支持参数“{name}”",
    mustBe: "参数“{name}”的类型必须是 {type}",
    logIgnored: "日志设置为忽略",
    logRunning: "运行中...",
    logMissing: "日志不存在...",
    instanceStopped: "实例已停止",
    instanceNotRunning: "实例不存在或已停止",
    importFormat: "每条数据必须包含 name 和 value，参考导出文件格式",
    allTasks: "全部任务",
    saved: "保存成功",
    fileRejected: "文件无法访问",
    wrongSchedule: "定时规则有误",
    notifySent: "通知发送成功",
    notifyFailed: "通知发送失败，请检查系统设置",
    wrongLogin: "用户名或密码错误，请重试",
    loginLocked: "失败次数过多，请 {seconds} 秒后重试",
    wrongCode: "验证失败",
  },
};
