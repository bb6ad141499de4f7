import { runTexts } from "../../contract/messages/run_texts.ts";
import type { Run } from "../../contract/runs.ts";
import type { Language } from "../../contract/settings.ts";
import type { Task, TaskRunResult } from "../../contract/tasks.ts";
import type { Why } from "../../contract/task_statistics.ts";
import type { Parameter } from "../../contract/parameters.ts";
import type { RunTrigger, Trigger } from "../../contract/triggers.ts";
import { parameterOptions, readParameters } from "./run_parameters.ts";
import { type Call, type Command, type CommandGroup, type Operand, panelOptions } from "../command.ts";
import { UsageError } from "../command_result.ts";
import { findTask, findTasks } from "./find_tasks.ts";
import { exitCodeOf, followLog, printLog, waitForRun } from "./follow_run.ts";
import { formatDuration, formatRunState, formatSchedules, formatTime, formatTrigger } from "./format_run.ts";
import { formatWhy } from "./format_why.ts";
import { connect } from "./panel_api.ts";
import { formatDetails, formatTable, note, printJson, printLines, style } from "../terminal.ts";
import { taskMessages } from "./task_messages.ts";
import { webhook } from "./webhook_command.ts";

const oneTask: Operand = { name: "task", completes: "task" };
const tasks: Operand = { ...oneTask, isMany: true };
const byName = {
  en: "A task is named by its ID, its name, or a part of the name that no other task has.",
  zh: "任务可用 ID、名称或名称中独有的一部分指定。",
};

const list: Command = {
  name: "list",
  summary: { en: "list tasks", zh: "列出任务" },
  options: {
    search: { short: "q", value: "text", meaning: { en: "search as the page does", zh: "与页面相同的搜索" } },
    view: {
      value: "view",
      values: ["failing", "running", "disabled", "neverRun"],
      meaning: {
        en: "failing, running, disabled or neverRun",
        zh: "failing（失败）、running、disabled 或 neverRun",
      },
    },
    label: { value: "label", meaning: { en: "only tasks with this label", zh: "只列出带此标签的任务" } },
    ...panelOptions,
  },
  async run(call) {
    const api = await connect(call);
    const query = { q: call.text("search"), view: call.text("view"), label: call.text("label") };
    const found = await api.list<Task>("/tasks", query);
    if (call.has("json")) return printJson(found);
    const text = taskMessages[call.language];
    if (found.items.length === 0) return note(text.noTasks);
    const rows = found.items.map((task) => [
      String(task.id),
      task.name,
      formatRunState(task.status, call.language),
      formatSchedules(task.schedules, call.language),
      task.lastRun === null ? "-" : formatRunState(task.lastRun.outcome, call.language),
      formatTime(task.nextRunAt),
    ]);
    const [id, name, status, schedule, last, next] = text.columns;
    return printLines(formatTable([
      { title: id },
      { title: name, isFlexible: true },
      { title: status },
      { title: schedule, isFlexible: true },
      { title: last },
      { title: next },
    ], rows));
  },
};

const show: Command = {
  name: "show",
  summary: { en: "show one task", zh: "显示任务详情" },
  notes: byName,
  operands: [oneTask],
  options: panelOptions,
  async run(call) {
    const api = await connect(call);
    const { id } = await findTask(api, call);
    const task = await api.json<Task>("GET", `/tasks/${id}`);
    if (call.has("json")) return printJson(task);
    const { fields } = taskMessages[call.language];
    const { language } = call;
    return printLines(formatDetails([
      ["ID", String(task.id)],
      [fields.name, task.name],
      [fields.status, formatRunState(task.status, language)],
      [fields.command, task.command],
      [fields.schedule, formatSchedules(task.schedules, language)],
      [fields.parameters, task.parameters.map(formatParameter).join(", ") || null],
      [
        fields.triggers,
        task.triggers.map((one) => formatTrigger(runTriggerOf(one), language)).join(", ") || null,
      ],
      [fields.timeZone, task.timeZone],
      [fields.labels, task.labels.join(", ") || null],
      [fields.nextRun, formatTime(task.nextRunAt)],
      [fields.lastRun, task.lastRun && formatLastRun(task.lastRun, language)],
      [fields.before, task.before],
      [fields.after, task.after],
      [fields.directory, task.workingDirectory],
      [fields.pool, formatPlacement(task.placement, language)],
      [fields.approval, task.requiresApproval ? formatDuration(task.approvalLapseMs) : null],
      [fields.timeLimit, task.timeLimitMs && formatDuration(task.timeLimitMs)],
    ].map(([name, value]) => [name as string, value ? String(value) : null])));
  },
};

function formatParameter({ name, type, required, default: usual }: Parameter): string {
  return `${name}${required ? "*" : ""} (${type}${usual === null ? "" : `, ${usual}`})`;
}

// The definition names what starts the task by its ID.
function runTriggerOf(trigger: Trigger): RunTrigger {
  const { type } = trigger;
  switch (type) {
    case "file":
      return { type, name: null, path: trigger.path, on: null };
    case "subscription":
      return { type, name: `#${trigger.subscriptionId}`, path: null, on: "pulled" };
    case "heartbeat":
      return { type, name: `#${trigger.heartbeatId}`, path: null, on: trigger.on };
    case "window":
      return { type, name: `#${trigger.windowId}`, path: null, on: trigger.on };
  }
}

/** Formats where a task runs; null for the default, which says nothing on a single machine. */
function formatPlacement({ pool, mode }: Task["placement"], language: Language): string | null {
  if (pool === "default" && mode === "any") return null;
  const { anyPool, eachNode } = taskMessages[language];
  return (pool ?? anyPool) + (mode === "all" ? eachNode : "");
}

const run: Command = {
  name: "run",
  summary: { en: "run tasks now", zh: "立即运行任务" },
  notes: {
    en:
      `${byName.en}\nWith --wait or --follow, the exit code is that of the run; for several tasks, that of the first\n` +
      "one that did not succeed.",
    zh:
      `${byName.zh}\n使用 --wait 或 --follow 时，退出码为该次运行的退出码；运行多个任务时，为第一个未成功的退出码。`,
  },
  operands: [tasks],
  rest: "argument",
  options: {
    wait: { short: "w", meaning: { en: "wait until the runs have ended", zh: "等待运行结束" } },
    follow: { short: "f", meaning: { en: "wait and print the log", zh: "等待并输出日志" } },
    env: {
      short: "e",
      value: "NAME=value",
      meaning: { en: "add a variable for this run", zh: "为本次运行添加变量" },
    },
    ...parameterOptions,
    ...panelOptions,
  },
  async run(call) {
    const variables = Object.fromEntries(call.list("env").map((pair) => readPair(pair, call)));
    const api = await connect(call);
    const found = await findTasks(api, call);
    const parameters = await readParameters(call, found);
    const { results } = await api.json<TaskRunResult>("POST", "/tasks/run", {
      body: {
        ids: found.map(({ id }) => id),
        ...(call.rest.length > 0 && { arguments: call.rest }),
        ...(Object.keys(variables).length > 0 && { variables }),
        ...(Object.keys(parameters).length > 0 && { parameters }),
      },
    });
    const waits = call.has("wait") || call.has("follow");
    if (!waits) return reportResults(results, { found, call, did: "started" });
    const text = taskMessages[call.language];
    const runs: Run[] = [];
    let code = 0;
    for (const { id, runId, error } of results) {
      const name = found.find((task) => task.id === id)?.name ?? `#${id}`;
      if (runId === undefined) {
        note(`${name}: ${error ? reasonOf(error) : text.failed}`);
        code ||= 1;
        continue;
      }
      if (call.has("follow") && !call.has("json")) await followLog(api, runId);
      const ended = await waitForRun(api, runId);
      runs.push(ended);
      code ||= exitCodeOf(ended);
      if (!call.has("json")) note(text.ended(name, runId, formatEnd(ended, call)));
    }
    if (call.has("json")) printJson({ items: runs });
    return code;
  },
};

const logs: Command = {
  name: "logs",
  summary: { en: "print the log of the last run", zh: "输出最近一次运行的日志" },
  notes: byName,
  operands: [oneTask],
  options: {
    follow: { short: "f", meaning: { en: "follow until the run ends", zh: "持续输出，直到运行结束" } },
    run: { value: "id", meaning: { en: "another run of the task", zh: "该任务的其他运行" } },
    lines: { short: "n", value: "count", meaning: { en: "only the last lines", zh: "只输出最后几行" } },
    ...panelOptions,
  },
  async run(call) {
    const lines = readCount(call, "lines");
    const wanted = readCount(call, "run");
    const api = await connect(call);
    const task = await findTask(api, call);
    const { items } = await api.list<Run>(`/tasks/${task.id}/runs`, {}, wanted === null ? 20 : Infinity);
    // A skipped run has no log.
    const found = items.find(({ id, state }) => wanted === null ? state !== "skipped" : id === wanted);
    if (found === undefined) {
      note(taskMessages[call.language].noRun(task.name));
      return 1;
    }
    if (call.has("json")) {
      const text = await (await api.send("GET", `/runs/${found.id}/log`)).text();
      return printJson({ runId: found.id, state: found.state, log: text });
    }
    const isOver = found.finishedAt !== null;
    const follows = call.has("follow") && !isOver;
    const offset = follows && lines === null ? 0 : await printLog(api, found.id, lines);
    if (follows) await followLog(api, found.id, offset);
    return 0;
  },
};

const why: Command = {
  name: "why",
  summary: { en: "explain why a task ran or did not run", zh: "说明任务为何运行或未运行" },
  notes: {
    en: `${byName.en}\nWithout --at: the last due time at which it did not run.`,
    zh: `${byName.zh}\n不带 --at 时，说明最近一次应运行而未运行的时间。`,
  },
  operands: [oneTask],
  options: {
    at: { value: "time", meaning: { en: 'such as "2026-01-31 08:00"', zh: '例如 "2026-01-31 08:00"' } },
    ...panelOptions,
  },
  async run(call) {
    const given = call.text("at");
    const at = given === undefined ? null : new Date(given);
    if (at !== null && Number.isNaN(at.getTime())) {
      throw new UsageError(taskMessages[call.language].badTime(given ?? ""));
    }
    const api = await connect(call);
    const task = await findTask(api, call);
    const query = at === null ? {} : { at: at.toISOString() };
    const found = await api.json<Why>("GET", `/tasks/${task.id}/why`, { query });
    if (call.has("json")) return printJson(found);
    const { fields } = taskMessages[call.language];
    return printLines([
      formatWhy(found, call.language),
      ...found.causes.map(({ taskId, taskName, reason, run }) =>
        `  ${taskName ?? `#${taskId}`}: ${runTexts[call.language].linkReasons[reason]}${
          run ? ` (#${run.id})` : ""
        }`
      ),
      ...formatDetails([
        [fields.previousDue, found.previousDueAt && formatTime(found.previousDueAt)],
        [fields.nextDue, found.nextDueAt && formatTime(found.nextDueAt)],
      ]),
    ]);
  },
};

export const taskCommands: CommandGroup = {
  name: "task",
  summary: { en: "manage and run tasks", zh: "管理并运行任务" },
  commands: [
    list,
    show,
    run,
    action("stop", "stopped", { en: "stop running and queued runs", zh: "停止运行中和排队的运行" }),
    action("enable", "enabled", { en: "enable tasks", zh: "启用任务" }),
    action("disable", "disabled", { en: "disable tasks", zh: "禁用任务" }),
    logs,
    why,
    webhook,
  ],
};

function action(name: string, did: Did, summary: Command["summary"]): Command {
  return {
    name,
    summary,
    notes: byName,
    operands: [tasks],
    options: panelOptions,
    async run(call) {
      const api = await connect(call);
      const found = await findTasks(api, call);
      const ids = found.map(({ id }) => id);
      const { results } = await api.json("POST", `/tasks/${name}`, { body: { ids } });
      return reportResults(results, { found, call, did });
    },
  };
}

interface Result {
  id: number;
  ok: boolean;
  runId?: number | undefined;
  error?: ResultError | undefined;
}

interface ResultError {
  code?: string;
  title: string;
  detail: string;
}

// Of a value, the title only says that it is wrong.
function reasonOf({ code, title, detail }: ResultError): string {
  return code === "validation_failed" ? detail : title;
}

type Did = "started" | "stopped" | "enabled" | "disabled" | "pulling";

interface Reported {
  found: readonly { id: number; name: string }[];
  call: Call;
  did: Did;
  /** Only the errors: the caller prints the rest as JSON. */
  onlyErrors?: boolean;
}

/** Prints the result of an action on each item; returns 1 if one failed. */
export function reportResults(
  results: readonly Result[],
  { found, call, did, onlyErrors = false }: Reported,
): number {
  const text = taskMessages[call.language];
  const nameOf = (id: number) => found.find((one) => one.id === id)?.name ?? `#${id}`;
  if (call.has("json") && !onlyErrors) {
    printJson({ results: results.map((one) => ({ ...one, name: nameOf(one.id) })) });
  } else {
    for (const { id, ok, runId, error } of results) {
      if (ok && !onlyErrors) printLines([text.did[did](nameOf(id), runId)]);
      if (!ok) note(style("red", `${nameOf(id)}: `) + `${error ? reasonOf(error) : text.failed}`);
    }
  }
  return results.every(({ ok }) => ok) ? 0 : 1;
}

function readPair(pair: string, { language }: Call): [string, string] {
  const [, name, value] = /^([A-Za-z_]\w*)=([^]*)$/.exec(pair) ?? [];
  if (name === undefined) throw new UsageError(taskMessages[language].badPair(pair));
  return [name, value ?? ""];
}

/** Returns the whole number of an option; null when it was not given. Throws `UsageError`. */
export function readCount(call: Call, option: string): number | null {
  const text = call.text(option);
  if (text === undefined) return null;
  if (!/^[1-9]\d{0,8}$/.test(text)) {
    throw new UsageError(taskMessages[call.language].badNumber(`--${option}`));
  }
  return Number(text);
}

function formatLastRun(last: NonNullable<Task["lastRun"]>, language: Call["language"]): string {
  const code = last.exitCode === null || last.exitCode === 0 ? "" : ` (${last.exitCode})`;
  const parts = [
    `${formatRunState(last.outcome, language)}${code}`,
    `#${last.id}`,
    formatTime(last.startedAt),
  ];
  return [...parts, formatDuration(last.durationMs)].join("  ");
}

function formatEnd({ state, exitCode, skipReason, durationMs }: Run, { language }: Call): string {
  if (skipReason !== null) {
    return `${formatRunState(state, language)}: ${runTexts[language].skipReasons[skipReason]}`;
  }
  const code = exitCode === null || exitCode === 0 ? "" : ` (${exitCode})`;
  return `${formatRunState(state, language)}${code}, ${formatDuration(durationMs)}`;
}
