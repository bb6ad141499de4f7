import { createHash, randomInt, timingSafeEqual } from "node:crypto";
import type { Config } from "../../platform/config_shape.ts";
import { isLoopbackName } from "../../platform/networks.ts";

/** Headers added by proxies, tunnels and CDNs; each means that the request may come from someone else. */
const FORWARDING_HEADERS = [
  ...["forwarded", "via", "x-real-ip", "x-client-ip", "x-remote-ip", "x-cluster-client-ip", "x-proxyuser-ip"],
  ...[
    "true-client-ip",
    "client-ip",
    "cdn-loop",
    "fastly-client-ip",
    "x-envoy-external-address",
    "x-arr-log-id",
  ],
];
const FORWARDING_PREFIXES = ["x-forwarded", "x-original-", "cf-", "x-azure-", "x-amzn-trace", "tailscale-"];

export class SetupCode {
  readonly text = newSetupCode();
  readonly #isExposed: boolean;
  readonly #asked = Promise.withResolvers<void>();

  /**
   * Takes the operator's configuration: anything that makes the panel reachable from other machines makes the
   * code required.
   */
  constructor({ host, publicUrl, trustedProxies }: Pick<Config, "host" | "publicUrl" | "trustedProxies">) {
    this.#isExposed = !isLoopbackName(host) || publicUrl !== null || trustedProxies.length > 0;
    if (this.#isExposed) this.#asked.resolve();
  }

  /**
   * Returns whether a client that sends these headers has to enter the code: behind a proxy on this machine,
   * every client looks local.
   */
  isRequiredFor(headers: Headers): boolean {
    const isRequired = this.#isExposed || isForwarded(headers);
    if (isRequired) this.#asked.resolve();
    return isRequired;
  }

  /**
   * Resolves once the code has been required from a client; from then on, the operator has to be able to read
   * it.
   */
  get asked(): Promise<void> {
    return this.#asked.promise;
  }
}

function isForwarded(headers: Headers): boolean {
  return [...headers.keys()].some((name) =>
    FORWARDING_HEADERS.includes(name) || FORWARDING_PREFIXES.some((prefix) => name.startsWith(prefix))
  );
}

// Without characters that look alike: 0 O 1 I L.
const SIGNS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";
const HALF = 4;

/**
 * Returns a code that can be read from a console and typed, like `K7WM-2PQX`: 40 bits, enough with limited
 * attempts.
 */
export function newSetupCode(): string {
  const signs = () => Array.from({ length: HALF }, () => SIGNS[randomInt(SIGNS.length)]).join("");
  return `${signs()}-${signs()}`;
}

/** Returns whether the input is the code, ignoring case, spaces and the dash. Takes constant time. */
export function isSetupCode(typed: string, code: string): boolean {
  return timingSafeEqual(digest(typed), digest(code));
}

function digest(code: string): Uint8Array {
  return createHash("sha256").update(code.toUpperCase().replace(/[^0-9A-Z]/g, "")).digest();
}
