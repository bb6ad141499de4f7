// The settings table: parsing, `--help`, `check` and the documentation are generated from it.
import { roles } from "../contract/roles.ts";
import type { Config } from "./config_shape.ts";
import {
  basePath,
  capacity,
  databaseUrl,
  gitProtocols,
  headerName,
  host,
  networks,
  nodeName,
  nonEmpty,
  oneOf,
  poolNames,
  port,
  publicUrl,
  readableFile,
  type Reader,
  roleRules,
  type Sentence,
  timeZone,
  variableNames,
  yesOrNo,
} from "./config_values.ts";
import { logLevels } from "./logger.ts";

/** One row of the settings table. */
export interface ConfigOption<T = unknown> {
  key: keyof Config;
  variable: string;
  /** Null for settings that must not appear on a command line. */
  flag: string | null;
  fallback: string | null;
  meaning: Sentence;
  /** `whole`: never printed; `address`: printed without its password. */
  secret: "whole" | "address" | null;
  /** The only valid values, if they can be listed. */
  choices: readonly string[] | null;
  read(text: string): T;
  /** Refuses what is no value on this machine, for commands that use it. */
  onMachine: Reader<unknown> | null;
}

type Row<K extends keyof Config> =
  & { key: K; variable: string; read: Reader<NonNullable<Config[K]>>; en: string; zh: string }
  & Partial<Pick<ConfigOption, "flag" | "fallback" | "secret" | "onMachine">>;

const PRIVATE_NETWORKS = "10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,fc00::/7";

export const configOptions: readonly ConfigOption[] = [
  option({
    key: "host",
    variable: "SUNDIAL_HOST",
    flag: "--host",
    fallback: "127.0.0.1",
    read: host,
    en: "address to listen on",
    zh: "监听地址",
  }),
  option({
    key: "port",
    variable: "SUNDIAL_PORT",
    flag: "--port",
    fallback: "5780",
    read: port,
    en: "port; 0 selects a free port",
    zh: "端口，0 表示自动选择空闲端口",
  }),
  option({
    key: "basePath",
    variable: "SUNDIAL_BASE_PATH",
    flag: "--base-path",
    fallback: "/",
    read: basePath,
    en: "path prefix of all addresses",
    zh: "所有地址的路径前缀",
  }),
  option({
    key: "dataDir",
    variable: "SUNDIAL_DATA_DIR",
    flag: "--data-dir",
    fallback: "./data",
    read: nonEmpty,
    en: "folder for all data",
    zh: "保存所有数据的目录",
  }),
  option({
    key: "isNew",
    variable: "SUNDIAL_NEW",
    flag: "--new",
    fallback: "false",
    read: yesOrNo,
    en: "true to begin with a new panel in a data folder that was in use but has no database",
    zh: "设为 true，则在使用过但没有数据库的数据目录中新建面板",
  }),
  option({
    key: "databaseUrl",
    variable: "SUNDIAL_DATABASE_URL",
    flag: "--database-url",
    secret: "address",
    read: databaseUrl,
    en: "PostgreSQL database, such as postgres://user:password@host/name; embedded by default",
    zh: "PostgreSQL 数据库，如 postgres://user:password@host/name，默认使用内嵌数据库",
  }),
  option({
    key: "keyFile",
    variable: "SUNDIAL_KEY_FILE",
    flag: "--key-file",
    read: nonEmpty,
    en: "file with the key that encrypts secrets, the same on every machine; created when missing",
    zh: "加密机密所用的密钥文件，每台机器须相同，不存在时自动创建",
  }),
  option({
    key: "nodeName",
    variable: "SUNDIAL_NODE_NAME",
    flag: "--name",
    read: nodeName,
    en: "with PostgreSQL: name of this node",
    zh: "使用 PostgreSQL 时：本节点的名称",
  }),
  option({
    key: "pools",
    variable: "SUNDIAL_POOLS",
    flag: "--pools",
    fallback: "default",
    read: poolNames,
    en: "with PostgreSQL: pools whose tasks this node runs",
    zh: "使用 PostgreSQL 时：本节点运行哪些节点池的任务",
  }),
  option({
    key: "capacity",
    variable: "SUNDIAL_CAPACITY",
    flag: "--capacity",
    read: capacity,
    en: "with PostgreSQL: how many runs this node runs at once; by default, one per processor, at least 4",
    zh: "使用 PostgreSQL 时：本节点的并发运行数，默认每个处理器一个，至少 4 个",
  }),
  option({
    key: "noRunner",
    variable: "SUNDIAL_NO_RUNNER",
    flag: "--no-runner",
    fallback: "false",
    read: yesOrNo,
    en: "with PostgreSQL: true if this panel leaves all tasks to workers",
    zh: "使用 PostgreSQL 时：设为 true，则任务全部由工作节点运行",
  }),
  option({
    key: "publicUrl",
    variable: "SUNDIAL_PUBLIC_URL",
    flag: "--public-url",
    read: publicUrl,
    en: "URL of the panel in browsers; other hosts are rejected",
    zh: "浏览器访问面板的 URL，其他主机名会被拒绝",
  }),
  option({
    key: "hsts",
    variable: "SUNDIAL_HSTS",
    flag: "--hsts",
    read: yesOrNo,
    en:
      "with a public URL on https: true to let browsers use https only for the whole host; by default, without a base path",
    zh: "公开 URL 使用 https 时：设为 true，则浏览器只用 https 访问整个主机，默认仅在没有路径前缀时启用",
  }),
  option({
    key: "trustedProxies",
    variable: "SUNDIAL_TRUSTED_PROXIES",
    flag: "--trusted-proxies",
    fallback: "",
    read: networks,
    en: "addresses or networks whose X-Forwarded-* headers are trusted",
    zh: "信任其 X-Forwarded-* 请求头的地址或网段",
  }),
  option({
    key: "authHeader",
    variable: "SUNDIAL_AUTH_HEADER",
    read: headerName,
    en: "header in which a proxy names the logged-in person, such as Remote-User; none by default",
    zh: "代理用来指明已登录用户的请求头，如 Remote-User，默认不使用",
  }),
  option({
    key: "authHeaderProxies",
    variable: "SUNDIAL_AUTH_HEADER_PROXIES",
    fallback: "",
    read: networks,
    en: "addresses or networks of the proxies whose header logs people in",
    zh: "可通过该请求头登录用户的代理的地址或网段",
  }),
  option({
    key: "authHeaderGroups",
    variable: "SUNDIAL_AUTH_HEADER_GROUPS",
    read: headerName,
    en: "header with the groups of that person, such as Remote-Groups",
    zh: "列出该用户所属组的请求头，如 Remote-Groups",
  }),
  option({
    key: "authHeaderRoles",
    variable: "SUNDIAL_AUTH_HEADER_ROLES",
    fallback: "",
    read: roleRules,
    en: "roles of groups, such as admins=administrator,ops=operator:backup|mail; labels follow the colon",
    zh: "各组的角色，如 admins=administrator,ops=operator:backup|mail，冒号后为标签",
  }),
  option({
    key: "authHeaderDefaultRole",
    variable: "SUNDIAL_AUTH_HEADER_DEFAULT_ROLE",
    read: oneOf(roles),
    en: "role of whom no group gives one; by default, only people with an account log in",
    zh: "没有组给予角色时的角色，默认仅已有账户的用户可登录",
  }),
  option({
    key: "allowNetworks",
    variable: "SUNDIAL_ALLOW_NETWORKS",
    flag: "--allow-networks",
    fallback: PRIVATE_NETWORKS,
    read: networks,
    en: "internal networks that outgoing requests may reach",
    zh: "允许对外请求访问的内部网段",
  }),
  option({
    key: "gitProtocols",
    variable: "SUNDIAL_GIT_PROTOCOLS",
    flag: "--git-protocols",
    fallback: "https,http,ssh",
    read: gitProtocols,
    en: "protocols allowed for subscriptions",
    zh: "订阅可用的协议",
  }),
  option({
    key: "passVariables",
    variable: "SUNDIAL_PASS_VARIABLES",
    flag: "--pass-variables",
    fallback: "",
    read: variableNames,
    en: "variables of the panel itself that tasks get as well, such as PGHOST,OTEL_*",
    zh: "面板自用的变量中也提供给任务的变量，如 PGHOST,OTEL_*",
  }),
  option({
    key: "adminUsername",
    variable: "SUNDIAL_ADMIN_USERNAME",
    read: nonEmpty,
    en: "username of the first account, to set it up without the wizard",
    zh: "首个账户的用户名，设置后无需向导",
  }),
  option({
    key: "adminPassword",
    variable: "SUNDIAL_ADMIN_PASSWORD",
    secret: "whole",
    read: (text) => nonEmpty(text.trim()),
    en: "password of that account",
    zh: "该账户的密码",
  }),
  option({
    key: "adminPasswordFile",
    variable: "SUNDIAL_ADMIN_PASSWORD_FILE",
    read: nonEmpty,
    en: "file that contains that password",
    zh: "保存该密码的文件",
  }),
  option({
    key: "adminLanguage",
    variable: "SUNDIAL_ADMIN_LANGUAGE",
    fallback: "zh",
    read: oneOf(["en", "zh"]),
    en: "language of a panel set up this way, en or zh",
    zh: "以此方式初始化的面板语言，en 或 zh",
  }),
  option({
    key: "geoFile",
    variable: "SUNDIAL_GEO_FILE",
    flag: "--geo-file",
    read: nonEmpty,
    onMachine: readableFile,
    en: "file with IP locations (MaxMind format)",
    zh: "IP 归属地数据文件（MaxMind 格式）",
  }),
  option({
    key: "logLevel",
    variable: "SUNDIAL_LOG_LEVEL",
    flag: "--log-level",
    fallback: "info",
    read: oneOf(logLevels),
    en: "minimum level of the panel's log",
    zh: "面板日志的最低级别",
  }),
  option({
    key: "logFormat",
    variable: "SUNDIAL_LOG_FORMAT",
    flag: "--log-format",
    fallback: "text",
    read: oneOf(["text", "json"]),
    en: "format of the panel's log",
    zh: "面板日志的格式",
  }),
  option({
    key: "timeZone",
    variable: "TZ",
    read: timeZone,
    en: "time zone until one is set in the page",
    zh: "在页面中设置之前使用的时区",
  }),
  option({
    key: "zoneFolder",
    variable: "TZDIR",
    fallback: "/usr/share/zoneinfo",
    read: nonEmpty,
    en: "folder with the time zone rules of the machine",
    zh: "本机时区规则所在的目录",
  }),
  option({
    key: "token",
    variable: "SUNDIAL_TOKEN",
    secret: "whole",
    read: (text) => nonEmpty(text.trim()),
    en: "token of an application, for commands with --url",
    zh: "应用的令牌，供带 --url 的命令使用",
  }),
  option({
    key: "backupPassphrase",
    variable: "SUNDIAL_BACKUP_PASSPHRASE",
    secret: "whole",
    read: nonEmpty,
    en: "passphrase for sundial backup and restore",
    zh: "sundial backup 和 restore 的密码短语",
  }),
];

function option<K extends keyof Config>(
  { en, zh, flag = null, fallback = null, secret = null, onMachine = null, ...row }: Row<K>,
): ConfigOption<NonNullable<Config[K]>> {
  return {
    ...row,
    flag,
    fallback,
    secret,
    onMachine,
    choices: row.read.choices ?? null,
    meaning: { en, zh },
  };
}
