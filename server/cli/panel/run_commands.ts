import { type Run, runStates } from "../../contract/runs.ts";
import type { Language } from "../../contract/settings.ts";
import { type Command, type CommandGroup, type Operand, panelOptions, splitList } from "../command.ts";
import { UsageError } from "../command_result.ts";
import { formatCause, formatDuration, formatRunState, formatTime } from "./format_run.ts";
import { connect } from "./panel_api.ts";
import { findTask } from "./find_tasks.ts";
import { readCount } from "./task_commands.ts";
import { taskMessages } from "./task_messages.ts";
import { formatTable, note, printJson, printLines } from "../terminal.ts";

const runList: Command = {
  name: "list",
  summary: { en: "list runs, newest first", zh: "列出运行记录，最新的在前" },
  options: {
    task: {
      value: "task",
      completes: "task",
      meaning: { en: "only runs of this task", zh: "只列出此任务的运行" },
    },
    state: {
      value: "states",
      values: runStates,
      isList: true,
      meaning: { en: "such as failed,timed_out", zh: "例如 failed,timed_out" },
    },
    limit: { short: "n", value: "count", meaning: { en: "number of runs (20)", zh: "条数（默认 20）" } },
    ...panelOptions,
  },
  async run(call) {
    const limit = readCount(call, "limit") ?? 20;
    const states = call.text("state");
    const api = await connect(call);
    const name = call.text("task");
    const taskId = name === undefined ? undefined : (await findTask(api, { ...call, operands: [name] })).id;
    const query = { taskId, state: states && splitList(states).join(","), countLimit: Math.max(limit, 1000) };
    const { items, total } = await api.list<Run>("/runs", query, limit);
    const runs = items.slice(0, limit);
    if (call.has("json")) return printJson({ items: runs, total });
    const text = taskMessages[call.language];
    if (runs.length === 0) return note(text.noRuns);
    const [id, task, state, cause, started, took, node, approval] = text.runColumns;
    // On a single machine no run names its node.
    const hasNodes = runs.some(({ nodeName }) => nodeName !== null);
    const hasDecisions = runs.some(({ approval }) => (approval?.decision ?? null) !== null);
    const rows = runs.map((run) => [
      String(run.id),
      run.taskName,
      formatRunState(run.state, call.language) +
      (run.exitCode === null || run.exitCode === 0 ? "" : ` (${run.exitCode})`),
      formatCause(run, call.language),
      formatTime(run.startedAt ?? run.dueAt),
      formatDuration(run.durationMs),
      ...(hasNodes ? [run.nodeName ?? "-"] : []),
      ...(hasDecisions ? [formatDecision(run, call.language)] : []),
    ]);
    return printLines(formatTable([
      { title: id },
      { title: task, isFlexible: true },
      { title: state },
      { title: cause, isFlexible: true },
      { title: started },
      { title: took },
      ...(hasNodes ? [{ title: node }] : []),
      ...(hasDecisions ? [{ title: approval }] : []),
    ], rows));
  },
};

function formatDecision({ approval }: Run, language: Language): string {
  if (!approval || approval.decision === null) return "-";
  return taskMessages[language].decisions[approval.decision](
    approval.deciderKind === "operator" ? null : approval.decidedBy ?? "",
  );
}

const oneRun: Operand = { name: "run" };

/** Returns the command that decides about a run which waits for approval. */
function decision(name: "approve" | "reject", summary: Command["summary"]): Command {
  return {
    name,
    summary,
    notes: {
      en: "A run is named by its ID. With an application's token, the panel refuses: only people decide.",
      zh: "运行用 ID 指定。使用应用令牌时面板会拒绝：只有人员可以审批。",
    },
    operands: [oneRun],
    options: {
      remark: { value: "text", meaning: { en: "stays with the run", zh: "随运行记录保存" } },
      ...panelOptions,
    },
    async run(call) {
      const [id = ""] = call.operands;
      const text = taskMessages[call.language];
      if (!/^[1-9]\d{0,14}$/.test(id)) throw new UsageError(text.badRun(id));
      const api = await connect(call);
      const body = { remark: call.text("remark") ?? null };
      const run = await api.json<Run>("POST", `/runs/${id}/${name}`, { body });
      if (call.has("json")) return printJson(run);
      return printLines([text.did[name === "approve" ? "approved" : "rejected"](run.taskName, run.id)]);
    },
  };
}

export const runCommands: CommandGroup = {
  name: "run",
  summary: { en: "look at past and current runs", zh: "查看运行记录" },
  commands: [
    runList,
    decision("approve", { en: "approve a run that waits for approval", zh: "批准等待审批的运行" }),
    decision("reject", { en: "reject a run that waits for approval", zh: "拒绝等待审批的运行" }),
  ],
};
