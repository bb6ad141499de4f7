// URL forms that subscriptions accept, and the folder name derived from one. Contains no schema: the page uses it too.
import { trimEnd } from "./trim_end.ts";

export const subscriptionProtocols = ["https", "http", "ssh", "file"] as const;
export type SubscriptionProtocol = (typeof subscriptionProtocols)[number];

/** A parsed address. Nothing in it has been looked up. */
export interface SubscriptionAddress {
  protocol: SubscriptionProtocol;
  /** Without brackets, in lower case; empty for `file`. */
  host: string;
  /** Null: the default port. */
  port: number | null;
  /** The part before `@`; null when there is none. */
  user: string | null;
  password: string | null;
  /** With its leading slash, if any. */
  path: string;
}

const SCP_FORM = /^(?:([A-Za-z0-9._-]+)@)?(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9][A-Za-z0-9._-]*):(?!\/\/)([^\s].*)$/;
/**
 * The authority between the slashes, split as a URL parser splits it: user info up to the last `@`, then host and port.
 */
const AUTHORITY = /^([a-z]+:\/\/)(?:([^/?#]*)@)?(\[[^\]@/?#]*\]|[^@:/?#[\]]*)(?::(\d*))?(?=[/?#]|$)/i;
/** User names that git and ssh parse the same way. */
const SSH_USER = /^[^\s:/\p{Cc}-][^\s:/\p{Cc}]*$/u;
const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9_]([a-z0-9._-]*[a-z0-9_])?\.?)$/;

/**
 * Parses an address: `https://…`, `http://…`, `ssh://…`, `git@host:path`, `file:///…`. Returns null for anything else.
 */
export function readSubscriptionAddress(text: string): SubscriptionAddress | null {
  const url = text.trim();
  // deno-lint-ignore no-control-regex -- what no address has
  if (/[\u0000-\u0020\u007f\\]/.test(url) || url.startsWith("-")) return null;
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(url)?.[1]?.toLowerCase();
  if (scheme === undefined) return readScpForm(url);
  const protocol = subscriptionProtocols.find((one) => one === scheme);
  return protocol === undefined ? null : readUrl(protocol, url);
}

function readUrl(protocol: SubscriptionProtocol, url: string): SubscriptionAddress | null {
  const [, , , writtenHost, port = ""] = AUTHORITY.exec(url) ?? [];
  // Parsed as a web URL, so that decimal and octal spellings of IPv4 are normalized for ssh too. It must have a host in both
  // forms or in neither.
  const asWeb = url.replace(/^[a-z]+:/i, protocol === "ssh" ? "https:" : `${protocol}:`);
  if (writtenHost === undefined || !URL.canParse(asWeb)) return null;
  const parsed = new URL(asWeb);
  const host = parsed.hostname.toLowerCase();
  if (protocol === "file") {
    return host === "" ? address({ protocol, host, path: decode(parsed.pathname) }) : null;
  }
  if (writtenHost === "" || !HOST.test(host) || parsed.pathname.length < 2) return null;
  const user = parsed.username === "" ? null : decode(parsed.username);
  if (protocol === "ssh" && user !== null && !SSH_USER.test(user)) return null;
  return address({
    protocol,
    host: host.replace(/^\[|\]$/g, ""),
    port: port === "" ? null : Number(port),
    user,
    password: parsed.password === "" ? null : decode(parsed.password),
    path: protocol === "ssh" ? parsed.pathname : `${parsed.pathname}${parsed.search}`,
  });
}

function readScpForm(url: string): SubscriptionAddress | null {
  const [, user, host = "", path = ""] = SCP_FORM.exec(url) ?? [];
  if (path === "" || path.startsWith("-")) return null;
  return address({
    protocol: "ssh",
    host: host.replace(/^\[|\]$/g, "").toLowerCase(),
    user: user ?? null,
    path,
  });
}

function address(
  some: Partial<SubscriptionAddress> & Pick<SubscriptionAddress, "protocol" | "host" | "path">,
) {
  return { port: null, user: null, password: null, ...some };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Removes user name and password from an address and returns them separately. */
export function withoutSecret(text: string): { url: string; user: string | null; password: string | null } {
  const found = readSubscriptionAddress(text);
  if (!found || !["http", "https"].includes(found.protocol) || (!found.user && !found.password)) {
    return { url: text.trim(), user: null, password: null };
  }
  return {
    url: text.trim().replace(/^([a-z]+:\/\/)[^/?#]*@/i, "$1"),
    user: found.user,
    password: found.password,
  };
}

/**
 * Returns the folder name of a repository as the `ql` command derives it: owner and name, then the branch. For a
 * single file: its folder and its name. Characters that are invalid in a folder name become `_`.
 */
export function subscriptionAlias(
  url: string,
  { branch, isFile }: { branch: string; isFile: boolean },
): string {
  const bare = trimEnd(isFile ? url.trim().split(/[?#]/, 1)[0] ?? "" : url.trim(), "/");
  const parts = bare.split("/");
  const last = parts.at(-1) ?? "";
  // `git@host:repo.git` has no slash: the part before the colon serves as the owner.
  const [before, name] = parts.length === 1 && last.includes(":")
    ? [last.slice(0, last.lastIndexOf(":")), last.slice(last.lastIndexOf(":") + 1)]
    : [parts.at(-2) ?? "", last];
  const repository = name.replace(/\.[^.]*$/, "") || name;
  const afterColon = before.slice(before.lastIndexOf(":") + 1);
  const owner = afterColon.slice(afterColon.lastIndexOf(".") + 1);
  const suffix = branch.trim() === "" || isFile ? "" : `_${branch.trim()}`;
  return cleanAlias(
    `${isFile ? decode(afterColon) : owner}_${isFile ? decode(repository) : repository}${suffix}`,
  );
}

function cleanAlias(text: string): string {
  const clean = text.replace(/[^\p{L}\p{N}._-]/gu, "_").replace(/^[.-]+/, "_");
  return [...clean].slice(0, MAX_ALIAS).join("");
}

/** Maximum number of characters in the name of a subscription's folder. */
export const MAX_ALIAS = 80;
const ALIAS = /^[\p{L}\p{N}_][\p{L}\p{N}._-]*$/u;

/** Returns whether a text is a valid name for a subscription's folder. */
export function isAlias(text: string): boolean {
  return ALIAS.test(text) && [...text].length <= MAX_ALIAS &&
    new TextEncoder().encode(text).length <= 240;
}
