import type { ImportNote, ImportRefusal, Variable, VariableImportResult } from "../../contract/variables.ts";
import { type Command, type CommandGroup, type Operand, panelOptions, type Text } from "../command.ts";
import { connect, type PanelApi } from "./panel_api.ts";
import { readInput } from "./read_input.ts";
import { formatTable, note, print, printJson, printLines } from "../terminal.ts";

const oneName: Operand = { name: "name", completes: "variable" };

const list: Command = {
  name: "list",
  summary: { en: "list variables", zh: "列出环境变量" },
  notes: {
    en: "Values of secrets are not printed.",
    zh: "不输出机密变量的值。",
  },
  options: {
    search: {
      short: "q",
      value: "text",
      meaning: { en: "search names, remarks and values", zh: "搜索名称、备注和值" },
    },
    label: { value: "label", meaning: { en: "only variables with this label", zh: "只列出带此标签的变量" } },
    ...panelOptions,
  },
  async run(call) {
    const api = await connect(call);
    const query = { q: call.text("search"), label: call.text("label") };
    const found = await api.list<Variable>("/variables", query);
    const text = messages[call.language];
    if (call.has("json")) printJson(found);
    else if (found.items.length === 0) note(text.none);
    else {
      const [id, name, value, remarks] = text.columns;
      const columns = [
        { title: id },
        { title: name },
        { title: value, isFlexible: true },
        { title: remarks, isFlexible: true },
      ];
      const rows = found.items.map((one) => [
        String(one.id),
        one.enabled ? one.name : `${one.name} ${text.disabled}`,
        one.value,
        one.remarks,
      ]);
      printLines(formatTable(columns, rows));
    }
    return 0;
  },
};

const set: Command = {
  name: "set",
  summary: { en: "set the value of a variable", zh: "设置环境变量的值" },
  notes: {
    en:
      "Creates the variable, or changes its value and keeps the rest. With - the value is read from standard\n" +
      "input, so that it does not appear in the history of the shell. Put a value that starts with a dash after\n" +
      "--.",
    zh:
      "变量不存在时创建，存在时只修改值。值为 - 时从标准输入读取，不会留在 shell 历史中。\n以短横线开头的值请放在 -- 之后。",
  },
  operands: [oneName, { name: "value|-" }],
  options: {
    secret: { meaning: { en: "encrypt it and mask it in logs", zh: "加密保存，并在日志中隐去" } },
    remarks: { value: "text", meaning: { en: "remarks", zh: "备注" } },
    label: { value: "label", meaning: { en: "label of a new variable", zh: "新变量的标签" } },
    add: { meaning: { en: "add another one of the same name", zh: "添加一个同名变量" } },
    ...panelOptions,
  },
  async run(call) {
    const [name = "", given = ""] = call.operands;
    const value = given === "-" ? (await readInput("-")).replace(/\r?\n$/, "") : given;
    const api = await connect(call);
    const text = messages[call.language];
    const known = call.has("add") ? [] : await findVariables(api, name);
    if (known.length > 1) throw new Error(text.several(name, known));
    const remarks = call.text("remarks");
    const more = { ...(call.has("secret") && { secret: true }), ...(remarks !== undefined && { remarks }) };
    const [variable] = known;
    const body = variable ? { value, ...more } : { name, value, labels: call.list("label"), ...more };
    const stored = variable
      ? await api.json<Variable>("PATCH", `/variables/${variable.id}`, { body })
      : await api.json<Variable>("POST", "/variables", { body });
    if (call.has("json")) printJson(stored);
    else printLines([variable ? text.changed(stored.name) : text.created(stored.name)]);
    return 0;
  },
};

const unset: Command = {
  name: "unset",
  summary: { en: "delete variables", zh: "删除环境变量" },
  operands: [{ ...oneName, isMany: true }],
  options: {
    all: { meaning: { en: "also if several have the same name", zh: "同名的变量全部删除" } },
    ...panelOptions,
  },
  async run(call) {
    const api = await connect(call);
    const text = messages[call.language];
    const found: Variable[] = [];
    for (const name of call.operands) {
      const known = await findVariables(api, name);
      if (known.length === 0) throw new Error(text.missing(name));
      if (known.length > 1 && !call.has("all")) throw new Error(text.severalUnset(name, known));
      found.push(...known);
    }
    const ids = [...new Set(found.map(({ id }) => id))];
    const result = await api.json("DELETE", "/variables", { body: { ids } });
    if (call.has("json")) printJson(result);
    else printLines(found.map(({ name }) => text.deleted(name)));
    return result.results.every(({ ok }: { ok: boolean }) => ok) ? 0 : 1;
  },
};

const importFile: Command = {
  name: "import",
  summary: { en: "import variables from a file", zh: "从文件导入环境变量" },
  notes: {
    en: "Reads a .env file, or JSON as exported by this and other panels; - is standard input.",
    zh: "读取 .env 文件，或本面板及其他面板导出的 JSON；- 表示标准输入。",
  },
  operands: [{ name: "file|-", completes: "file" }],
  options: {
    format: {
      value: "format",
      values: ["env", "json"],
      meaning: { en: "format of the file", zh: "文件格式" },
    },
    existing: {
      value: "rule",
      values: ["add", "replace", "skip"],
      meaning: { en: "names that exist with another value (add)", zh: "名称已存在且值不同时（默认 add）" },
    },
    secret: { meaning: { en: "make them secret", zh: "设为机密" } },
    "dry-run": { meaning: { en: "change nothing", zh: "不作修改" } },
    ...panelOptions,
  },
  async run(call) {
    const [file = ""] = call.operands;
    const text = await readInput(file);
    const format = call.text("format") ?? (/^\s*[[{]/.test(text) ? "json" : "env");
    const api = await connect(call);
    const result = await api.json<VariableImportResult>("POST", "/variables/import", {
      body: {
        format,
        text,
        existing: call.text("existing") ?? "add",
        secret: call.has("secret"),
        preview: call.has("dry-run"),
      },
    });
    if (call.has("json")) printJson(result);
    else {
      const { imported, line } = messages[call.language];
      for (const { name, place, reason, note: importNote } of result.items) {
        if (reason !== null) note(line(place, name, refusals[reason][call.language]));
        else if (importNote !== null) note(line(place, name, noteTexts[importNote][call.language]));
      }
      printLines([imported(result)]);
    }
    return result.items.some(({ reason }) => reason !== null) ? 1 : 0;
  },
};

const exportFile: Command = {
  name: "export",
  summary: { en: "print all variables", zh: "导出环境变量" },
  notes: {
    en: "Without --secrets, the values of secrets are left out.",
    zh: "不带 --secrets 时，不导出机密变量的值。",
  },
  options: {
    format: {
      value: "format",
      values: ["env", "json"],
      meaning: { en: "format (env)", zh: "格式（默认 env）" },
    },
    secrets: { meaning: { en: "include secrets in plain text", zh: "包含机密变量的明文" } },
    ...panelOptions,
  },
  async run(call) {
    const api = await connect(call);
    const format = call.has("json") ? "json" : call.text("format") ?? "env";
    const body = { format, secrets: call.has("secrets") };
    const output = await (await api.send("POST", "/variables/export", { body })).text();
    print(output.endsWith("\n") || output === "" ? output : `${output}\n`);
    return 0;
  },
};

export const variableCommands: CommandGroup = {
  name: "env",
  summary: { en: "manage variables", zh: "管理环境变量" },
  commands: [list, set, unset, importFile, exportFile],
};

async function findVariables(api: PanelApi, nameOrId: string): Promise<Variable[]> {
  if (/^\d+$/.test(nameOrId)) return [await api.json<Variable>("GET", `/variables/${nameOrId}`)];
  return (await api.list<Variable>("/variables", { name: nameOrId })).items;
}

const ids = (found: readonly Variable[]) => found.map(({ id }) => id).join(", ");

const messages = {
  en: {
    columns: ["ID", "NAME", "VALUE", "REMARKS"] as const,
    none: "No variables found",
    disabled: "(disabled)",
    created: (name: string) => `Created ${name}`,
    changed: (name: string) => `Changed ${name}`,
    deleted: (name: string) => `Deleted ${name}`,
    missing: (name: string) => `There is no variable ${name}`,
    several: (name: string, found: readonly Variable[]) =>
      `${found.length} variables are named ${name}: use an ID (${ids(found)}), or --add for another one`,
    severalUnset: (name: string, found: readonly Variable[]) =>
      `${found.length} variables are named ${name}: use an ID (${ids(found)}), or --all`,
    line: (place: number, name: string, reason: string) => `Entry ${place} ${name}: ${reason}`,
    imported: ({ added, replaced, skipped }: VariableImportResult) =>
      `${added} added, ${replaced} replaced, ${skipped} skipped`,
  },
  zh: {
    columns: ["ID", "名称", "值", "备注"] as const,
    none: "没有找到环境变量",
    disabled: "（已禁用）",
    created: (name: string) => `已创建 ${name}`,
    changed: (name: string) => `已修改 ${name}`,
    deleted: (name: string) => `已删除 ${name}`,
    missing: (name: string) => `没有名为 ${name} 的环境变量`,
    several: (name: string, found: readonly Variable[]) =>
      `有 ${found.length} 个变量名为 ${name}：请使用 ID（${ids(found)}），或用 --add 再添加一个`,
    severalUnset: (name: string, found: readonly Variable[]) =>
      `有 ${found.length} 个变量名为 ${name}：请使用 ID（${ids(found)}），或用 --all 全部删除`,
    line: (place: number, name: string, reason: string) => `第 ${place} 项 ${name}：${reason}`,
    imported: ({ added, replaced, skipped }: VariableImportResult) =>
      `新增 ${added} 个，替换 ${replaced} 个，跳过 ${skipped} 个`,
  },
};

const noteTexts: Record<ImportNote, Text> = {
  expanded: {
    en: "names of earlier lines are replaced by their values",
    zh: "已将前面各行定义的变量名替换为对应的值",
  },
  unknown_reference: {
    en: "names after $ that no earlier line sets stay as text",
    zh: "$ 后的变量名未在前面各行中定义，按原样保留",
  },
};

const refusals: Record<ImportRefusal, Text> = {
  no_name: { en: "it has no name", zh: "没有名称" },
  bad_name: {
    en: "a name has letters, digits and _ only, and no digit first",
    zh: "名称只能包含字母、数字和下划线，且不能以数字开头",
  },
  reserved_name: { en: "names with SUNDIAL_ belong to the panel", zh: "SUNDIAL_ 开头的名称由面板保留" },
  shell_name: { en: "the shell sets this variable itself", zh: "该变量由 shell 自行设置" },
  no_value: { en: "it has no value", zh: "没有值" },
  bad_value: { en: "the value is no text, or contains NUL", zh: "值不是文本，或包含 NUL" },
  value_too_long: { en: "the value is too long", zh: "值过长" },
  bad_remarks: { en: "the remarks are too long or no text", zh: "备注过长或不是文本" },
  bad_labels: { en: "the labels are not valid", zh: "标签无效" },
  not_understood: { en: "not of the form NAME=value", zh: "应为 NAME=value 的形式" },
  quote_open: { en: "a quote is not closed", zh: "引号没有闭合" },
  after_quote: { en: "there is text after the closing quote", zh: "引号闭合后还有内容" },
};
