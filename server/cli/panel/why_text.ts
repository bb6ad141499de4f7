// Why a task ran or did not, in one sentence.
import type { Why } from "../../contract/task_statistics.ts";
import type { Text } from "../command.ts";
import { formatTime } from "./format_run.ts";

/** Returns the explanation in the language of the console. */
export function formatWhy({ at, answer, run, blockedBy, since }: Why, language: keyof Text): string {
  const values: Record<string, string> = {
    time: formatTime(at),
    since: formatTime(since),
    run: String(run?.id ?? ""),
    blocker: blockedBy === null ? "" : ` (#${blockedBy.id})`,
  };
  return texts[answer][language].replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");
}

const texts: Record<Why["answer"], Text> = {
  ran: { en: "It ran as run #{run}, due at {time}.", zh: "已运行（运行 #{run}，计划时间 {time}）。" },
  running: {
    en: "It is running now as run #{run}, due at {time}.",
    zh: "正在运行（运行 #{run}，计划时间 {time}）。",
  },
  waiting: {
    en: "It has not run yet: run #{run}, due at {time}, is waiting in the queue.",
    zh: "尚未运行，正在排队（运行 #{run}，计划时间 {time}）。",
  },
  skipped_overlap: {
    en: "It was due at {time}, but was skipped because the previous run{blocker} had not ended.",
    zh: "计划于 {time} 运行，因上一次运行{blocker}尚未结束而跳过。",
  },
  skipped_limit: {
    en: "It was due at {time}, but a newer run replaced it in the queue.",
    zh: "计划于 {time} 运行，但在队列中被较新的运行取代。",
  },
  skipped_disabled: {
    en: "It was due at {time}, but the task was disabled before it could start.",
    zh: "计划于 {time} 运行，但任务在开始前被禁用。",
  },
  skipped_deleted: {
    en: "It was due at {time}, but the task was being deleted.",
    zh: "计划于 {time} 运行，但任务正在被删除。",
  },
  skipped_no_node: {
    en: "It was due at {time}, but no node of its pool was online.",
    zh: "计划于 {time} 运行，但节点池中没有在线节点。",
  },
  skipped_missed: {
    en: "The panel was not running at {time}. The task's setting for missed runs skipped this run.",
    zh: "{time} 时面板未运行。按任务的“错过的运行”设置，已跳过这次运行。",
  },
  cancelled: {
    en: "It was due at {time} and queued as run #{run}, but was removed from the queue before it started.",
    zh: "计划于 {time} 运行，已作为运行 #{run} 排队，但在开始前被移出队列。",
  },
  not_due: { en: "It was not due at {time}.", zh: "{time} 没有计划的运行。" },
  not_scheduled: {
    en: "The task has no schedule: it runs only manually or when the panel starts.",
    zh: "该任务没有定时规则，仅在手动触发或面板启动时运行。",
  },
  disabled: {
    en: "The task has been disabled since {since}, so no run was due.",
    zh: "任务自 {since} 起已禁用，因此没有计划的运行。",
  },
  in_future: { en: "{time} is in the future.", zh: "{time} 尚未到来。" },
  before_task: { en: "The task did not exist yet at {time}.", zh: "{time} 时该任务尚未创建。" },
  changed_since: {
    en: "The task was changed after {time}, so its schedule at that time is unknown.",
    zh: "任务在 {time} 之后修改过，无法得知当时的定时规则。",
  },
  forgotten: {
    en: "There are no records from {time}: runs that old have been deleted.",
    zh: "没有 {time} 的记录：那时的运行记录已被删除。",
  },
  nothing_missed: { en: "Every scheduled run started.", zh: "所有计划的运行均已启动。" },
};
