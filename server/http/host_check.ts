import { isLoopbackName } from "../platform/networks.ts";

export interface HostRules {
  publicUrl: URL | null;
  /** Whether the panel can be reached only from its own machine. */
  loopbackOnly: boolean;
}

// What a Host header may contain. Anything else, above all a slash, would end up in the path of the request.
const PLAIN_HOST = /^(?:[a-z0-9._~-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/**
 * Returns whether the panel serves the host that a request names. Without this check, a foreign page could point its own
 * name at this machine and read the panel as same-origin (DNS rebinding).
 */
export function isHostAllowed(request: Request, { publicUrl, loopbackOnly }: HostRules): boolean {
  const hosts = hostsOf(request);
  if (!hosts.every((host) => PLAIN_HOST.test(host))) return false;
  const names = hosts.map(nameOf);
  if (publicUrl) return names.every((name) => name === nameOf(publicUrl.host));
  return !loopbackOnly || names.every(isLoopbackName);
}

// A request line may name its own host ("GET http://other/"), so both are checked.
function hostsOf(request: Request): string[] {
  const target = /^https?:\/\/([^/?#]*)/i.exec(request.url)?.[1] ?? "";
  const header = request.headers.get("host");
  return header === null ? [target] : [target, header];
}

function nameOf(host: string): string {
  return host.toLowerCase().replace(/:\d+$/, "").replace(/^\[|\]$/g, "").replace(/\.$/, "");
}
