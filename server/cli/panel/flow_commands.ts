import { runTexts } from "../../contract/messages/run_texts.ts";
import type { CountedFlowRun, FlowRun } from "../../contract/flows.ts";
import type { Language } from "../../contract/settings.ts";
import { type Call, type Command, type CommandGroup, panelOptions } from "../command.ts";
import { UsageError } from "../command_result.ts";
import { formatRunState, formatTime } from "./format_run.ts";
import { connect, type PanelApi } from "./panel_api.ts";
import { findTask } from "./find_tasks.ts";
import { readCount } from "./task_commands.ts";
import { formatTable, note, printJson, printLines } from "../terminal.ts";

/** Most flow runs in one response of the panel. */
const MAX_PAGE = 100;

const oneFlow = { name: "flow-run" };

const list: Command = {
  name: "list",
  summary: { en: "list flow runs, newest first", zh: "列出流程运行，最新的在前" },
  options: {
    task: {
      value: "task",
      completes: "task",
      meaning: { en: "only flow runs that this task took part in", zh: "只列出此任务参与的流程运行" },
    },
    limit: { short: "n", value: "count", meaning: { en: "number of flow runs (20)", zh: "条数（默认 20）" } },
    ...panelOptions,
  },
  async run(call) {
    const limit = readCount(call, "limit") ?? 20;
    const api = await connect(call);
    const name = call.text("task");
    const taskId = name === undefined ? undefined : (await findTask(api, { ...call, operands: [name] })).id;
    if (call.has("json")) {
      const { items, total } = await api.list<FlowRun>("/flow-runs", { taskId }, limit, MAX_PAGE);
      return printJson({ items: items.slice(0, limit), total });
    }
    const { items } = await api.list<CountedFlowRun>(
      "/flow-runs",
      { taskId, tasks: "counts" },
      limit,
      MAX_PAGE,
    );
    const flows = items.slice(0, limit);
    const text = messages[call.language];
    if (flows.length === 0) return note(text.none);
    const [id, task, state, done, started] = text.columns;
    const rows = flows.map((flow) => [
      String(flow.id),
      flow.taskName,
      text.states[flow.state],
      formatDone(flow.taskCounts),
      formatTime(flow.startedAt),
    ]);
    return printLines(formatTable([
      { title: id },
      { title: task, isFlexible: true },
      { title: state },
      { title: done },
      { title: started },
    ], rows));
  },
};

function formatDone(counts: CountedFlowRun["taskCounts"]): string {
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return `${counts.succeeded ?? 0}/${all}`;
}

const show: Command = {
  name: "show",
  summary: {
    en: "show the tasks of a flow run, and why they did not start",
    zh: "显示流程运行的任务及未启动的原因",
  },
  operands: [oneFlow],
  options: panelOptions,
  async run(call) {
    const api = await connect(call);
    return print(await api.json<FlowRun>("GET", `/flow-runs/${readId(call)}`), call);
  },
};

function change(name: "stop" | "continue", summary: Command["summary"]): Command {
  return {
    name,
    summary,
    operands: [oneFlow],
    options: panelOptions,
    async run(call) {
      const api: PanelApi = await connect(call);
      return print(await api.json<FlowRun>("POST", `/flow-runs/${readId(call)}/${name}`), call);
    },
  };
}

function readId({ operands: [given = ""], language }: Call): number {
  const id = Number(given.replace(/^#/, ""));
  if (Number.isInteger(id) && id > 0) return id;
  throw new UsageError(messages[language].badId(given));
}

function print(flow: FlowRun, call: Call): number {
  if (call.has("json")) return printJson(flow);
  const { language } = call;
  const text = messages[language];
  note(text.title(flow.id, flow.taskName, text.states[flow.state]));
  const [run, task, state, links] = text.taskColumns;
  const rows = flow.tasks.map((one) => [
    one.runId === null ? "-" : String(one.runId),
    one.name,
    one.state === "waiting" || one.state === "not_run"
      ? text.states[one.state]
      : formatRunState(one.state, language),
    one.links.map((link) => formatLink(link, flow, language)).join(text.between),
  ]);
  const omitted = flow.tasks.filter(({ omittedOutputs }) => omittedOutputs.length > 0)
    .map((one) => text.omitted(one.name, one.omittedOutputs));
  return printLines([
    ...formatTable([
      { title: run },
      { title: task, isFlexible: true },
      { title: state },
      { title: links, isFlexible: true },
    ], rows),
    ...omitted,
  ]);
}

function formatLink(
  { from, decision, reason }: FlowRun["tasks"][number]["links"][number],
  flow: FlowRun,
  language: Language,
): string {
  const task = [...flow.tasks, ...flow.outside].find(({ taskId }) => taskId === from)?.name ?? `#${from}`;
  const text = messages[language];
  if (reason === null) return decision === "waiting" ? text.link(task, text.states.waiting) : task;
  const why = runTexts[language].linkReasons[reason];
  return text.link(task, decision === "lapsed" ? text.lapsed(why) : why);
}

const messages = {
  en: {
    none: "No flow runs found",
    columns: ["ID", "TASK", "STATE", "SUCCEEDED", "STARTED"] as const,
    taskColumns: ["RUN", "TASK", "STATE", "AFTER"] as const,
    states: {
      running: "running",
      succeeded: "succeeded",
      failed: "failed",
      stopped: "stopped",
      skipped: "skipped",
      waiting: "waiting",
      not_run: "did not run",
    },
    title: (id: number, task: string, state: string) => `Flow run #${id} of “${task}”: ${state}`,
    badId: (given: string) => `“${given}” is not the ID of a flow run`,
    omitted: (task: string, keys: readonly string[]) =>
      `The tasks after ${task} do not get ${keys.join(", ")}: more than 64 kB together`,
    link: (task: string, text: string) => `${task}: ${text}`,
    between: "; ",
    lapsed: (reason: string) => `waited in vain (${reason})`,
  },
  zh: {
    none: "没有找到流程运行",
    columns: ["ID", "任务", "状态", "成功", "开始"] as const,
    taskColumns: ["运行", "任务", "状态", "前置任务"] as const,
    states: {
      running: "运行中",
      succeeded: "成功",
      failed: "失败",
      stopped: "已停止",
      skipped: "已跳过",
      waiting: "等待中",
      not_run: "未运行",
    },
    title: (id: number, task: string, state: string) => `“${task}”的流程运行 #${id}：${state}`,
    badId: (given: string) => `“${given}”不是流程运行的 ID`,
    omitted: (task: string, keys: readonly string[]) =>
      `${task} 的后续任务未得到 ${keys.join("、")}：合计超过 64 kB`,
    link: (task: string, text: string) => `${task}：${text}`,
    between: "；",
    lapsed: (reason: string) => `等待超时（${reason}）`,
  },
};

export const flowCommands: CommandGroup = {
  name: "flow",
  summary: { en: "show, stop and continue flow runs", zh: "查看、停止和继续流程运行" },
  commands: [
    list,
    show,
    change("stop", { en: "stop a flow run", zh: "停止流程运行" }),
    change("continue", {
      en: "run what has not succeeded in a flow run, and what starts after it",
      zh: "运行流程中未成功的任务及其后的任务",
    }),
  ],
};
