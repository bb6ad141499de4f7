// The program git is given to connect by ssh: the machine's own ssh with nothing of anybody's settings, one key, and the host
// keys the panel remembers. A file, because git would have a shell read a line.

export interface SshOptions {
  /** Name the host is remembered under. */
  host: string;
  /** Port; null for the usual one. */
  port: number | null;
  /** Address that was checked; null when a program connects. */
  address: string | null;
  /** File of the private key; null for none. */
  key: string | null;
  /** File of the host keys. */
  knownHosts: string;
  /** Program that connects to the host and the port it gets, and passes everything on; null for none. */
  connect: string | null;
}

/** Writes the text of that program. */
export function sshProgram({ host, port, address, key, knownHosts, connect }: SshOptions): string {
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
    ...(address === null ? [] : [`HostName=${address}`]),
    ...(connect === null ? [] : [`ProxyCommand=${quote(connect.replaceAll("%", "%%"))} %h %p`]),
  ];
  return `#!/bin/sh\nexec ssh -F none ${options.map((option) => `-o ${quote(option)}`).join(" ")} "$@"\n`;
}

/** Names a host as it is remembered. */
export function hostKeyName(host: string, port: number | null): string {
  return port === null || port === 22 ? host : `[${host}]:${port}`;
}

/** Quotes a word for a shell. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
