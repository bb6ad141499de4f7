import type { Run } from "../../contract/runs.ts";
import type { Subscription } from "../../contract/subscriptions.ts";
import { type Command, type CommandGroup, panelOptions } from "../command.ts";
import { findByName } from "./find_by_name.ts";
import { exitCodeOf, followLog, waitForRun } from "./follow_run.ts";
import { formatRunState, formatTime } from "./format_run.ts";
import { connect } from "./panel_api.ts";
import { reportResults } from "./task_commands.ts";
import { formatTable, note, printJson, printLines } from "../terminal.ts";

const list: Command = {
  name: "list",
  summary: { en: "list subscriptions", zh: "列出订阅" },
  options: panelOptions,
  async run(call) {
    const api = await connect(call);
    const found = await api.list<Subscription>("/subscriptions");
    const text = messages[call.language];
    if (call.has("json")) printJson(found);
    else if (found.items.length === 0) note(text.none);
    else {
      const [id, name, status, tasks, last, next] = text.columns;
      const columns = [
        { title: id },
        { title: name, isFlexible: true },
        { title: status },
        { title: tasks },
        { title: last },
        { title: next },
      ];
      const rows = found.items.map((one) => [
        String(one.id),
        one.name,
        formatRunState(one.status, call.language),
        String(one.taskCount),
        one.lastRun === null ? "-" : formatRunState(one.lastRun.outcome, call.language),
        formatTime(one.nextRunAt),
      ]);
      printLines(formatTable(columns, rows));
    }
    return 0;
  },
};

const run: Command = {
  name: "run",
  summary: { en: "pull subscriptions now", zh: "立即拉取订阅" },
  notes: {
    en: "With --wait or --follow, the exit code is that of the pull.",
    zh: "使用 --wait 或 --follow 时，退出码为拉取的退出码。",
  },
  operands: [{ name: "subscription", isMany: true, completes: "subscription" }],
  options: {
    wait: { short: "w", meaning: { en: "wait until the pulls have ended", zh: "等待拉取结束" } },
    follow: { short: "f", meaning: { en: "wait and print the log", zh: "等待并输出日志" } },
    ...panelOptions,
  },
  async run(call) {
    const api = await connect(call);
    const { items } = await api.list<Subscription>("/subscriptions");
    const found = call.operands.map((wanted) => findByName(items, wanted, call.language));
    const ids = found.map(({ id }) => id);
    const { results } = await api.json("POST", "/subscriptions/run", { body: { ids } });
    const isJson = call.has("json");
    const follows = call.has("follow");
    if (!follows && !call.has("wait")) return reportResults(results, { found, call, did: "pulling" });
    let code = reportResults(results, { found, call, did: "pulling", onlyErrors: isJson });
    const runs: Run[] = [];
    for (const { id, ok } of results) {
      const [pull] = ok ? (await api.list<Run>(`/subscriptions/${id}/runs`, {}, 1)).items : [];
      if (pull === undefined) continue;
      if (follows && !isJson) await followLog(api, pull.id);
      const ended = await waitForRun(api, pull.id);
      runs.push(ended);
      code ||= exitCodeOf(ended);
      const { name } = found.find((one) => one.id === id)!;
      if (!isJson) note(`${name}: ${formatRunState(ended.state, call.language)}`);
    }
    if (isJson) printJson({ items: runs });
    return code;
  },
};

export const subscriptionCommands: CommandGroup = {
  name: "sub",
  summary: { en: "list and pull subscriptions", zh: "列出并拉取订阅" },
  commands: [list, run],
};

const messages = {
  en: {
    none: "No subscriptions found",
    columns: ["ID", "NAME", "STATUS", "TASKS", "LAST PULL", "NEXT PULL"] as const,
  },
  zh: {
    none: "没有找到订阅",
    columns: ["ID", "名称", "状态", "任务数", "最近结果", "下次拉取"] as const,
  },
};
