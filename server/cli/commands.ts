// The table of contents of the command line. What a command needs is loaded when it runs.
import { backupParts } from "../contract/automatic_backups.ts";
import { configOptions } from "../platform/config_options.ts";
import type { NodeRole } from "../contract/limits/nodes.ts";
import {
  type Call,
  type Command,
  type CommandGroup,
  dataDirOption,
  jsonOption,
  type Option,
} from "./command.ts";
import { completionScript, type Shell, shells } from "./completion.ts";
import { accountCommands } from "./panel/account_commands.ts";
import { calendarCommands } from "./panel/calendar_commands.ts";
import { flowCommands } from "./panel/flow_commands.ts";
import { windowCommands } from "./panel/window_commands.ts";
import { dependencyCommands } from "./panel/dependency_commands.ts";
import { heartbeatCommands } from "./panel/heartbeat_commands.ts";
import { environmentFileCommand } from "./environment_file_command.ts";
import { importCommand } from "./import_command.ts";
import { configurationCommands } from "./panel/configuration_commands.ts";
import { runCommands } from "./panel/run_commands.ts";
import { scriptCommands } from "./panel/script_commands.ts";
import { subscriptionCommands } from "./panel/subscription_commands.ts";
import { taskCommands } from "./panel/task_commands.ts";
import { print } from "./terminal.ts";
import { variableCommands } from "./panel/variable_commands.ts";

const workerOptions = [
  ...["database-url", "key-file", "data-dir", "pools", "name", "capacity"],
  ...["allow-networks", "git-protocols", "pass-variables", "log-level", "log-format"],
];

const serve: Command = {
  name: "serve",
  summary: { en: "start the panel (default without a command)", zh: "启动面板（默认命令）" },
  notes: {
    en: "Each option is also available as the environment variable in parentheses.",
    zh: "每个选项也可用括号中的环境变量设置。",
  },
  options: Object.fromEntries(configOptions.flatMap(({ flag, variable, fallback, meaning, choices }) => {
    if (flag === null) return [];
    const [name, more] = [flag.slice(2), fallback ? `, ${fallback}` : ""];
    const option: Option = {
      ...(fallback !== "false" && { value: name.split("-").at(-1)! }),
      ...(name === "data-dir" && { completes: "folder" as const }),
      ...(choices && { completes: choices }),
      meaning: { en: `${meaning.en} (${variable}${more})`, zh: `${meaning.zh}（${variable}${more}）` },
    };
    return [[name, option]];
  })),
  run: (call) => serveAs("panel", call),
};

const worker: Command = {
  name: "worker",
  summary: {
    en: "run the tasks of panels that share a PostgreSQL database",
    zh: "运行共用 PostgreSQL 的面板的任务",
  },
  notes: {
    en: "Needs the database and the key file of the panels. Stops on SIGTERM; running tasks continue.",
    zh: "需要与面板相同的数据库和密钥文件。收到 SIGTERM 后停止，运行中的任务继续运行。",
  },
  options: pick(serve.options ?? {}, workerOptions),
  run: (call) => serveAs("worker", call),
};

function pick(options: Readonly<Record<string, Option>>, names: readonly string[]): Record<string, Option> {
  return Object.fromEntries(Object.entries(options).filter(([name]) => names.includes(name)));
}

async function serveAs(role: NodeRole, call: Call): Promise<number> {
  const { serve } = await import("./serve.ts");
  const given = configOptions.flatMap(({ flag }) => {
    if (flag === null) return [];
    const name = flag.slice(2);
    const value = call.text(name) ?? (call.has(name) ? "true" : undefined);
    return value === undefined ? [] : [[flag, value] as const];
  });
  return await serve(new Map(given), call.language, role);
}

const watch: Command = {
  name: "watch",
  summary: {
    en: "run a command and report its start and end to a heartbeat",
    zh: "运行命令，并向心跳检测报告其开始和结束",
  },
  notes: {
    en:
      "The exit code is that of the command, which also runs if the panel does not answer. The last lines that it\n" +
      "prints are kept with the ping, except on a terminal. A key without --url is one of the panel on this machine.",
    zh:
      "退出码为命令的退出码；面板没有响应时，命令仍会运行。命令输出的最后几行随心跳保存，在终端中运行时除外。\n" +
      "只给出密钥且没有 --url 时，使用本机的面板。",
  },
  options: {
    heartbeat: {
      value: "key|address",
      meaning: { en: "key or address of the heartbeat", zh: "心跳检测的密钥或地址" },
    },
    url: { value: "url", meaning: { en: "panel at another address", zh: "其他地址的面板" } },
    "data-dir": dataDirOption,
  },
  rest: "command",
  run: async (call) => await (await import("./watch.ts")).watch(call),
};

const partsOption: Option = {
  value: "parts",
  values: backupParts,
  isList: true,
  meaning: { en: `some of ${backupParts.join(",")}`, zh: `部分内容：${backupParts.join(",")}` },
};
const passphraseOption: Option = {
  value: "file",
  completes: "file",
  meaning: {
    en: "file with the passphrase (or SUNDIAL_BACKUP_PASSPHRASE)",
    zh: "保存密码短语的文件（或 SUNDIAL_BACKUP_PASSPHRASE）",
  },
};
const archiveOptions = {
  "data-dir": dataDirOption,
  parts: partsOption,
  "passphrase-file": passphraseOption,
  json: jsonOption,
};

const backup: Command = {
  name: "backup",
  summary: {
    en: "create a backup, even while the panel is running",
    zh: "创建备份，面板运行时也可使用",
  },
  operands: [{ name: "file", isOptional: true, completes: "file" }],
  options: archiveOptions,
  run: async (call) => await (await import("./backup.ts")).backup(call),
};

const restore: Command = {
  name: "restore",
  summary: {
    en: "restore a backup while the panel is not running",
    zh: "恢复备份，须先停止面板",
  },
  operands: [{ name: "file", completes: "file" }],
  options: archiveOptions,
  run: async (call) => await (await import("./restore.ts")).restore(call),
};

const migrate: Command = {
  name: "migrate",
  summary: {
    en: "move all data to PostgreSQL or back while no panel is running",
    zh: "将全部数据迁移到 PostgreSQL 或迁回，须先停止面板",
  },
  notes: {
    en:
      "Copies every table in one transaction, compares counts and hashes, and leaves the source as it was.\n" +
      "The target must be empty. With --to sqlite, SUNDIAL_DATABASE_URL names the source, and the logs,\n" +
      "file versions and trash in it are written into the data folder; what cannot come along is listed first.\n" +
      "With SUNDIAL_KEY_FILE, the key of secrets is copied to that file, or back.",
    zh: "在一个事务中复制所有表，比对行数和哈希，源数据保持不变。\n" +
      "目标必须为空。使用 --to sqlite 时，源由 SUNDIAL_DATABASE_URL 指定，其中的日志、文件版本和回收站\n" +
      "会写入数据目录；无法带走的内容会先列出。\n" +
      "设置 SUNDIAL_KEY_FILE 时，机密密钥会复制到该文件或从中复制回来。",
  },
  options: {
    to: {
      value: "url",
      completes: ["sqlite"],
      meaning: { en: "PostgreSQL URL, or sqlite", zh: "PostgreSQL URL，或 sqlite" },
    },
    "leave-behind": {
      meaning: {
        en: "with sqlite: go on without what only another machine has",
        zh: "迁回 sqlite 时，忽略仅存于其他机器上的内容",
      },
    },
    "data-dir": dataDirOption,
    json: jsonOption,
  },
  run: async (call) => await (await import("./migrate.ts")).migrate(call),
};

const userOption: Option = { value: "name", meaning: { en: "account", zh: "账户的用户名" } };

const resetPassword: Command = {
  name: "reset-password",
  summary: {
    en: "set a new password and revoke other logins, even while the panel is running",
    zh: "设置新密码并撤销其他登录方式，面板运行时也可使用",
  },
  notes: {
    en: "Asks for the new password in a terminal, otherwise reads the first line of standard input.\n" +
      "Ends all sessions, removes passkeys and suspends applications unless told to keep them.",
    zh:
      "在终端中会提示输入新密码，否则读取标准输入的第一行。\n结束所有会话、移除通行密钥并停用应用，除非指定保留。",
  },
  options: {
    user: userOption,
    generate: { meaning: { en: "generate the password and print it", zh: "自动生成并显示密码" } },
    "keep-passkeys": { meaning: { en: "keep passkeys", zh: "保留通行密钥" } },
    "keep-identities": { meaning: { en: "keep identities of single sign-on", zh: "保留单点登录身份" } },
    "keep-applications": { meaning: { en: "do not suspend applications", zh: "不停用应用" } },
    "data-dir": dataDirOption,
    json: jsonOption,
  },
  run: async (call) => await (await import("./reset_account.ts")).resetPasswordCommand(call),
};

const resetFactor: Command = {
  name: "reset-2fa",
  summary: {
    en: "turn off two-factor authentication, even while the panel is running",
    zh: "关闭两步验证，面板运行时也可使用",
  },
  options: { user: userOption, "data-dir": dataDirOption, json: jsonOption },
  run: async (call) => await (await import("./reset_account.ts")).resetFactorCommand(call),
};

const key: CommandGroup = {
  name: "key",
  summary: { en: "the key that encrypts secrets", zh: "加密机密所用的密钥" },
  commands: [{
    name: "reset",
    summary: {
      en: "give up the secrets of a lost key and keep everything else",
      zh: "放弃由已丢失的密钥加密的机密，保留其他数据",
    },
    notes: {
      en: "Lists what is lost and asks first. Does nothing if the key file is right. The panel must not run.",
      zh: "先列出将丢失的内容并询问。密钥文件正确时不作修改。须先停止面板。",
    },
    options: {
      yes: { meaning: { en: "do not ask", zh: "不询问" } },
      "data-dir": dataDirOption,
      json: jsonOption,
    },
    run: async (call) => await (await import("./reset_key.ts")).resetKey(call),
  }],
};

const check: Command = {
  name: "check",
  summary: {
    en: "check settings, data folder, database, key, port, tools, clock and disk",
    zh: "检查设置、数据目录、数据库、密钥、端口、工具、时钟和磁盘",
  },
  notes: {
    en: "Changes nothing. The exit code is 1 if there is a problem; warnings do not count.",
    zh: "不作任何修改。有问题时退出码为 1，“注意”不算问题。",
  },
  options: { "data-dir": dataDirOption, json: jsonOption },
  run: async (call) => await (await import("./check.ts")).check(call),
};

const service: CommandGroup = {
  name: "service",
  summary: { en: "run the panel as a service", zh: "将面板作为服务运行" },
  commands: [{
    name: "install",
    summary: { en: "write a systemd unit", zh: "写入 systemd 单元" },
    options: {
      user: { meaning: { en: "a service of the current user", zh: "安装为当前用户的服务" } },
      "run-as": {
        value: "user",
        meaning: {
          en: "account of the panel (an own one; root for tasks that need it)",
          zh: "面板所用的系统账户（默认为单独的账户；任务需要 root 权限时可用 root）",
        },
      },
      print: { meaning: { en: "print the unit instead", zh: "只显示，不写入" } },
      force: { meaning: { en: "replace an existing unit", zh: "覆盖已有的单元" } },
      "data-dir": dataDirOption,
      json: jsonOption,
    },
    run: async (call) => (await import("./service.ts")).installService(call),
  }, {
    name: "uninstall",
    summary: { en: "stop the service and remove its unit", zh: "停止服务并删除其单元" },
    options: {
      user: { meaning: { en: "the service of the current user", zh: "当前用户的服务" } },
      json: jsonOption,
    },
    run: async (call) => (await import("./service.ts")).uninstallService(call),
  }],
};

const completion: Command = {
  name: "completion",
  summary: { en: "print the completion script of a shell", zh: "输出 shell 补全脚本" },
  notes: {
    en: "bash: source <(sundial completion bash)\nzsh:  source <(sundial completion zsh)\n" +
      "fish: sundial completion fish | source",
    zh: "bash：source <(sundial completion bash)\nzsh：source <(sundial completion zsh)\n" +
      "fish：sundial completion fish | source",
  },
  operands: [{ name: "shell", values: shells }],
  run(call) {
    print(completionScript(call.operands[0] as Shell)); // checked against `values`
    return Promise.resolve(0);
  },
};

/** Every command, in the order of the help. */
export const commands: readonly (Command | CommandGroup)[] = [
  serve,
  worker,
  taskCommands,
  runCommands,
  variableCommands,
  scriptCommands,
  subscriptionCommands,
  dependencyCommands,
  calendarCommands,
  flowCommands,
  windowCommands,
  heartbeatCommands,
  accountCommands,
  watch,
  backup,
  restore,
  importCommand,
  ...configurationCommands,
  environmentFileCommand,
  migrate,
  check,
  key,
  service,
  resetPassword,
  resetFactor,
  completion,
];
