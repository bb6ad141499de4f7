import { readSubscriptionAddress } from "../../../../server/contract/subscription_address.ts";

/** Shortens an address to host and path, without protocol, user, query and `.git`. */
export function shortAddress(url: string): string {
  const address = readSubscriptionAddress(url);
  if (!address) return url;
  const { host, port, path } = address;
  const way = path.replace(/[?#].*$/, "").replace(/\.git$/, "").replace(/^\/+/, "");
  return `${host.includes(":") ? `[${host}]` : host}${port === null ? "" : `:${port}`}/${way}`;
}
