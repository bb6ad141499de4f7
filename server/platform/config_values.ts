// How the text of a setting becomes its value. What cannot be used is refused here, with what is allowed, before anything starts.
import { closeSync, existsSync, fstatSync, openSync } from "node:fs";
import { isIP } from "node:net";
import type { RoleRule } from "../contract/identity_providers.ts";
import { nodeLimits } from "../contract/limits/nodes.ts";
import { roles } from "../contract/roles.ts";
import { subscriptionProtocols } from "../contract/subscription_address.ts";
import { parseNetworks } from "./networks.ts";

export type Sentence = Readonly<Record<"en" | "zh", string>>;

/** A text is no value of its setting; `allowed` continues a sentence that began with the text. */
export class ValueError extends Error {
  override readonly name = "ValueError";
  readonly allowed: Sentence;

  constructor(en: string, zh: string) {
    super(en);
    this.allowed = { en, zh };
  }
}

export interface Reader<T> {
  (text: string): T;
  /** The only valid values, if they can be listed. */
  choices?: readonly string[];
}

export function nonEmpty(text: string): string {
  if (text === "") throw new ValueError("it must not be empty", "不能为空");
  return text;
}

export function host(text: string): string {
  const isName = text.length <= 253 && /^[A-Za-z0-9_](?:[A-Za-z0-9_.-]*[A-Za-z0-9_])?$/.test(text);
  // What looks like an address must be one.
  const isAddress = isIP(text.replace(/%[\w.-]+$/, "")) !== 0;
  if (isAddress || (isName && !/^[\d.]+$/.test(text))) return text;
  throw new ValueError(
    "it must be an address of this machine or a host name, such as 127.0.0.1, 0.0.0.0 or ::1, without brackets and port",
    "必须是本机地址或主机名，如 127.0.0.1、0.0.0.0 或 ::1，不带方括号和端口",
  );
}

export function port(text: string): number {
  const number = Number(text);
  if (/^\d{1,5}$/.test(text) && number <= 65_535) return number;
  throw new ValueError("a port is a number from 0 to 65535", "端口必须是 0 到 65535 的数字");
}

export function basePath(text: string): string {
  const parts = text.split("/").filter((part) => part !== "");
  const fine = parts.every((part) => /^[A-Za-z0-9._~-]+$/.test(part) && part !== "." && part !== "..");
  if (fine) return parts.map((part) => `/${part}`).join("");
  throw new ValueError(
    "a base path may contain only letters, digits, '.', '_', '~', '-' between slashes",
    "路径前缀的各段只能包含字母、数字和 '.'、'_'、'~'、'-'",
  );
}

export function publicUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !["http:", "https:"].includes(url.protocol)) {
    throw new ValueError(
      "it must be a URL such as https://panel.example.org",
      "必须是 https://panel.example.org 这样的 URL",
    );
  }
  if (`${url.username}${url.password}${url.search}${url.hash}` === "") return url;
  throw new ValueError(
    "it must have neither a login nor a query, such as https://panel.example.org",
    "不能包含登录信息或查询参数，如 https://panel.example.org",
  );
}

/** Refuses a public URL whose path is not the base path: links and cookies go by the latter. */
export function requireBasePath(url: URL, basePath: string): void {
  const path = url.pathname.replace(/\/$/, "");
  if (path === "" || path === basePath) return;
  throw new ValueError(
    `its path is not that of SUNDIAL_BASE_PATH; leave it out, or set SUNDIAL_BASE_PATH to ${path}`,
    `其路径与 SUNDIAL_BASE_PATH 不同，请去掉路径，或将 SUNDIAL_BASE_PATH 设为 ${path}`,
  );
}

export function databaseUrl(text: string): string {
  if (/^postgres(ql)?:\/\//.test(text) && URL.canParse(text)) return text;
  throw new ValueError(
    "it must be a URL such as postgres://user@host/name",
    "必须是 postgres://user@host/name 这样的 URL",
  );
}

export function nodeName(text: string): string {
  if (/^[\p{L}\p{N}._-]{1,100}$/u.test(text)) return text;
  throw new ValueError(
    "a name has up to 100 letters, digits, dots, dashes and underscores",
    "名称最多 100 个字母、数字、点、连字符和下划线",
  );
}

export function poolNames(text: string): string[] {
  const names = list(text);
  const fine = names.length <= nodeLimits.pools && names.every((name) => /^[A-Za-z0-9._-]{1,50}$/.test(name));
  if (fine) return names;
  throw new ValueError(
    "pools are up to 20 names of letters, digits, dots, dashes and underscores",
    "最多 20 个节点池名称，由字母、数字、点、连字符和下划线组成",
  );
}

export function capacity(text: string): number {
  const number = Number(text);
  if (/^\d{1,5}$/.test(text) && number > 0) return number;
  throw new ValueError("it must be a number from 1 to 99999", "必须是 1 到 99999 的数字");
}

export const yesOrNo: Reader<boolean> = (text) => oneOf(["true", "false"])(text) === "true";

export function networks(text: string): string[] {
  const entries = list(text);
  try {
    parseNetworks(entries);
    return entries;
  } catch {
    throw new ValueError(
      "it must list IP addresses and networks, such as 127.0.0.1,10.0.0.0/8",
      "必须是以逗号分隔的 IP 地址或网段，如 127.0.0.1,10.0.0.0/8",
    );
  }
}

/** Name of a header; no one that the panel itself reads or a browser sends by itself. */
export function headerName(text: string): string {
  const isReserved =
    /^(?:authorization|cookie|host|origin|referer|forwarded|sec-.*|x-forwarded-(?:for|host|proto))$/i
      .test(text);
  if (/^[A-Za-z0-9-]{1,100}$/.test(text) && !isReserved) return text;
  throw new ValueError(
    "it must be the name of a header, such as Remote-User, that only the proxy sets",
    "必须是仅由代理设置的请求头名称，如 Remote-User",
  );
}

/** `group=role`, or `group=role:label|label`, separated by commas. */
export function roleRules(text: string): RoleRule[] {
  return list(text).map((rule) => {
    const [, value = "", name = "", names] = /^([^=]+)=([a-z]+)(?::(.+))?$/.exec(rule) ?? [];
    const role = roles.find((one) => one === name);
    const labels = names?.split("|").map((label) => label.trim()) ?? null;
    const isFine = role !== undefined && !labels?.includes("") && !(role === "administrator" && labels);
    if (isFine) return { value: value.trim(), role, labels };
    throw new ValueError(
      `it must list rules such as admins=administrator or ops=operator:backup|mail; roles are ${
        roles.join(", ")
      }`,
      `必须是 admins=administrator 或 ops=operator:backup|mail 这样的规则列表，角色为 ${roles.join("、")}`,
    );
  });
}

export function gitProtocols(text: string): string[] {
  const names = list(text);
  const known: readonly string[] = subscriptionProtocols;
  if (names.length > 0 && names.every((name) => known.includes(name))) return names;
  throw new ValueError(`it must list some of ${known.join(", ")}`, `必须列出 ${known.join("、")} 中的若干项`);
}

/** Names of environment variables; a star at the end stands for any rest. */
export function variableNames(text: string): string[] {
  const names = list(text);
  if (names.every((name) => /^(?!SUNDIAL_)[A-Za-z_][A-Za-z0-9_]*\*?$/.test(name))) return names;
  throw new ValueError(
    "it must list names of variables, such as PGHOST,OTEL_*; those that begin with SUNDIAL_ are never passed on",
    "必须是以逗号分隔的变量名，如 PGHOST,OTEL_*，以 SUNDIAL_ 开头的变量不会提供给任务",
  );
}

export function readableFile(text: string): string {
  try {
    const descriptor = openSync(text, "r");
    try {
      if (fstatSync(descriptor).isFile()) return text;
    } finally {
      closeSync(descriptor);
    }
  } catch {
    // Reported below.
  }
  throw new ValueError("it must be a file that the panel can read", "必须是面板可读取的文件");
}

/** `TZ` as the C library and the runtime understand it: a name, or a file with the rules of a zone. */
export function timeZone(text: string): string {
  const name = text.replace(/^:/, "");
  if (isZoneName(name) || (name.startsWith("/") && existsSync(name))) return text;
  throw new ValueError("it must be a time zone such as Europe/Berlin", "必须是 Asia/Shanghai 这样的时区名称");
}

function isZoneName(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

export function oneOf<T extends string>(choices: readonly T[]): Reader<T> {
  const read = (text: string) => {
    const found = choices.find((one) => one === text);
    if (found !== undefined) return found;
    throw new ValueError(`it must be one of ${choices.join(", ")}`, `必须是 ${choices.join("、")} 之一`);
  };
  return Object.assign(read, { choices });
}

function list(text: string): string[] {
  return text.split(",").map((part) => part.trim()).filter((part) => part !== "");
}
