// Networks that close port 22 often leave port 443 open, on which the best-known git host also serves SSH.
import type { SubscriptionAddress } from "../../../contract/subscription_address.ts";

export interface SshRoute {
  host: string;
  port: number | null;
  /** Whether it is another one than the address says. */
  isFallback: boolean;
}

const SSH_PORT = 22;

/**
 * Servers that accept SSH on port 443 too, with the same host keys
 * (docs.github.com/authentication/troubleshooting-ssh/using-ssh-over-the-https-port).
 */
const overHttpsPort: Readonly<Record<string, string>> = { "github.com": "ssh.github.com" };

/**
 * Returns where to connect to: the address, or port 443 of a server that is known to accept SSH there if only that can be
 * reached. The host key stays that of the address.
 */
export async function sshRoute(
  { host, port }: Pick<SubscriptionAddress, "host" | "port">,
  canConnect: (host: string, port: number) => Promise<boolean>,
): Promise<SshRoute> {
  const direct = { host, port, isFallback: false };
  const other = Object.hasOwn(overHttpsPort, host) ? overHttpsPort[host] : undefined;
  if (other === undefined || (port ?? SSH_PORT) !== SSH_PORT) return direct;
  if (await canConnect(host, SSH_PORT) || !await canConnect(other, 443)) return direct;
  return { host: other, port: 443, isFallback: true };
}
