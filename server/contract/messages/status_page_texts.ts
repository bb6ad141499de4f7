// Texts of status pages and badges, which people see who have no account.
import type { Language } from "../settings.ts";

/** How many tasks of a label there are, and what is wrong with some of them. */
export interface StatusCounts {
  total: number;
  failing: number;
  overdue: number;
  new: number;
}

export interface StatusPageTexts {
  fine(count: number): string;
  /** For tasks that have not run yet, beside others. */
  notRunYet(count: number): string;
  failing(count: number): string;
  overdue(count: number): string;
  /** Between two of these. */
  comma: string;
  noTasks: string;
  task: string;
  state: string;
  lastRun: string;
  nextRun: string;
  never: string;
  updated(time: string): string;
  states: Record<"ok" | "failing" | "overdue" | "running" | "stopped" | "new", string>;
  /** On a badge, where there is little room. */
  badge: { fine: string; none: string };
  gone: string;
  more(count: number): string;
}

export const statusPageTexts: Record<Language, StatusPageTexts> = {
  en: {
    fine: (count) => count === 1 ? "1 task works" : `${count} tasks work`,
    notRunYet: (count) => `${count} not run yet`,
    failing: (count) => `${count} failing`,
    overdue: (count) => `${count} overdue`,
    comma: ", ",
    noTasks: "No task has this label.",
    task: "Task",
    state: "Status",
    lastRun: "Last run",
    nextRun: "Next run",
    never: "—",
    updated: (time) => `As of ${time}.`,
    states: {
      ...{ ok: "OK", failing: "Failing", overdue: "Overdue", running: "Running", stopped: "Stopped" },
      new: "Not run yet",
    },
    badge: { fine: "ok", none: "no tasks" },
    gone: "This status page does not exist.",
    more: (count) => `and ${count} more`,
  },
  zh: {
    fine: (count) => `${count} 个任务正常`,
    notRunYet: (count) => `${count} 个尚未运行`,
    failing: (count) => `${count} 个失败`,
    overdue: (count) => `${count} 个逾期`,
    comma: "，",
    noTasks: "没有任务带有此标签。",
    task: "任务",
    state: "状态",
    lastRun: "上次运行",
    nextRun: "下次运行",
    never: "—",
    updated: (time) => `截至 ${time}。`,
    states: {
      ...{ ok: "正常", failing: "失败", overdue: "逾期未运行", running: "运行中", stopped: "已停止" },
      new: "尚未运行",
    },
    badge: { fine: "正常", none: "无任务" },
    gone: "此状态页不存在。",
    more: (count) => `另有 ${count} 个`,
  },
};

/** Returns what is wrong with some tasks; empty if nothing is. */
export function problemText({ failing, overdue }: StatusCounts, texts: StatusPageTexts): string {
  const parts = [failing > 0 && texts.failing(failing), overdue > 0 && texts.overdue(overdue)];
  return parts.filter((part) => part !== false).join(texts.comma);
}
