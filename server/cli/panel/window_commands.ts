import type { MaintenanceWindow } from "../../contract/windows.ts";
import { type Command, type CommandGroup, panelOptions } from "../command.ts";
import { note, printJson } from "../terminal.ts";
import { findOperands, listCommand } from "./named_lists.ts";

const show: Command = {
  name: "show",
  summary: { en: "show a maintenance window", zh: "显示维护窗口" },
  operands: [{ name: "window" }],
  options: panelOptions,
  async run(call) {
    const { api, found: [{ id }] } = await findOperands<MaintenanceWindow>(call, "/windows");
    printJson(await api.json("GET", `/windows/${id}`));
    return 0;
  },
};

const end: Command = {
  name: "end",
  summary: { en: "end a maintenance window that is open", zh: "结束开启中的维护窗口" },
  operands: [{ name: "window" }],
  options: panelOptions,
  async run(call) {
    const { api, found: [{ id, name }] } = await findOperands<MaintenanceWindow>(call, "/windows");
    const ended = await api.json<MaintenanceWindow>("POST", `/windows/${id}/end`);
    if (call.has("json")) printJson(ended);
    else note(messages[call.language].ended(name));
    return 0;
  },
};

const fetch: Command = {
  name: "fetch",
  summary: { en: "fetch the iCalendar address of a maintenance window", zh: "获取维护窗口的 iCalendar 地址" },
  operands: [{ name: "window" }],
  options: panelOptions,
  async run(call) {
    const { api, found: [{ id, name }] } = await findOperands<MaintenanceWindow>(call, "/windows");
    const fetched = await api.json<MaintenanceWindow>("POST", `/windows/${id}/fetch`);
    const { copy } = fetched;
    const text = messages[call.language];
    if (call.has("json")) printJson(fetched);
    else note(copy === null ? text.noAddress(name) : copy.error ?? text.fetched(name));
    return copy !== null && copy.error === null ? 0 : 1;
  },
};

type Texts = (typeof messages)["en" | "zh"];

function stateOf({ active, nextFrom }: MaintenanceWindow, { states }: Texts): string {
  return active ? states.open : nextFrom === null ? states.over : states.planned;
}

const messages = {
  en: {
    none: "No maintenance windows found",
    columns: ["ID", "NAME", "STATE", "FROM", "TO"],
    states: { open: "open", planned: "planned", over: "over" },
    ended: (name: string) => `Maintenance window “${name}” ended`,
    fetched: (name: string) => `Address of “${name}” fetched`,
    noAddress: (name: string) => `“${name}” has no iCalendar address`,
  },
  zh: {
    none: "没有找到维护窗口",
    columns: ["ID", "名称", "状态", "开始", "结束"],
    states: { open: "开启", planned: "计划中", over: "已结束" },
    ended: (name: string) => `维护窗口“${name}”已结束`,
    fetched: (name: string) => `已获取“${name}”的地址`,
    noAddress: (name: string) => `“${name}”没有 iCalendar 地址`,
  },
};

const list = listCommand<MaintenanceWindow>({
  path: "/windows",
  summary: { en: "list maintenance windows", zh: "列出维护窗口" },
  messages,
  cells: (one, language) => [stateOf(one, messages[language]), one.nextFrom ?? "-", one.nextTo ?? "-"],
});

export const windowCommands: CommandGroup = {
  name: "window",
  summary: { en: "show, end and fetch maintenance windows", zh: "查看、结束和获取维护窗口" },
  commands: [list, show, end, fetch],
};
