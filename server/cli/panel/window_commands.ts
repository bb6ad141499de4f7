import type { MaintenanceWindow } from "../../contract/windows.ts";
import { type Command, type CommandGroup, panelOptions } from "../command.ts";
import { formatTable, note, printJson, printLines } from "../terminal.ts";
import { findByName } from "./find_by_name.ts";
import { connect } from "./panel_api.ts";

const list: Command = {
  name: "list",
  summary: { en: "list maintenance windows", zh: "列出维护窗口" },
  options: panelOptions,
  async run(call) {
    const api = await connect(call);
    const found = await api.json<{ items: MaintenanceWindow[] }>("GET", "/windows");
    const text = messages[call.language];
    if (call.has("json")) printJson(found);
    else if (found.items.length === 0) note(text.none);
    else {
      const [id, name, state, from, to] = text.columns;
      printLines(formatTable(
        [{ title: id }, { title: name, isFlexible: true }, { title: state }, { title: from }, { title: to }],
        found.items.map((one) => [
          ...[String(one.id), one.name, stateOf(one, text)],
          ...[one.nextFrom ?? "-", one.nextTo ?? "-"],
        ]),
      ));
    }
    return 0;
  },
};

const show: Command = {
  name: "show",
  summary: { en: "show a maintenance window", zh: "显示维护窗口" },
  operands: [{ name: "window" }],
  options: panelOptions,
  async run(call) {
    const api = await connect(call);
    const { items } = await api.json<{ items: MaintenanceWindow[] }>("GET", "/windows");
    printJson(findByName(items, call.operands[0]!, call.language));
    return 0;
  },
};

const end: Command = {
  name: "end",
  summary: { en: "end a maintenance window that is open", zh: "结束开启中的维护窗口" },
  operands: [{ name: "window" }],
  options: panelOptions,
  async run(call) {
    const api = await connect(call);
    const { items } = await api.json<{ items: MaintenanceWindow[] }>("GET", "/windows");
    const { id, name } = findByName(items, call.operands[0]!, call.language);
    const ended = await api.json<MaintenanceWindow>("POST", `/windows/${id}/end`);
    if (call.has("json")) printJson(ended);
    else note(messages[call.language].ended(name));
    return 0;
  },
};

export const windowCommands: CommandGroup = {
  name: "window",
  summary: { en: "show and end maintenance windows", zh: "查看和结束维护窗口" },
  commands: [list, show, end],
};

type Texts = (typeof messages)["en" | "zh"];

function stateOf({ active, nextFrom }: MaintenanceWindow, { states }: Texts): string {
  return active ? states.open : nextFrom === null ? states.over : states.planned;
}

const messages = {
  en: {
    none: "No maintenance windows found",
    columns: ["ID", "NAME", "STATE", "FROM", "TO"] as const,
    states: { open: "open", planned: "planned", over: "over" },
    ended: (name: string) => `Maintenance window “${name}” ended`,
  },
  zh: {
    none: "没有找到维护窗口",
    columns: ["ID", "名称", "状态", "开始", "结束"] as const,
    states: { open: "开启", planned: "计划中", over: "已结束" },
    ended: (name: string) => `维护窗口“${name}”已结束`,
  },
};
