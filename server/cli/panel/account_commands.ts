import type { AccountChange, AccountEntry, CreatedInvitation } from "../../contract/accounts.ts";
import { type Role, roles } from "../../contract/roles.ts";
import { type Call, type Command, type CommandGroup, panelOptions, type Text } from "../command.ts";
import { formatTable, note, printJson, printLines } from "../terminal.ts";
import { NameError } from "./find_by_name.ts";
import { formatTime } from "./format_run.ts";
import { connect, type PanelApi } from "./panel_api.ts";

const roleOperand = { name: "role", values: roles };
const labels = {
  value: "labels",
  meaning: {
    en: "only for tasks with one of these labels, separated by commas",
    zh: "仅限带有这些标签之一的任务，用逗号分隔",
  },
};

const list: Command = {
  name: "list",
  summary: { en: "list accounts", zh: "列出账户" },
  options: panelOptions,
  async run(call) {
    const api = await connect(call);
    const items = await readAccounts(api);
    if (call.has("json")) {
      printJson({ items });
      return 0;
    }
    const text = messages[call.language];
    printLines(formatTable(
      text.columns.map((title, index) => ({ title, isFlexible: index === 1 })),
      items.map(({ id, username, role, labels, disabled, lastLoginAt }) => [
        ...[String(id), username, roleNames[role][call.language], labels?.join(", ") ?? text.whole],
        ...[disabled ? text.disabled : text.active, formatTime(lastLoginAt)],
      ]),
    ));
    return 0;
  },
};

const invite: Command = {
  name: "invite",
  summary: { en: "invite a person", zh: "邀请用户" },
  notes: {
    en: "The link works once, within 72 hours. Without SUNDIAL_PUBLIC_URL it lacks the address of the panel.",
    zh: "链接仅可使用一次，72 小时内有效。未设置 SUNDIAL_PUBLIC_URL 时，链接不含面板地址。",
  },
  operands: [roleOperand],
  options: {
    labels,
    username: { value: "name", meaning: { en: "the name of the account", zh: "账户的用户名" } },
    ...panelOptions,
  },
  async run(call) {
    const api = await connect(call);
    const body = { role: call.operands[0], labels: labelsOf(call), username: call.text("username") };
    const created = await api.json<CreatedInvitation>("POST", "/accounts/invitations", { body });
    if (call.has("json")) printJson(created);
    else printLines([created.url]);
    return 0;
  },
};

const role: Command = {
  name: "role",
  summary: { en: "change the role of an account", zh: "修改账户的角色" },
  notes: {
    en: "Without --labels, the role holds for the whole panel.",
    zh: "不使用 --labels 时，角色适用于整个面板。",
  },
  operands: [{ name: "account" }, roleOperand],
  options: { labels, ...panelOptions },
  run: (call) => change(call, { role: call.operands[1] as Role, labels: labelsOf(call) }), // checked against `values`
};

const disable = changeCommand("disable", { disabled: true }, {
  en: "disable an account and end its sessions",
  zh: "禁用账户并结束其会话",
});
const enable = changeCommand("enable", { disabled: false }, { en: "enable an account", zh: "启用账户" });

function changeCommand(name: string, body: AccountChange, summary: Text): Command {
  return {
    ...{ name, summary, operands: [{ name: "account" }], options: panelOptions },
    run: (call) => change(call, body),
  };
}

const sessions: Command = {
  name: "sessions",
  summary: { en: "end all sessions of an account", zh: "结束账户的所有会话" },
  operands: [{ name: "account" }],
  options: panelOptions,
  async run(call) {
    const api = await connect(call);
    const { id, username, sessions } = await findAccount(api, call);
    await api.json("DELETE", `/accounts/${id}/sessions`);
    if (call.has("json")) printJson({ id, ended: sessions });
    else note(messages[call.language].ended(username, sessions));
    return 0;
  },
};

async function change(call: Call, body: AccountChange): Promise<number> {
  const api = await connect(call);
  const { id } = await findAccount(api, call);
  const changed = await api.json<AccountEntry>("PATCH", `/accounts/${id}`, { body });
  if (call.has("json")) printJson(changed);
  else note(messages[call.language].changed(changed.username));
  return 0;
}

async function readAccounts(api: PanelApi): Promise<AccountEntry[]> {
  return (await api.json<{ items: AccountEntry[] }>("GET", "/accounts")).items;
}

// A part of a name is not enough: somebody else could be meant.
async function findAccount(api: PanelApi, call: Call): Promise<AccountEntry> {
  const wanted = call.operands[0] ?? "";
  const found = (await readAccounts(api)).find(({ id, username }) =>
    username === wanted || `#${id}` === wanted
  );
  if (!found) throw new NameError(messages[call.language].none(wanted));
  return found;
}

function labelsOf(call: Call): string[] | null {
  return call.text("labels")?.split(",").map((label) => label.trim()).filter((label) => label !== "") ?? null;
}

const roleNames: Record<Role, Text> = {
  administrator: { en: "administrator", zh: "管理员" },
  editor: { en: "editor", zh: "编辑者" },
  operator: { en: "operator", zh: "操作员" },
  viewer: { en: "viewer", zh: "查看者" },
};

const messages = {
  en: {
    columns: ["ID", "NAME", "ROLE", "LABELS", "STATE", "LAST LOGIN"],
    whole: "whole panel",
    active: "active",
    disabled: "disabled",
    none: (wanted: string) => `No account has the name “${wanted}”; an ID begins with #`,
    changed: (name: string) => `Account “${name}” changed`,
    ended: (name: string, count: number) =>
      `${count === 1 ? "1 session" : `${count} sessions`} of “${name}” ended`,
  },
  zh: {
    columns: ["ID", "用户名", "角色", "标签", "状态", "最近登录"],
    whole: "整个面板",
    active: "可用",
    disabled: "已禁用",
    none: (wanted: string) => `没有名为“${wanted}”的账户；ID 须以 # 开头`,
    changed: (name: string) => `账户“${name}”已修改`,
    ended: (name: string, count: number) => `已结束“${name}”的 ${count} 个会话`,
  },
};

export const accountCommands: CommandGroup = {
  name: "account",
  summary: { en: "manage accounts and invitations", zh: "管理账户和邀请" },
  commands: [list, invite, role, disable, enable, sessions],
};
