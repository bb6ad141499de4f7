import { quoteWord } from "../../contract/quote_word.ts";

// The program that git uses for SSH connections: the system's ssh without any user settings, with one key and the host keys
// the panel remembers. It is a file, because git would pass a command line to a shell.

export interface SshOptions {
  /** Name under which the host key is stored. */
  host: string;
  /** Port; null for the default. */
  port: number | null;
  /** Address that was checked; null when a program connects. */
  address: string | null;
  /** Where to connect to instead of `host` and `port`; `address` is then its address. */
  connectTo?: { host: string; port: number } | undefined;
  /** File of the private key; null for none. */
  key: string | null;
  knownHosts: string;
  /** Program that connects to the given host and port and forwards all data; null for none. */
  connect: string | null;
}

export function sshProgram(
  { host, port, address, connectTo, key, knownHosts, connect }: SshOptions,
): string {
  const name = address ?? connectTo?.host;
  const options = [
    ...[
      "BatchMode=yes",
      "PasswordAuthentication=no",
      "KbdInteractiveAuthentication=no",
      "IdentityAgent=none",
    ],
    ...[
      "IdentitiesOnly=yes",
      "ForwardAgent=no",
      "ForwardX11=no",
      "PermitLocalCommand=no",
      "ClearAllForwardings=yes",
    ],
    ...["StrictHostKeyChecking=accept-new", "GlobalKnownHostsFile=/dev/null", "UpdateHostKeys=no"],
    ...["CheckHostIP=no", "HashKnownHosts=no", "ConnectTimeout=30", "ServerAliveInterval=15"],
    ...["ServerAliveCountMax=4", "LogLevel=INFO", "SendEnv=-*"],
    `UserKnownHostsFile="${knownHosts.replaceAll("%", "%%")}"`,
    `HostKeyAlias=${hostKeyName(host, port)}`,
    ...(key === null ? ["PubkeyAuthentication=no"] : [`IdentityFile="${key.replaceAll("%", "%%")}"`]),
    ...(name === undefined ? [] : [`HostName=${name}`]),
    // Takes precedence over a port that git passes.
    ...(connectTo === undefined ? [] : [`Port=${connectTo.port}`]),
    ...(connect === null ? [] : [`ProxyCommand=${quoteWord(connect.replaceAll("%", "%%"))} %h %p`]),
  ];
  return `#!/bin/sh\nexec ssh -F none ${options.map((option) => `-o ${quoteWord(option)}`).join(" ")} "$@"\n`;
}

/** Returns the name under which a host key is stored. */
export function hostKeyName(host: string, port: number | null): string {
  return port === null || port === 22 ? host : `[${host}]:${port}`;
}
