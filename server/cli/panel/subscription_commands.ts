import type { Run } from "../../contract/runs.ts";
import type { Subscription } from "../../contract/subscriptions.ts";
import { type Command, type CommandGroup, panelOptions } from "../command.ts";
import { exitCodeOf, followLog, waitForRun } from "./follow_run.ts";
import { formatRunState, formatTime } from "./format_run.ts";
import { findOperands, listCommand } from "./named_lists.ts";
import { reportResults } from "./task_commands.ts";
import { note, printJson } from "../terminal.ts";

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
    const { api, found } = await findOperands<Subscription>(call, "/subscriptions");
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

const list = listCommand<Subscription>({
  path: "/subscriptions",
  summary: { en: "list subscriptions", zh: "列出订阅" },
  messages: {
    en: {
      none: "No subscriptions found",
      columns: ["ID", "NAME", "STATUS", "TASKS", "LAST PULL", "NEXT PULL"],
    },
    zh: { none: "没有找到订阅", columns: ["ID", "名称", "状态", "任务数", "最近结果", "下次拉取"] },
  },
  cells: ({ status, taskCount, lastRun, nextRunAt }, language) => [
    formatRunState(status, language),
    String(taskCount),
    lastRun === null ? "-" : formatRunState(lastRun.outcome, language),
    formatTime(nextRunAt),
  ],
});

export const subscriptionCommands: CommandGroup = {
  name: "sub",
  summary: { en: "list and pull subscriptions", zh: "列出并拉取订阅" },
  commands: [list, run],
};
