// A PostgreSQL server of Debian for the tests of one process: on loopback, in a temporary folder, without durability. It ends
// with the process that started it, however that ends.
import { spawn } from "node:child_process";
import { join } from "node:path";
import pg from "pg";
import { freePort } from "./free_port.ts";
import { findProgram } from "./find_chromium.ts";

const START_LIMIT_MS = 60_000;
const PAUSE_MS = 50;
const USER = "sundial";

/** A server that is started already, as an address without a database. */
export const GIVEN_SERVER = "SUNDIAL_TEST_POSTGRES";

/** Returns the folder of the newest PostgreSQL server that is installed; null when there is none. */
export function findPostgres(): string | null {
  const versions = [...readNames("/usr/lib/postgresql")].sort((a, b) => Number(b) - Number(a));
  const folders = versions.map((version) => join("/usr/lib/postgresql", version, "bin"));
  return folders.find((folder) => isFile(join(folder, "initdb"))) ?? null;
}

/** Starts a server and returns its address without a database, such as `postgres://sundial@127.0.0.1:15432`. */
export async function startPostgres(programs: string): Promise<string> {
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
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  startUntilClosed([...asUser, join(programs, "postgres"), "-D", data, ...flags], folder);
  const url = `postgres://${USER}@127.0.0.1:${port}`;
  await untilReady(url);
  return url;
}

// The shell waits for its input, which ends with this process, and then ends the server and removes its folder.
function startUntilClosed(command: string[], folder: string): void {
  const script =
    '"$@" >/dev/null 2>&1 </dev/null & server=$!; cat >/dev/null; kill -INT $server; wait $server; rm -rf "$0"';
  const child = spawn("/bin/sh", ["-c", script, folder, ...command], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
    cwd: "/",
  });
  child.unref();
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
