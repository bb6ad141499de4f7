import { type Dependency, type DependencyState, dependencyTypes } from "../../contract/dependencies.ts";
import { type Command, type CommandGroup, panelOptions, type Text } from "../command.ts";
import { connect, type PanelApi } from "./panel_api.ts";
import { formatState, formatTable, note, printJson, printLines, type Style } from "../terminal.ts";
import { sleep, systemClock } from "../../platform/clock.ts";

const POLL_MS = 500;

const list: Command = {
  name: "list",
  summary: { en: "list dependencies", zh: "列出依赖" },
  options: {
    type: { value: "type", values: dependencyTypes, meaning: { en: "only this type", zh: "只列出此类型" } },
    ...panelOptions,
  },
  async run(call) {
    const api = await connect(call);
    const found = await api.list<Dependency>("/dependencies", { type: call.text("type") });
    const text = messages[call.language];
    if (call.has("json")) printJson(found);
    else if (found.items.length === 0) note(text.none);
    else printTable(found.items, call.language);
    return 0;
  },
};

const add: Command = {
  name: "add",
  summary: { en: "install packages", zh: "安装依赖" },
  notes: {
    en: "Names are those of the package manager, with a version if wanted: axios@1, requests==2.32.",
    zh: "名称与包管理器一致，可带版本：axios@1、requests==2.32。",
  },
  operands: [{ name: "type", values: dependencyTypes }, { name: "package", isMany: true }],
  options: {
    wait: { short: "w", meaning: { en: "wait until they are installed", zh: "等待安装完成" } },
    remarks: { value: "text", meaning: { en: "remarks", zh: "备注" } },
    ...panelOptions,
  },
  async run(call) {
    const [type, ...names] = call.operands;
    const remarks = call.text("remarks") ?? "";
    const api = await connect(call);
    const { items } = await api.json<{ items: Dependency[] }>("POST", "/dependencies", {
      body: names.map((name) => ({ type, name, remarks })),
    });
    const ended = call.has("wait") ? await Promise.all(items.map(({ id }) => waitFor(api, id))) : items;
    if (call.has("json")) printJson({ items: ended });
    else printTable(ended, call.language);
    return call.has("wait") && ended.some(({ state }) => state !== "installed") ? 1 : 0;
  },
};

export const dependencyCommands: CommandGroup = {
  name: "dep",
  summary: { en: "list and install dependencies", zh: "列出并安装依赖" },
  commands: [list, add],
};

async function waitFor(api: PanelApi, id: number): Promise<Dependency> {
  for (;;) {
    const one = await api.json<Dependency>("GET", `/dependencies/${id}`);
    if (one.state !== "queued" && one.state !== "installing") return one;
    await sleep(systemClock, POLL_MS);
  }
}

function printTable(items: readonly Dependency[], language: keyof Text): void {
  const [id, type, name, version, state, reason] = messages[language].columns;
  const columns = [
    { title: id },
    { title: type },
    { title: name, isFlexible: true },
    { title: version },
    { title: state },
    { title: reason, isFlexible: true },
  ];
  const rows = items.map((one) => [
    String(one.id),
    one.type,
    one.name,
    one.installedVersion ?? "-",
    formatState(states[one.state][language], states[one.state].color),
    one.reason ?? "",
  ]);
  printLines(formatTable(columns, rows));
}

const states: Record<DependencyState, Text & { color: Style }> = {
  queued: { en: "queued", zh: "排队中", color: "yellow" },
  installing: { en: "installing", zh: "安装中", color: "cyan" },
  installed: { en: "installed", zh: "已安装", color: "green" },
  install_failed: { en: "installation failed", zh: "安装失败", color: "red" },
  deleting: { en: "uninstalling", zh: "卸载中", color: "cyan" },
  deleted: { en: "uninstalled", zh: "已卸载", color: "dim" },
  delete_failed: { en: "uninstallation failed", zh: "卸载失败", color: "red" },
  cancelled: { en: "canceled", zh: "已取消", color: "dim" },
};

const messages = {
  en: { none: "No dependencies found", columns: ["ID", "TYPE", "NAME", "VERSION", "STATE", ""] as const },
  zh: { none: "没有找到依赖", columns: ["ID", "类型", "名称", "版本", "状态", ""] as const },
};
