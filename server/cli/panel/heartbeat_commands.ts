import type { Heartbeat, HeartbeatState, Ping } from "../../contract/heartbeats.ts";
import type { List } from "../../contract/shapes.ts";
import { type Command, type CommandGroup, panelOptions, type Text } from "../command.ts";
import { formatState, printJson, printLines, type Style } from "../terminal.ts";
import { formatDuration, formatTime } from "./format_run.ts";
import { findOperands, listCommand } from "./named_lists.ts";

const PINGS = 10;

const show: Command = {
  name: "show",
  summary: { en: "show a heartbeat and its newest pings", zh: "显示心跳检测及最近的心跳" },
  notes: {
    en: "The exit code is 1 if the heartbeat is down.",
    zh: "心跳中断时退出码为 1。",
  },
  operands: [{ name: "heartbeat" }],
  options: panelOptions,
  async run(call) {
    const { api, found: [heartbeat] } = await findOperands<Heartbeat>(call, "/heartbeats");
    const pings = await api.json<List<Ping>>("GET", `/heartbeats/${heartbeat.id}/pings`, {
      query: { pageSize: PINGS },
    });
    if (call.has("json")) printJson({ ...heartbeat, pings: pings.items });
    else {
      const text = messages[call.language];
      const { text: names, style } = states[heartbeat.state];
      printLines([
        `${heartbeat.name}  ${formatState(names[call.language], style)}`,
        text.schedule(heartbeat.schedule ?? formatDuration(heartbeat.periodMs)),
        text.due(formatTime(heartbeat.dueAt)),
        text.path(heartbeat.path),
        "",
        ...pings.items.map(({ at, kind, exitCode, durationMs, ip }) =>
          [
            formatTime(at),
            kinds[kind][call.language] + (exitCode === null ? "" : ` ${exitCode}`),
            formatDuration(durationMs),
            ip,
          ].join("  ")
        ),
      ]);
    }
    return heartbeat.state === "down" ? 1 : 0;
  },
};

const states: Record<HeartbeatState, { text: Text; style: Style }> = {
  new: { text: { en: "new", zh: "等待首次心跳" }, style: "dim" },
  up: { text: { en: "up", zh: "正常" }, style: "green" },
  started: { text: { en: "started", zh: "进行中" }, style: "cyan" },
  late: { text: { en: "late", zh: "迟到" }, style: "yellow" },
  down: { text: { en: "down", zh: "中断" }, style: "red" },
  paused: { text: { en: "paused", zh: "已暂停" }, style: "dim" },
};

const kinds: Record<Ping["kind"], Text> = {
  success: { en: "success", zh: "成功" },
  start: { en: "start", zh: "开始" },
  fail: { en: "failure", zh: "失败" },
  log: { en: "log", zh: "日志" },
  ignored: { en: "ignored", zh: "忽略" },
};

const messages = {
  en: {
    none: "No heartbeats found",
    columns: ["ID", "NAME", "STATE", "LAST PING", "DUE"],
    schedule: (schedule: string) => `Expected: ${schedule}`,
    due: (time: string) => `Due:      ${time}`,
    path: (path: string) => `Address:  ${path} (below the address of the panel)`,
  },
  zh: {
    none: "没有找到心跳检测",
    columns: ["ID", "名称", "状态", "最近心跳", "应到时间"],
    schedule: (schedule: string) => `预期：${schedule}`,
    due: (time: string) => `应到：${time}`,
    path: (path: string) => `地址：${path}（面板地址之后的部分）`,
  },
};

const list = listCommand<Heartbeat>({
  path: "/heartbeats",
  query: { sort: "state" },
  summary: { en: "list heartbeats", zh: "列出心跳检测" },
  messages,
  cells: ({ state, lastPingAt, dueAt }, language) => [
    formatState(states[state].text[language], states[state].style),
    formatTime(lastPingAt),
    formatTime(dueAt),
  ],
});

export const heartbeatCommands: CommandGroup = {
  name: "heartbeat",
  summary: { en: "list and show heartbeats", zh: "列出并显示心跳检测" },
  commands: [list, show],
};
