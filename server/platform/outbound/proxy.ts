export interface Proxy {
  kind: "http" | "https" | "socks5";
  host: string;
  port: number;
  user: string | null;
  password: string | null;
}

const PORTS = { http: 80, https: 443, socks5: 1080 };

/**
 * Parses a proxy: `http://`, `https://` or `socks5://`; without a scheme, host and port of the kind `usual`. Returns null
 * when it is invalid.
 */
export function readProxy(text: string, usual: Proxy["kind"] = "http"): Proxy | null {
  const trimmed = text.trim();
  const [, scheme = `${usual}:`, rest = ""] = /^(?:([a-z0-9]+:)\/\/)?(.+)$/is.exec(trimmed) ?? [];
  const kind = scheme.toLowerCase().replace(/^socks5h?:$|^socks:$/, "socks5:").slice(0, -1);
  if (kind !== "http" && kind !== "https" && kind !== "socks5") return null;
  // Parsed under a web scheme, so that every kind is split in the same way.
  const path = `https://${rest}`;
  // deno-lint-ignore no-control-regex -- characters no URL may contain
  if (/[\u0000-\u0020\u007f\\]/.test(rest) || !URL.canParse(path)) return null;
  const { hostname, username, password, pathname, search, hash, port } = new URL(path);
  if (rest.startsWith("/") || pathname !== "/" || search !== "" || hash !== "") return null;
  const login = [username, password].map(readPart);
  if (login.some((part) => part === undefined)) return null;
  const [user = null, secret = null] = login;
  // A URL omits the default port of its scheme: parsing it under the other scheme keeps the port.
  const written = port || new URL(`http://${rest}`).port;
  return {
    kind,
    host: hostname.replace(/^\[|\]$/g, ""),
    port: written === "" ? PORTS[kind] : Number(written),
    user,
    password: secret,
  };
}

// Returns undefined for invalid percent-encoding.
function readPart(text: string): string | null | undefined {
  try {
    return text === "" ? null : decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Returns whether the password in a proxy URL is only the placeholder for a hidden one. */
export function isMasked(text: string): boolean {
  return /^(?:[a-z0-9]+:\/\/)?[^/?#]*:\*\*\*@/i.test(text.trim());
}

/** Returns a proxy URL with its password hidden. */
export function maskedProxy(text: string): string {
  return text.replace(/^((?:[a-z0-9]+:\/\/)?[^/?#:]*):.*@/i, "$1:***@");
}
