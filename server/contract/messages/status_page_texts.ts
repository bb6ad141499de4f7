// Texts of status pages and badges, which people see who have no account.
import type { Language } from "../settings.ts";

export interface StatusPageTexts {
  allFine(count: number): string;
  failing(count: number, of: number): string;
  noTasks: string;
  task: string;
  state: string;
  lastRun: string;
  nextRun: string;
  never: string;
  updated(time: string): string;
  states: Record<"ok" | "failing" | "running" | "stopped" | "new", string>;
  /** On a badge, where there is little room. */
  badge: { fine: string; failing(count: number): string; none: string };
  gone: string;
  more(count: number): string;
}

export const statusPageTexts: Record<Language, StatusPageTexts> = {
  en: {
    allFine: (count) => count === 1 ? "The task works" : `All ${count} tasks work`,
    failing: (count, of) => `${count} of ${of} failing`,
    noTasks: "No task has this label.",
    task: "Task",
    state: "Status",
    lastRun: "Last run",
    nextRun: "Next run",
    never: "—",
    updated: (time) => `As of ${time}.`,
    states: { ok: "OK", failing: "Failing", running: "Running", stopped: "Stopped", new: "Not run yet" },
    badge: { fine: "ok", failing: (count) => `${count} failing`, none: "no tasks" },
    gone: "This status page does not exist.",
    more: (count) => `and ${count} more`,
  },
  zh: {
    allFine: (count) => `全部 ${count} 个任务正常`,
    failing: (count, of) => `${of} 个任务中有 ${count} 个失败`,
    noTasks: "没有任务带有此标签。",
    task: "任务",
    state: "状态",
    lastRun: "上次运行",
    nextRun: "下次运行",
    never: "—",
    updated: (time) => `截至 ${time}。`,
    states: { ok: "正常", failing: "失败", running: "运行中", stopped: "已停止", new: "尚未运行" },
    badge: { fine: "正常", failing: (count) => `${count} 个失败`, none: "无任务" },
    gone: "此状态页不存在。",
    more: (count) => `另有 ${count} 个`,
  },
};
