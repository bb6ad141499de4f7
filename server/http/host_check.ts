import { isLoopbackName } from "../platform/networks.ts";

export interface HostRules {
  publicUrl: URL | null;
  /** Whether the panel can only be reached from its own machine. */
  loopbackOnly: boolean;
}

// What may stand in a Host header. Anything else, a slash above all, would end up in the path of the request.
const PLAIN_HOST = /^(?:[a-z0-9._~-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/**
 * Tells whether the panel answers under the host a request names. Without this, a foreign page could point its own name at
 * this machine and read the panel as if it were its own (DNS rebinding).
 */
export function isHostAllowed(request: Request, { publicUrl, loopbackOnly }: HostRules): boolean {
  const hosts = hostsOf(request);
  if (!hosts.every((host) => PLAIN_HOST.test(host))) return false;
  const names = hosts.map(nameOf);
  if (publicUrl) return names.every((name) => name === nameOf(publicUrl.host));
  return !loopbackOnly || names.every(isLoopbackName);
}

// A request line may name a host of its own ("GET http://other/"), so both count.
function hostsOf(request: Request): string[] {
  const target = /^https?:\/\/([^/?#]*)/i.exec(request.url)?.[1] ?? "";
  const header = request.headers.get("host");
  return header === null ? [target] : [target, header];
}

function nameOf(host: string): string {
  return host.toLowerCase().replace(/:\d+$/, "").replace(/^\[|\]$/g, "").replace(/\.$/, "");
}
