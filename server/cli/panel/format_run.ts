// States, times and durations as the commands print them.
import type { Language } from "../../contract/settings.ts";
import type { RunCause, RunState, SkipReason } from "../../contract/runs.ts";
import type { Task } from "../../contract/tasks.ts";
import { wallTime } from "../../engine/logs/run_log.ts";
import { zoneOfConsole } from "../console_zone.ts";
import { formatState, type Style } from "../terminal.ts";

/** Returns the word of a state, with its dot on a terminal. */
export function formatRunState(state: RunState | Task["status"], language: Language): string {
  const [en, zh, color] = states[state];
  return formatState(language === "zh" ? zh : en, color);
}

const states: Record<RunState | Task["status"], [en: string, zh: string, color: Style]> = {
  queued: ["queued", "排队中", "yellow"],
  starting: ["starting", "启动中", "cyan"],
  running: ["running", "运行中", "cyan"],
  succeeded: ["succeeded", "成功", "green"],
  failed: ["failed", "失败", "red"],
  timed_out: ["timed out", "超时", "red"],
  stopped: ["stopped", "已停止", "yellow"],
  interrupted: ["interrupted", "中断", "red"],
  lost: ["lost", "失联", "red"],
  skipped: ["skipped", "已跳过", "dim"],
  idle: ["idle", "空闲", "green"],
  disabled: ["disabled", "已禁用", "dim"],
};

/** Returns the word of what caused a run. */
export function formatCause(cause: RunCause, language: Language): string {
  return causes[cause][language];
}

const causes: Record<RunCause, Record<Language, string>> = {
  schedule: { en: "schedule", zh: "定时" },
  person: { en: "manual", zh: "手动" },
  application: { en: "application", zh: "应用" },
  retry: { en: "retry", zh: "重试" },
  startup: { en: "panel start", zh: "面板启动" },
  boot: { en: "host boot", zh: "主机开机" },
  missed: { en: "missed run", zh: "补跑" },
};

/** Returns why a run was skipped. */
export function formatSkipReason(reason: SkipReason, language: Language): string {
  return skipReasons[reason][language];
}

const skipReasons: Record<SkipReason, Record<Language, string>> = {
  overlap: { en: "the previous run had not ended", zh: "上一次运行尚未结束" },
  disabled: { en: "the task was disabled", zh: "任务已禁用" },
  missed: { en: "the panel was not running", zh: "面板未运行" },
  limit: { en: "a newer run replaced it in the queue", zh: "在队列中被较新的运行取代" },
  deleted: { en: "the task was deleted", zh: "任务已删除" },
  no_node: { en: "no node of its pool was online", zh: "节点池中没有在线节点" },
};

/** Formats a time in the time zone of the console; a dash when there is none. */
export function formatTime(time: string | null): string {
  if (time === null) return "-";
  return wallTime(Date.parse(time), zoneOfConsole(), "line");
}

/** Formats a duration in milliseconds; a dash when there is none. */
export function formatDuration(ms: number | null): string {
  if (ms === null) return "-";
  if (ms < 1_000) return `${ms} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1_000);
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours} h ${minutes} min` : `${minutes} min ${seconds % 60} s`;
}

/** Formats the schedule of a task on one line. */
export function formatSchedules(schedules: Task["schedules"], language: Language): string {
  if (Array.isArray(schedules)) return schedules.join(" | ");
  return {
    manual: { en: "manual", zh: "手动" },
    startup: { en: "when the panel starts", zh: "面板启动时" },
    boot: { en: "when the host boots", zh: "主机开机时" },
  }[schedules][language];
}
