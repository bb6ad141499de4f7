// Hosts the panel may call: public networks, and only those inner networks that the operator listed. Names are resolved
// here and the connection is made to the checked address itself, so a name that resolves to another address a moment later
// has no effect.
import type { Requester } from "../../contract/scopes.ts";
import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { bitsOfIPv6, type Networks, parseNetworks, plainAddress } from "../networks.ts";

/** Networks that are not public: this machine, local networks, and reserved ranges. */
const INNER = [
  ...["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12"],
  ...["192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24"],
  ...["203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4"],
  ...["::/128", "::1/128", "100::/64", "2001:db8::/32", "fc00::/7", "fe80::/10", "fec0::/10", "ff00::/8"],
];

/**
 * Private addresses at which clouds provide credentials to a machine: listing private networks in general does not include
 * them.
 */
const METADATA = ["fd00:ec2::254/128", "fd20:ce::254/128", "fd00:42::42/128"];
const PRIVATE = "fc00::/7";

/** Names of this machine, which every resolver knows, with or without the dot at the end (RFC 6761). */
const LOCAL_NAME = /^(?:.*\.)?localhost\.?$/i;

/** Thrown when a call is not allowed. */
export class OutboundError extends Error {
  override readonly name = "OutboundError";
  /** The value of `SUNDIAL_ALLOW_NETWORKS` that would allow the call; empty if there is none. */
  readonly allowedBy: string;

  constructor(
    readonly reason: "inner_network" | "unknown_host",
    readonly host: string,
    readonly address: string | null = null,
    allowed: readonly string[] = [],
  ) {
    super(`${reason}: ${host}`);
    this.allowedBy = address === null ? "" : [...allowed, address].join(",");
  }
}

export type Resolve = (host: string) => Promise<string[]>;

export class OutboundPolicy {
  readonly #inner: Networks = parseNetworks(INNER);
  readonly #metadata: Networks = parseNetworks(METADATA);
  readonly #allowed: Networks;
  readonly #named: Networks;
  readonly #listed: readonly string[];
  readonly #resolve: Resolve;

  /** `allowed` are the inner networks that may be called. */
  constructor(
    allowed: readonly string[],
    resolve: Resolve = systemResolve,
    private readonly requester: Requester = "person",
  ) {
    this.#listed = allowed;
    this.#allowed = parseNetworks(allowed);
    this.#named = parseNetworks(allowed.filter((network) => network !== PRIVATE));
    this.#resolve = resolve;
  }

  mayReach(address: string): boolean {
    return meantAddresses(plainAddress(address)).every((one) =>
      !this.#inner.has(one) || (this.#metadata.has(one) ? this.#named : this.#allowed).has(one)
    );
  }

  /** Returns the addresses of a host that may be called, in the system's order; never empty. Throws `OutboundError`. */
  async resolve(host: string): Promise<string[]> {
    const bare = host.replace(/^\[|\]$/g, "");
    const found = isIP(bare) ? [bare] : await this.#resolve(bare).catch(() => []);
    const [first] = found;
    if (first === undefined) throw new OutboundError("unknown_host", bare);
    const allowed = found.filter((address) => isIP(plainAddress(address)) > 0 && this.mayReach(address));
    if (allowed.length === 0) throw new OutboundError("inner_network", bare, first, this.#listed);
    return allowed.map(plainAddress);
  }

  /**
   * Returns the host to ask a proxy for, which must not be an inner one behind it either. The proxy resolves the names that
   * users choose, as only it may know them; for an application it gets the address that was checked here. Throws
   * `OutboundError`.
   */
  async behindProxy(host: string): Promise<string> {
    const isChecked = this.requester === "application" || isIP(host) > 0 || LOCAL_NAME.test(host);
    if (!isChecked) return host;
    const [address = host] = await this.resolve(host);
    return this.requester === "application" ? address : host;
  }
}

export type OutboundPolicies = Readonly<Record<Requester, OutboundPolicy>>;

/** Returns the policies: for an application, only networks count that the operator listed, not those allowed by default. */
export function outboundPolicies(
  { allowNetworks, listedNetworks }: {
    allowNetworks: readonly string[];
    listedNetworks: readonly string[];
  },
): OutboundPolicies {
  return {
    person: new OutboundPolicy(allowNetworks),
    application: new OutboundPolicy(listedNetworks, systemResolve, "application"),
  };
}

async function systemResolve(host: string): Promise<string[]> {
  return (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address);
}

// An IPv6 address may contain an IPv4 address: mapped, compatible, translated (64:ff9b::/96) or tunneled (2002::/16).
function meantAddresses(address: string): string[] {
  if (isIP(address) !== 6) return [address];
  const bits = bitsOfIPv6(address);
  const low = fourOf(bits & 0xffffffffn);
  const top = bits >> 32n;
  const isWrapped = top === 0n && bits > 1n || top === 0xffffn || top === 0x64ff9bn << 64n ||
    top >> 16n === 0x64ff9b0001n << 48n;
  if (isWrapped) return [low];
  if (bits >> 112n === 0x2002n) return [address, fourOf((bits >> 80n) & 0xffffffffn)];
  return [address];
}

function fourOf(bits: bigint): string {
  return [24n, 16n, 8n, 0n].map((shift) => String((bits >> shift) & 0xffn)).join(".");
}
