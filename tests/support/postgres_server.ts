// A PostgreSQL server of Debian for the tests of one process: on loopback, in a temporary folder, without durability. It ends
// with the process that started it, however that ends.
import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import pg from "pg";
import { freePort } from "./free_port.ts";
import { findProgram } from "./find_chromium.ts";
import { until } from "./until.ts";

const START_LIMIT_MS = 60_000;
const PAUSE_MS = 50;
const USER = "sundial";

/** Returns the folder of the newest PostgreSQL server that is installed; null when there is none. */
export function findPostgres(): string | null {
  const versions = [...readNames("/usr/lib/postgresql")].sort((a, b) => Number(b) - Number(a));
  const folders = versions.map((version) => join("/usr/lib/postgresql", version, "bin"));
  return folders.find((folder) => isFile(join(folder, "initdb"))) ?? null;
}

/** Starts a server and returns its address without a database, such as `postgres://sundial@127.0.0.1:15432`. */
export async function startPostgres(programs: string): Promise<string> {
  return (await PostgresServer.start(programs)).url;
}

/** A server that a test can stop and start again. */
export class PostgresServer {
  readonly #command: string[];
  readonly #data: string;
  /** Keeps the folder; ends with this process. */
  readonly #keeper: ChildProcess;

  private constructor(readonly url: string, command: string[], data: string) {
    this.#command = command;
    this.#data = data;
    this.#keeper = startUntilClosed(command, data);
  }

  /** Creates the data of a server and starts it; `changes` replace settings of the tests. */
  static async start(
    programs: string,
    changes: Readonly<Record<string, string>> = {},
  ): Promise<PostgresServer> {
    const folder = await Deno.makeTempDir({ prefix: "sundial-postgres-" });
    const asUser = await runsAs(folder);
    const data = join(folder, "data");
    const initdb = [join(programs, "initdb"), "-D", data, "-U", USER, "-A", "trust", "-N", "-E", "UTF8"];
    await run([...asUser, ...initdb, "--locale=C.UTF-8"]);
    const port = freePort();
    const settings = {
      port,
      listen_addresses: "127.0.0.1",
      unix_socket_directories: "",
      fsync: "off",
      synchronous_commit: "off",
      full_page_writes: "off",
      autovacuum: "off",
      jit: "off",
      max_connections: 200,
      ...changes,
    };
    const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
    const command = [...asUser, join(programs, "postgres"), "-D", data, ...flags];
    const server = new PostgresServer(`postgres://${USER}@127.0.0.1:${port}`, command, data);
    await untilReady(server.url);
    return server;
  }

  /** Ends all sessions and stops the server; its data stays. */
  async stop(): Promise<void> {
    Deno.kill(this.#pid(), "SIGINT");
    await until("the server to stop", () => !isFile(join(this.#data, "postmaster.pid")));
  }

  async startAgain(): Promise<void> {
    const [command, ...args] = this.#command;
    const child = spawn(command!, args, { stdio: "ignore", detached: true, cwd: "/" });
    child.unref();
    await untilReady(this.url);
  }

  /** Ends the server and removes its data. */
  async close(): Promise<void> {
    if (isFile(join(this.#data, "postmaster.pid"))) await this.stop();
    this.#keeper.ref(); // nothing else may be left to wait for
    this.#keeper.stdin?.end();
    await new Promise((resolve) => this.#keeper.once("exit", resolve));
  }

  #pid(): number {
    return Number(Deno.readTextFileSync(join(this.#data, "postmaster.pid")).split("\n")[0]);
  }
}

// The shell waits for its input, which ends with this process, and then ends the server and removes its folder. The server may
// have been started anew meanwhile.
function startUntilClosed(command: string[], data: string): ChildProcess {
  const script =
    '"$@" >/dev/null 2>&1 </dev/null & cat >/dev/null; pid=$(head -n 1 "$0/postmaster.pid" 2>/dev/null) && ' +
    'kill -INT "$pid"; while [ -f "$0/postmaster.pid" ]; do sleep 0.1; done; rm -rf "${0%/*}"';
  const child = spawn("/bin/sh", ["-c", script, data, ...command], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
    cwd: "/",
  });
  child.unref();
  return child;
}

// The server refuses to run as root.
async function runsAs(folder: string): Promise<string[]> {
  if (Deno.uid() !== 0) return [];
  const setpriv = findProgram(["setpriv"]);
  if (setpriv === null) throw new Error("PostgreSQL does not run as root, and there is no setpriv");
  const user = isKnownUser("postgres") ? "postgres" : "nobody";
  await run(["chown", user, folder]);
  return [setpriv, `--reuid=${user}`, "--clear-groups", `--regid=${groupOf(user)}`, "--"];
}

function passwd(): string[][] {
  return Deno.readTextFileSync("/etc/passwd").split("\n").map((line) => line.split(":"));
}

function isKnownUser(user: string): boolean {
  return passwd().some(([name]) => name === user);
}

function groupOf(user: string): string {
  return passwd().find(([name]) => name === user)?.[3] ?? "0";
}

async function run([command, ...args]: string[]): Promise<void> {
  const { success, stderr } = await new Deno.Command(command!, {
    args,
    cwd: "/",
    stdout: "null",
    stderr: "piped",
  })
    .output();
  if (!success) throw new Error(`${command} failed: ${new TextDecoder().decode(stderr)}`);
}

async function untilReady(url: string): Promise<void> {
  const end = Date.now() + START_LIMIT_MS;
  for (;;) {
    const client = new pg.Client({ connectionString: `${url}/postgres` });
    try {
      await client.connect();
      return await client.end();
    } catch (error) {
      await client.end().catch(() => {});
      if (Date.now() > end) throw new Error(`PostgreSQL did not start: ${error}`);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}

function readNames(folder: string): string[] {
  try {
    return [...Deno.readDirSync(folder)].map(({ name }) => name);
  } catch {
    return [];
  }
}

function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}
