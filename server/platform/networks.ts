import { BlockList, isIP } from "node:net";

const FAMILIES = { 4: "ipv4", 6: "ipv6" } as const;

export interface Networks {
  has(address: string): boolean;
}

/** Parses addresses and CIDR networks, IPv4 and IPv6. Throws a `TypeError` naming the invalid entry. */
export function parseNetworks(entries: readonly string[]): Networks {
  const list = new BlockList();
  for (const entry of entries) add(list, entry);
  return {
    has(address) {
      const family = familyOf(address);
      return family !== undefined && list.check(address, family);
    },
  };
}

function add(list: BlockList, entry: string): void {
  const [address = "", prefix] = entry.split("/", 2);
  const family = familyOf(address);
  const bits = prefix === undefined ? undefined : /^\d{1,3}$/.test(prefix) ? Number(prefix) : NaN;
  const max = family === "ipv4" ? 32 : 128;
  if (!family || entry.split("/").length > 2 || (bits !== undefined && !(bits <= max))) {
    throw new TypeError(`invalid IP address or network: ${JSON.stringify(entry)}`);
  }
  if (bits === undefined) list.addAddress(address, family);
  else list.addSubnet(address, bits, family);
}

function familyOf(address: string): "ipv4" | "ipv6" | undefined {
  const version = isIP(address);
  return version === 4 || version === 6 ? FAMILIES[version] : undefined;
}

/** Normalizes an address: without zone and brackets, and IPv4-mapped IPv6 as IPv4. */
export function plainAddress(address: string): string {
  const bare = (address.replace(/^\[|\]$/g, "").split("%", 1)[0] ?? "").toLowerCase();
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(bare);
  return mapped?.[1] ?? bare;
}

export function bitsOfIPv6(address: string): bigint {
  // The URL parser normalizes addresses: no dots, and one spelling each.
  const [head = "", tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::");
  const groups = (text: string) => text.split(":").filter((group) => group !== "");
  const [first, last] = [groups(head), groups(tail ?? "")];
  const zeros = tail === undefined ? [] : Array<string>(8 - first.length - last.length).fill("0");
  return [...first, ...zeros, ...last].reduce((bits, group) => bits << 16n | BigInt(`0x${group}`), 0n);
}

/** Returns the network one client controls: an IPv4 address, or the /64 of an IPv6 address. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const top = bitsOfIPv6(plainAddress(address)) >> 64n;
  const groups = [48n, 32n, 16n, 0n].map((shift) => ((top >> shift) & 0xffffn).toString(16));
  return `${groups.join(":")}::/64`;
}

/**
 * Returns the site of a network returned by `networkOf`, as a prefix of the names of all its networks: the /48 of a /64,
 * which is what a provider assigns to one customer. Null for IPv4.
 */
export function sitePrefixOf(network: string): string | null {
  return /^((?:[0-9a-f]{1,4}:){3})[0-9a-f]{1,4}::\/64$/.exec(network)?.[1] ?? null;
}

export function isLoopback(address: string): boolean {
  return address === "::1" || /^127\.\d+\.\d+\.\d+$/.test(address);
}

/** Returns whether a host name always refers to this machine itself. */
export function isLoopbackName(name: string): boolean {
  return name === "localhost" || name.endsWith(".localhost") || isLoopback(name);
}
