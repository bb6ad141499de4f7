import { resolve } from "node:path";
import type {
  ConfigurationAction,
  ConfigurationChange,
  ConfigurationFile,
  ConfigurationFiles,
  ConfigurationPlan,
} from "../../contract/configuration.ts";
import type { Language } from "../../contract/settings.ts";
import { type Call, type Command, panelOptions } from "../command.ts";
import { complain } from "../command_result.ts";
import { note, printJson, printLines } from "../terminal.ts";
import { connect } from "./panel_api.ts";

/** Longest value of a field in a line. */
const MAX_VALUE = 60;

const folder = { name: "folder", completes: "folder" } as const;
const pruneOption = {
  prune: {
    meaning: {
      en: "delete what was applied from this folder and is no longer in it",
      zh: "删除曾由此目录应用、但目录中已不存在的对象",
    },
  },
};

const exporting: Command = {
  name: "export",
  summary: {
    en: "write tasks, views, calendars, windows, heartbeats, channels and rules as files, without secrets",
    zh: "将任务、视图、日历、维护窗口、心跳检测、通知渠道和通知规则写为文件，不含机密",
  },
  notes: {
    en: "Writes one YAML file for each object. Removes only files that an earlier export has written;\n" +
      "all others in the folder stay.",
    zh: "每个对象写为一个 YAML 文件。只删除之前导出时写入的文件，目录中的其他文件保持不变。",
  },
  operands: [folder],
  options: panelOptions,
  async run(call) {
    const { FolderError, writeConfigurationFolder } = await loadFolder();
    const root = resolve(call.operands[0] ?? ".");
    const { files } = await (await connect(call)).json<ConfigurationFiles>("GET", "/configuration/export");
    try {
      const { written, removed } = await writeConfigurationFolder(root, files);
      if (call.has("json")) printJson({ files: files.map(({ path }) => path), written, removed });
      else note(messages[call.language].exported(files.length, written.length, removed.length));
      return 0;
    } catch (error) {
      if (!(error instanceof FolderError)) throw error;
      return complain(`${error.path}: ${messages[call.language].problems[error.problem]}`, 1);
    }
  },
};

const plan: Command = {
  name: "plan",
  summary: {
    en: "show what applying a folder of files would change",
    zh: "显示应用目录中的文件会作哪些修改",
  },
  notes: {
    en:
      "Changes nothing. The exit code is 0 if there is nothing to do, 2 if there are changes, and 1 if the\n" +
      "folder cannot be read or applied.",
    zh: "不作任何修改。无需修改时退出码为 0，有修改时为 2，目录无法读取或应用时为 1。",
  },
  operands: [folder],
  options: { ...pruneOption, ...panelOptions },
  run: (call) =>
    send(call, "plan", (changes) => changes.some(({ action }) => action !== "unchanged") ? 2 : 0),
};

const apply: Command = {
  name: "apply",
  summary: {
    en: "make the panel what a folder of files describes, all of it or nothing",
    zh: "按目录中的文件修改面板，全部应用或完全不应用",
  },
  operands: [folder],
  options: { ...pruneOption, ...panelOptions },
  run: (call) => send(call, "apply", () => 0),
};

async function send(
  call: Call,
  action: "plan" | "apply",
  codeOf: (changes: readonly ConfigurationChange[]) => number,
): Promise<number> {
  const { FolderError, readConfigurationFolder } = await loadFolder();
  const text = messages[call.language];
  const root = resolve(call.operands[0] ?? ".");
  let files: ConfigurationFile[];
  try {
    files = await readConfigurationFolder(root);
  } catch (error) {
    if (!(error instanceof FolderError)) throw error;
    return complain(`${error.path}: ${text.problems[error.problem]}`, 1);
  }
  const body = { files, folder: root, prune: call.has("prune") };
  const api = await connect(call);
  const { changes } = await api.json<ConfigurationPlan>("POST", `/configuration/${action}`, { body });
  if (call.has("json")) printJson({ changes });
  else {
    printLines(changes.flatMap((change) => linesOf(change, call.language)));
    const count = changes.filter((change) => change.action !== "unchanged").length;
    note(count === 0 ? text.nothing : text[action](count));
  }
  return codeOf(changes);
}

const signs: Record<Exclude<ConfigurationAction, "unchanged">, string> = {
  create: "+",
  update: "~",
  delete: "-",
};

function linesOf(
  { path, name, action, fields, missingSecrets }: ConfigurationChange,
  language: Language,
): string[] {
  const { secret } = messages[language];
  const missing = missingSecrets.length === 0 ? [] : [`  ! ${path}: ${secret(missingSecrets.join(", "))}`];
  if (action === "unchanged") return missing;
  const changed = action !== "update"
    ? []
    : fields.map(({ field, from, to }) => `    ${field}: ${formatValue(from)} → ${formatValue(to)}`);
  return [`${signs[action]} ${path}  ${name}`, ...changed, ...missing];
}

function formatValue(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text;
}

async function loadFolder() {
  return await import("../../features/configuration/configuration_folder.ts");
}

const messages = {
  en: {
    exported: (all: number, written: number, removed: number) =>
      `${all} files: ${written} written, ${removed} removed, the others were up to date`,
    nothing: "Nothing to do",
    plan: (count: number) =>
      count === 1
        ? "1 change. Apply it with sundial apply"
        : `${count} changes. Apply them with sundial apply`,
    apply: (count: number) => count === 1 ? "1 change applied" : `${count} changes applied`,
    secret: (names: string) => `secret must be entered on the panel: ${names}`,
    problems: {
      not_a_folder: "This is not a folder",
      no_objects:
        "None of the folders tasks, views, calendars, windows, heartbeats, channels and rules is in it",
      capitals: "The folder name must be lowercase",
      link: "Links and special files are not read",
      too_large: "The files are too large: 2 MB each, 10 MB together",
      too_many: "More than 5,000 files",
      not_text: "The file is not text in UTF-8",
    },
  },
  zh: {
    exported: (all: number, written: number, removed: number) =>
      `共 ${all} 个文件：写入 ${written} 个，删除 ${removed} 个，其余已是最新`,
    nothing: "无需修改",
    plan: (count: number) => `${count} 处修改。用 sundial apply 应用`,
    apply: (count: number) => `已应用 ${count} 处修改`,
    secret: (names: string) => `须在面板中输入机密：${names}`,
    problems: {
      not_a_folder: "不是目录",
      no_objects: "其中没有 tasks、views、calendars、windows、heartbeats、channels 或 rules 目录",
      capitals: "目录名须为小写字母",
      link: "不读取链接和特殊文件",
      too_large: "文件过大：单个不超过 2 MB，合计不超过 10 MB",
      too_many: "文件超过 5,000 个",
      not_text: "文件不是 UTF-8 文本",
    },
  },
} as const;

export const configurationCommands: readonly Command[] = [exporting, plan, apply];
