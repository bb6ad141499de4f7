// The machine's sshd, on a port of its own, with one authorized key.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "./free_port.ts";
import { until } from "./until.ts";

const SSHD = ["/usr/sbin/sshd", "/usr/local/sbin/sshd"].find(existsSync);

export class SshServer implements AsyncDisposable {
  readonly privateKey: string;
  /** Of that key, as displayed by ssh-keygen. */
  readonly fingerprint: string;
  readonly port: number;
  readonly #folder: string;
  #child: Deno.ChildProcess;

  constructor(folder: string, port: number, key: Pick<SshServer, "privateKey" | "fingerprint">) {
    this.#folder = folder;
    this.port = port;
    this.privateKey = key.privateKey;
    this.fingerprint = key.fingerprint;
    this.#child = this.#start();
  }

  url(path: string): string {
    return `ssh://${Deno.env.get("USER") ?? "root"}@127.0.0.1:${this.port}${path}`;
  }

  async changeHostKey(): Promise<void> {
    await this.#stop();
    await makeKey(join(this.#folder, "host"));
    this.#child = this.#start();
    await listening(this.port);
  }

  #start(): Deno.ChildProcess {
    const file = (name: string) => join(this.#folder, name);
    const options = [
      ...["UsePAM no", "StrictModes no", "PidFile none", "PermitRootLogin yes", "PasswordAuthentication no"],
      ...["ListenAddress 127.0.0.1", `Port ${this.port}`, `HostKey ${file("host")}`],
      `AuthorizedKeysFile ${file("user.pub")}`,
    ];
    Deno.writeTextFileSync(file("config"), options.join("\n"));
    return new Deno.Command(SSHD ?? "sshd", {
      args: ["-D", "-e", "-f", file("config")],
      ...{ stdin: "null", stdout: "null", stderr: "null" },
    }).spawn();
  }

  async #stop(): Promise<void> {
    this.#child.kill("SIGTERM");
    await this.#child.status;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stop();
    await Deno.remove(this.#folder, { recursive: true });
  }
}

export const hasSshd = SSHD !== undefined;

/** Starts it; its key is protected by the passphrase, if any. */
export async function openSshServer(passphrase = ""): Promise<SshServer> {
  // The directory that sshd requires for privilege separation.
  if (Deno.uid() === 0) await Deno.mkdir("/run/sshd", { recursive: true, mode: 0o755 });
  const folder = await Deno.makeTempDir({ prefix: "sundial-sshd-" });
  await makeKey(join(folder, "host"));
  const fingerprint = await makeKey(join(folder, "user"), passphrase);
  const port = freePort();
  const privateKey = await Deno.readTextFile(join(folder, "user"));
  const server = new SshServer(folder, port, { privateKey, fingerprint });
  await listening(port);
  return server;
}

async function listening(port: number): Promise<void> {
  await until("sshd to listen", async () => {
    try {
      (await Deno.connect({ hostname: "127.0.0.1", port })).close();
      return true;
    } catch {
      return false;
    }
  });
}

// Generates a key and returns its fingerprint.
async function makeKey(file: string, passphrase = ""): Promise<string> {
  await Promise.all([file, `${file}.pub`].map((one) => Deno.remove(one).catch(() => {})));
  await keygen(["-q", "-t", "ed25519", "-N", passphrase, "-f", file]);
  return (await keygen(["-l", "-f", `${file}.pub`])).split(" ")[1] ?? "";
}

async function keygen(args: string[]): Promise<string> {
  const { stdout } = await new Deno.Command("ssh-keygen", { args, stderr: "null" }).output();
  return new TextDecoder().decode(stdout);
}
