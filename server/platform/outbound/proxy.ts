/** Somebody who makes connections for us. */
export interface Proxy {
  kind: "http" | "https" | "socks5";
  host: string;
  port: number;
  user: string | null;
  password: string | null;
}

const PORTS = { http: 80, https: 443, socks5: 1080 };

/**
 * Reads a proxy: `http://`, `https://` or `socks5://`; without any of these, host and port of one of the kind `usual`. Null for
 * what is none.
 */
export function readProxy(text: string, usual: Proxy["kind"] = "http"): Proxy | null {
  const trimmed = text.trim();
  const [, scheme = `${usual}:`, rest = ""] = /^(?:([a-z0-9]+:)\/\/)?(.+)$/is.exec(trimmed) ?? [];
  const kind = scheme.toLowerCase().replace(/^socks5h?:$|^socks:$/, "socks5:").slice(0, -1);
  if (kind !== "http" && kind !== "https" && kind !== "socks5") return null;
  // Under a scheme of the web, so that it is taken apart alike.
  const path = `https://${rest}`;
  // deno-lint-ignore no-control-regex -- what no address has
  if (/[\u0000-\u0020\u007f\\]/.test(rest) || !URL.canParse(path)) return null;
  const { hostname, username, password, pathname, search, hash, port } = new URL(path);
  if (rest.startsWith("/") || pathname !== "/" || search !== "" || hash !== "") return null;
  const login = [username, password].map(readPart);
  if (login.some((part) => part === undefined)) return null;
  const [user = null, secret = null] = login;
  // An address does not repeat the usual port of its scheme: what one leaves out, the other shows.
  const written = port || new URL(`http://${rest}`).port;
  return {
    kind,
    host: hostname.replace(/^\[|\]$/g, ""),
    port: written === "" ? PORTS[kind] : Number(written),
    user,
    password: secret,
  };
}

// Undefined for what is not written as an address writes it: a lone `%`, half a letter.
function readPart(text: string): string | null | undefined {
  try {
    return text === "" ? null : decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Writes a proxy as an address that curl and git read; names are looked up by the proxy itself. */
export function proxyAddress({ kind, host, port, user, password }: Proxy): string {
  const login = user === null && password === null
    ? ""
    : `${encodeURIComponent(user ?? "")}:${encodeURIComponent(password ?? "")}@`;
  const path = host.includes(":") ? `[${host}]` : host;
  return `${kind === "socks5" ? "socks5h" : kind}://${login}${path}:${port}`;
}

/** Tells whether the password in the address of a proxy is only what stands for a hidden one. */
export function isMasked(text: string): boolean {
  return /^(?:[a-z0-9]+:\/\/)?[^/?#]*:\*\*\*@/i.test(text.trim());
}

/** Shows the address of a proxy with its password hidden. */
export function maskedProxy(text: string): string {
  return text.replace(/^((?:[a-z0-9]+:\/\/)?[^/?#:]*):.*@/i, "$1:***@");
}
