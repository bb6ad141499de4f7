import { nodeLimits } from "../contract/limits/nodes.ts";
import type { Language } from "../contract/settings.ts";
import { type LogLevel, logLevels } from "./logger.ts";

/** All process settings an operator can change. */
export interface Config {
  host: string;
  port: number;
  /** Empty, or beginning with a slash and not ending with one. */
  basePath: string;
  dataDir: string;
  databaseUrl: string | null;
  /** Name of this node among those that share a database; null for one made of the host and the data folder. */
  nodeName: string | null;
  /** Pools whose runs this node takes. */
  pools: string[];
  /** How many runs this node runs at once; null for a number that fits the machine. */
  capacity: number | null;
  /** Whether a panel leaves all runs to workers. */
  noRunner: boolean;
  /** File of the key that seals secrets; null for the one in the data folder. */
  keyFile: string | null;
  publicUrl: URL | null;
  trustedProxies: string[];
  allowNetworks: string[];
  /** The allowed networks that the operator listed; empty when the default applies. */
  listedNetworks: string[];
  gitProtocols: string[];
  adminUsername: string | null;
  adminPassword: string | null;
  adminPasswordFile: string | null;
  adminLanguage: Language;
  geoFile: string | null;
  logLevel: LogLevel;
  logFormat: "text" | "json";
}

/** One row of the settings table: its variable, its flag, its default, and its parser. */
export interface ConfigOption<T = unknown> {
  key: keyof Config;
  variable: string;
  /** Null for settings that must not appear on a command line. */
  flag: string | null;
  fallback: string | null;
  meaning: { en: string; zh: string };
  /** The only valid values, if they can be listed. */
  choices: readonly string[] | null;
  read(text: string): T;
}

/** Thrown for a setting that cannot be parsed. The message names the variable or flag and its accepted values. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

const PRIVATE_NETWORKS = "10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,fc00::/7";

/** The settings table: parsing, `--help` and the documentation are generated from it. */
export const configOptions: readonly ConfigOption[] = [
  option("host", "SUNDIAL_HOST", "--host", "127.0.0.1", nonEmpty, "address to listen on", "监听地址"),
  option(
    "port",
    "SUNDIAL_PORT",
    "--port",
    "5780",
    port,
    "port; 0 selects a free port",
    "端口，0 表示自动选择空闲端口",
  ),
  option(
    "basePath",
    "SUNDIAL_BASE_PATH",
    "--base-path",
    "/",
    basePath,
    "path prefix of all addresses",
    "所有地址的路径前缀",
  ),
  option(
    "dataDir",
    "SUNDIAL_DATA_DIR",
    "--data-dir",
    "./data",
    nonEmpty,
    "folder for all data",
    "保存所有数据的目录",
  ),
  option(
    "databaseUrl",
    "SUNDIAL_DATABASE_URL",
    "--database-url",
    null,
    databaseUrl,
    "PostgreSQL database, such as postgres://user:password@host/name; embedded by default",
    "PostgreSQL 数据库，如 postgres://user:password@host/name，默认使用内嵌数据库",
  ),
  option(
    "keyFile",
    "SUNDIAL_KEY_FILE",
    "--key-file",
    null,
    nonEmpty,
    "file with the key that encrypts secrets, the same on every machine; created when missing",
    "加密机密所用的密钥文件，每台机器须相同，不存在时自动创建",
  ),
  option(
    "nodeName",
    "SUNDIAL_NODE_NAME",
    "--name",
    null,
    nodeName,
    "with PostgreSQL: name of this node",
    "使用 PostgreSQL 时：本节点的名称",
  ),
  option(
    "pools",
    "SUNDIAL_POOLS",
    "--pools",
    "default",
    poolNames,
    "with PostgreSQL: pools whose tasks this node runs",
    "使用 PostgreSQL 时：本节点运行哪些节点池的任务",
  ),
  option(
    "capacity",
    "SUNDIAL_CAPACITY",
    "--capacity",
    null,
    capacity,
    "with PostgreSQL: how many runs this node runs at once; by default, one per processor, at least 4",
    "使用 PostgreSQL 时：本节点的并发运行数，默认每个处理器一个，至少 4 个",
  ),
  option(
    "noRunner",
    "SUNDIAL_NO_RUNNER",
    "--no-runner",
    "false",
    yesOrNo,
    "with PostgreSQL: true if this panel leaves all tasks to workers",
    "使用 PostgreSQL 时：设为 true，则任务全部由工作节点运行",
  ),
  option(
    "publicUrl",
    "SUNDIAL_PUBLIC_URL",
    "--public-url",
    null,
    webAddress,
    "URL of the panel in browsers; other hosts are rejected",
    "浏览器访问面板的 URL，其他主机名会被拒绝",
  ),
  option(
    "trustedProxies",
    "SUNDIAL_TRUSTED_PROXIES",
    "--trusted-proxies",
    "",
    list,
    "addresses or networks whose X-Forwarded-* headers are trusted",
    "信任其 X-Forwarded-* 请求头的地址或网段",
  ),
  option(
    "allowNetworks",
    "SUNDIAL_ALLOW_NETWORKS",
    "--allow-networks",
    PRIVATE_NETWORKS,
    list,
    "internal networks that outgoing requests may reach",
    "允许对外请求访问的内部网段",
  ),
  option(
    "gitProtocols",
    "SUNDIAL_GIT_PROTOCOLS",
    "--git-protocols",
    "https,http,ssh",
    list,
    "protocols allowed for subscriptions",
    "订阅可用的协议",
  ),
  option(
    "adminUsername",
    "SUNDIAL_ADMIN_USERNAME",
    null,
    null,
    nonEmpty,
    "username of the first account, to set it up without the wizard",
    "首个账户的用户名，设置后无需向导",
  ),
  option(
    "adminPassword",
    "SUNDIAL_ADMIN_PASSWORD",
    null,
    null,
    nonEmpty,
    "password of that account",
    "该账户的密码",
  ),
  option(
    "adminPasswordFile",
    "SUNDIAL_ADMIN_PASSWORD_FILE",
    null,
    null,
    nonEmpty,
    "file that contains that password",
    "保存该密码的文件",
  ),
  option(
    "adminLanguage",
    "SUNDIAL_ADMIN_LANGUAGE",
    null,
    "zh",
    oneOf<Language>(["en", "zh"]),
    "language of a panel set up this way, en or zh",
    "以此方式初始化的面板语言，en 或 zh",
  ),
  option(
    "geoFile",
    "SUNDIAL_GEO_FILE",
    "--geo-file",
    null,
    nonEmpty,
    "file with IP locations (MaxMind format)",
    "IP 归属地数据文件（MaxMind 格式）",
  ),
  option(
    "logLevel",
    "SUNDIAL_LOG_LEVEL",
    "--log-level",
    "info",
    oneOf(logLevels),
    "minimum level of the panel's log",
    "面板日志的最低级别",
  ),
  option(
    "logFormat",
    "SUNDIAL_LOG_FORMAT",
    "--log-format",
    "text",
    oneOf(["text", "json"]),
    "format of the panel's log",
    "面板日志的格式",
  ),
];

/** Reads the settings from flags, then variables, then defaults. Throws `ConfigError`. */
export function readConfig(flags: ReadonlyMap<string, string>, variables: Record<string, string>): Config {
  const flagOf = (row: ConfigOption) => {
    const text = row.flag === null ? undefined : flags.get(row.flag);
    // A flag that is a condition stands alone.
    return text === "" && row.fallback === "false" ? "true" : text;
  };
  const given = (row: ConfigOption) => flagOf(row) ?? (variables[row.variable] || undefined);
  const values = configOptions.map((row): [string, unknown] => {
    const text = given(row) ?? row.fallback;
    const fromVariable = row.flag === null || flags.get(row.flag) === undefined;
    return [row.key, text === null ? null : readOption(row, text, fromVariable)];
  });
  // The table has one row per key, each parsing the type of its key: `option` checks this.
  const config = Object.fromEntries(values) as unknown as Omit<Config, "listedNetworks">;
  const isListed = configOptions.some((row) => row.key === "allowNetworks" && given(row) !== undefined);
  return { ...config, listedNetworks: isListed ? config.allowNetworks : [] };
}

function readOption(row: ConfigOption, text: string, fromVariable: boolean): unknown {
  try {
    return row.read(text.trim());
  } catch (error) {
    const name = fromVariable ? row.variable : row.flag;
    const reason = error instanceof Error ? error.message : error;
    // An address contains a password.
    throw new ConfigError(
      row.key === "databaseUrl" ? `${name} is not valid: ${reason}` : `${name} is "${text}", but ${reason}`,
    );
  }
}

interface Reader<T> {
  (text: string): T;
  choices?: readonly string[];
}

function option<K extends keyof Config>(
  key: K,
  variable: string,
  flag: string | null,
  fallback: string | null,
  read: Reader<Config[K]>,
  en: string,
  zh: string,
): ConfigOption<Config[K]> {
  return { key, variable, flag, fallback, read, choices: read.choices ?? null, meaning: { en, zh } };
}

function nonEmpty(text: string): string {
  if (text === "") throw new Error("it must not be empty");
  return text;
}

function list(text: string): string[] {
  return text.split(",").map((part) => part.trim()).filter((part) => part !== "");
}

function port(text: string): number {
  const number = Number(text);
  if (!/^\d{1,5}$/.test(text) || number > 65_535) throw new Error("a port is a number from 0 to 65535");
  return number;
}

function basePath(text: string): string {
  const parts = text.split("/").filter((part) => part !== "");
  const fine = parts.every((part) => /^[A-Za-z0-9._~-]+$/.test(part) && part !== "." && part !== "..");
  if (!fine) {
    throw new Error("a base path may contain only letters, digits, '.', '_', '~', '-' between slashes");
  }
  return parts.map((part) => `/${part}`).join("");
}

function webAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !["http:", "https:"].includes(url.protocol)) {
    throw new Error("it must be a URL such as https://panel.example.org");
  }
  return url;
}

function databaseUrl(text: string): string {
  if (!/^postgres(ql)?:\/\//.test(text) || !URL.canParse(text)) {
    throw new Error("it must be a URL such as postgres://user@host/name");
  }
  return text;
}

function nodeName(text: string): string {
  if (!/^[\p{L}\p{N}._-]{1,100}$/u.test(text)) {
    throw new Error("a name has up to 100 letters, digits, dots, dashes and underscores");
  }
  return text;
}

function poolNames(text: string): string[] {
  const names = list(text);
  const fine = names.length <= nodeLimits.pools && names.every((name) => /^[A-Za-z0-9._-]{1,50}$/.test(name));
  if (!fine) throw new Error("pools are up to 20 names of letters, digits, dots, dashes and underscores");
  return names;
}

function capacity(text: string): number {
  const number = Number(text);
  if (!/^\d{1,5}$/.test(text) || number === 0) throw new Error("it must be a number from 1 to 99999");
  return number;
}

function yesOrNo(text: string): boolean {
  return oneOf(["true", "false"])(text) === "true";
}

function oneOf<T extends string>(choices: readonly T[]): Reader<T> {
  const read = (text: string) => {
    const found = choices.find((one) => one === text);
    if (found === undefined) throw new Error(`it must be one of ${choices.join(", ")}`);
    return found;
  };
  return Object.assign(read, { choices });
}
