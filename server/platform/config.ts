import type { Language } from "../contract/settings.ts";
import type { Config } from "./config_shape.ts";
import { type ConfigOption, configOptions } from "./config_options.ts";
import { requireBasePath, type Sentence, ValueError } from "./config_values.ts";

/** A setting with a value that cannot be used. */
export interface ConfigIssue {
  /** The flag or the variable. */
  name: string;
  isFlag: boolean;
  /** Null where it must not be printed. */
  value: string | null;
  allowed: Sentence;
}

/** Thrown for settings that cannot be used. The message names each variable or flag, its value, and what is allowed. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";

  constructor(readonly issues: readonly ConfigIssue[]) {
    super(formatConfigIssues(issues, "en"));
  }
}

/** Formats one sentence per issue, each on a line of its own. */
export function formatConfigIssues(issues: readonly ConfigIssue[], language: Language): string {
  return issues.map(({ name, value, allowed }) => {
    if (language === "zh") {
      return value === null ? `${name} 无效：${allowed.zh}` : `${name} 的值为“${value}”，${allowed.zh}`;
    }
    return value === null
      ? `${name} is not valid: ${allowed.en}`
      : `${name} is "${value}", but ${allowed.en}`;
  }).join("\n");
}

export type ConfigSource = "flag" | "environment" | "file" | "default";

export interface ConfigRow {
  option: ConfigOption;
  /** Null when it has neither a value nor a default. */
  text: string | null;
  source: ConfigSource;
}

/** Reads the settings from flags, then variables, then defaults. Throws `ConfigError`. */
export function readConfig(
  flags: ReadonlyMap<string, string>,
  variables: Record<string, string>,
  options: ExamineOptions = {},
): Config {
  const { config, issues } = examineConfig(flags, variables, options);
  if (issues.length > 0) throw new ConfigError(issues);
  return config;
}

export interface ExamineOptions {
  /** Also whether they can be used on this machine, such as files that must exist. */
  onMachine?: boolean;
}

/** Reads the settings; those that cannot be used have their default and are listed as issues. */
export function examineConfig(
  flags: ReadonlyMap<string, string>,
  variables: Record<string, string>,
  options: ExamineOptions = {},
): { config: Config; rows: ConfigRow[]; issues: ConfigIssue[] } {
  const rows = configOptions.map((option) => rowOf(option, flags, variables));
  const issues: ConfigIssue[] = [];
  const values = rows.map((row): [string, unknown] => {
    const value = readRow(row, options);
    if (!(value instanceof ValueError)) return [row.option.key, value];
    issues.push(issueOf(row, value));
    return [row.option.key, readRow({ ...row, text: row.option.fallback })];
  });
  const read = Object.fromEntries(values);
  issues.push(
    ...[findBasePathIssue(rows, read), findAuthHeaderIssue(rows, read)].filter((one) => one !== null),
  );
  // The table has one row per key, each parsing the type of its key: `option` checks this.
  const config = read as unknown as Omit<Config, "listedNetworks">;
  const networks = rows.find(({ option }) => option.key === "allowNetworks");
  const isListed = networks !== undefined && networks.source !== "default";
  return { config: { ...config, listedNetworks: isListed ? config.allowNetworks : [] }, rows, issues };
}

/** Returns a setting for display: a secret only as three stars. */
export function displayValue({ option, text }: ConfigRow): string {
  if (text === null || text === "") return "";
  if (option.secret === "whole") return "***";
  if (option.secret === null || !URL.canParse(text)) return option.secret === null ? text : "***";
  const url = new URL(text);
  if (url.password !== "") url.password = "***";
  // The password can be a parameter, too.
  return url.search === "" ? url.href : `${url.href.slice(0, -url.search.length)}?***`;
}

function rowOf(
  option: ConfigOption,
  flags: ReadonlyMap<string, string>,
  variables: Record<string, string>,
): ConfigRow {
  const flag = option.flag === null ? undefined : flags.get(option.flag);
  // A flag that is a condition stands alone.
  if (flag !== undefined) {
    return { option, text: flag === "" && option.fallback === "false" ? "true" : flag, source: "flag" };
  }
  const text = variables[option.variable];
  if (text) return { option, text, source: "environment" };
  const file = configOptions.find(({ key }) => key === "adminPasswordFile")!.variable;
  const isInFile = option.key === "adminPassword" && Boolean(variables[file]);
  return { option, text: option.fallback, source: isInFile ? "file" : "default" };
}

function readRow({ option, text }: ConfigRow, { onMachine = false }: ExamineOptions = {}): unknown {
  if (text === null) return null;
  const plain = option.secret === "whole" ? text : text.trim();
  try {
    if (onMachine) option.onMachine?.(plain);
    return option.read(plain);
  } catch (error) {
    if (error instanceof ValueError) return error;
    throw error;
  }
}

function findBasePathIssue(rows: readonly ConfigRow[], values: Record<string, unknown>): ConfigIssue | null {
  const { publicUrl, basePath } = values;
  const row = rows.find(({ option }) => option.key === "publicUrl");
  if (!(publicUrl instanceof URL) || row === undefined) return null;
  try {
    requireBasePath(publicUrl, String(basePath));
    return null;
  } catch (error) {
    if (error instanceof ValueError) return issueOf(row, error);
    throw error;
  }
}

// Without addresses, the header would log in nobody, and the operator would look for the reason elsewhere.
function findAuthHeaderIssue(
  rows: readonly ConfigRow[],
  values: Record<string, unknown>,
): ConfigIssue | null {
  const { authHeader, authHeaderProxies } = values;
  const row = rows.find(({ option }) => option.key === "authHeader");
  if (authHeader === null || !Array.isArray(authHeaderProxies) || authHeaderProxies.length > 0) return null;
  return row === undefined ? null : issueOf(
    row,
    new ValueError(
      "SUNDIAL_AUTH_HEADER_PROXIES does not list the addresses of the proxies that set it",
      "SUNDIAL_AUTH_HEADER_PROXIES 没有列出设置该请求头的代理的地址",
    ),
  );
}

function issueOf({ option, text, source }: ConfigRow, { allowed }: ValueError): ConfigIssue {
  const isFlag = source === "flag";
  return {
    name: isFlag ? option.flag! : option.variable,
    isFlag,
    value: option.secret === null ? text : null,
    allowed,
  };
}

/** Returns the address of the panel for links from outside, with its base path; null if it is not configured. */
export function publicAddress(
  { publicUrl, basePath }: Pick<Config, "publicUrl" | "basePath">,
): string | null {
  return publicUrl === null ? null : `${publicUrl.origin}${basePath}`;
}
