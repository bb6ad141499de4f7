// The state of a fresh installation: its own secrets, one endpoint, only on this machine, no default account.
import assert from "node:assert/strict";
import { join } from "node:path";
import { PanelProcess, spawnPanel } from "../support/panel_process.ts";
import { version } from "../../server/platform/build_info.ts";
import { ensurePanel } from "../../tools/panel.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";

const LISTENING = "0A";
const LOOPBACK = "0100007F";

interface Install extends AsyncDisposable {
  panel: PanelProcess;
  dataDir: string;
}

async function install(): Promise<Install> {
  const dataDir = join(await Deno.makeTempDir({ prefix: "sundial-fresh-" }), "data");
  const panel = await PanelProcess.start({ dataDir });
  return {
    panel,
    dataDir,
    async [Symbol.asyncDispose]() {
      await panel.stop();
      await Deno.remove(join(dataDir, ".."), { recursive: true });
    },
  };
}

/**
 * Lists the listening sockets of a process, `address:port` in the kernel's notation; for UDP, all sockets.
 */
async function listeners(pid: number): Promise<string[]> {
  const sockets = new Set<string>();
  for (const { name } of Deno.readDirSync(`/proc/${pid}/fd`)) {
    const link = await Deno.readLink(`/proc/${pid}/fd/${name}`).catch(() => "");
    const inode = /^socket:\[(\d+)\]$/.exec(link)?.[1];
    if (inode !== undefined) sockets.add(inode);
  }
  const found: string[] = [];
  for (const name of ["tcp", "tcp6", "udp", "udp6"]) {
    const table = await Deno.readTextFile(`/proc/${pid}/net/${name}`).catch(() => "");
    for (const line of table.split("\n").slice(1)) {
      const [, local = "", , state, , , , , , inode = ""] = line.trim().split(/\s+/);
      if (sockets.has(inode) && (state === LISTENING || name.startsWith("udp"))) found.push(local);
    }
  }
  return found;
}

/** Collects what two installations must not share: secret files, and the values that setup displays. */
async function secretsOf({ panel, dataDir }: Install): Promise<string[]> {
  const json = { username: "mira", password: "a lantern in the harbour" };
  assert.equal((await panel.fetch("/api/initialization", { json })).status, 201);
  const { secret } = await panel.json<{ secret: string }>("/api/account/second-factor/start", {
    method: "POST",
    json: {},
  });
  const files = await Promise.all(
    ["installation", "secret.key"].map((name) => Deno.readFile(join(dataDir, name))),
  );
  return [panel.cookie, secret, ...files.map((bytes) => bytes.toString())];
}

Deno.test("fresh install: listens on loopback only, without account or version, with a private data folder", async () => {
  await using fresh = await install();
  const { panel, dataDir } = fresh;
  const port = Number(new URL(panel.address).port).toString(16).toUpperCase().padStart(4, "0");
  assert.deepEqual(await listeners(panel.pid), [`${LOOPBACK}:${port}`]);
  for (const name of ["", "config", "scripts", "logs", "marks"]) {
    assert.equal((await Deno.stat(join(dataDir, name))).mode! & 0o777, 0o700, name);
  }
  assert.deepEqual(await panel.json("/api/initialization"), { initialized: false, codeRequired: false });
  for (const password of ["admin", "password", "", "sundial"]) {
    const response = await panel.fetch("/api/auth/login", { json: { username: "admin", password } });
    await response.body?.cancel();
    assert.ok([401, 422, 429].includes(response.status), `${password}: ${response.status}`);
  }
  for (const path of ["/", "/login", "/nowhere", "/api/initialization", "/api/system", "/api/openapi.json"]) {
    const response = await panel.fetch(path);
    const sent = [await response.text(), ...response.headers.values()].join("\n");
    assert.ok(!sent.includes(version), `${path} reveals the version`);
  }
});

Deno.test("fresh install: two installs share no secret", async () => {
  await using one = await install();
  await using other = await install();
  const [mine, theirs] = [await secretsOf(one), await secretsOf(other)];
  assert.equal(mine.length, 4);
  assert.deepEqual(mine.filter((secret) => theirs.includes(secret)), []);
});

/**
 * Starts a panel, queries with `headers` whether the code is required, and returns that and the console
 * output up to the link.
 */
async function startAndAsk(flags: string[], headers: Record<string, string> = {}) {
  await using dataDir = await temporaryFolder();
  await ensurePanel();
  const process = spawnPanel({ dataDir: dataDir.path, flags });
  let printed = "";
  let state: unknown;
  for await (const chunk of process.stdout.pipeThrough(new TextDecoderStream())) {
    printed += chunk;
    const [, port, base] = /ready on http:\/\/[^/]+:(\d+)(\S*?)\/?\n/.exec(printed) ?? [];
    if (port !== undefined && state === undefined) {
      state = await (await fetch(`http://127.0.0.1:${port}${base}/api/initialization`, { headers })).json();
    }
    if (/ to set up the panel\n/.test(printed)) break;
    if (state !== undefined && (state as { codeRequired: boolean }).codeRequired === false) break;
  }
  process.kill("SIGTERM");
  await process.status;
  return { state, printed: printed.replace(/:\d{4,5}\//g, ":PORT/") };
}

const LINK = /code for the first visit: (\S+)\nOpen (\S+)#code=\1 to set up the panel\n$/;

Deno.test("fresh install: the console shows a link with the code, at once or when a proxy forwards a request", async () => {
  const required = { initialized: false, codeRequired: true };
  const open = await startAndAsk(["--host", "0.0.0.0", "--base-path", "/deep"]);
  assert.deepEqual(open.state ?? required, required);
  assert.equal(LINK.exec(open.printed)?.[2], "http://localhost:PORT/deep/initialization", open.printed);
  const forwarded = await startAndAsk([], { "x-forwarded-for": "203.0.113.9" });
  assert.deepEqual(forwarded.state, required);
  assert.equal(LINK.exec(forwarded.printed)?.[2], "http://127.0.0.1:PORT/initialization", forwarded.printed);
  const plain = await startAndAsk([]);
  assert.deepEqual(plain.state, { initialized: false, codeRequired: false });
  assert.equal(plain.printed, "Sundial is ready on http://127.0.0.1:PORT/\n");
});

Deno.test("fresh install: beyond loopback the wizard requires the code from the console", async () => {
  await using dataDir = await temporaryFolder();
  {
    await using panel = await PanelProcess.start({ dataDir: dataDir.path, flags: ["--host", "0.0.0.0"] });
    const local = panel.address.replace("0.0.0.0", "127.0.0.1");
    const state = await (await fetch(`${local}/api/initialization`)).json();
    assert.deepEqual(state, { initialized: false, codeRequired: true });
    const body = JSON.stringify({ username: "mira", password: "a lantern in the harbour" });
    const headers = { "content-type": "application/json" };
    const rejected = await fetch(`${local}/api/initialization`, { method: "POST", body, headers });
    assert.equal(rejected.status, 403);
    await rejected.body?.cancel();
  }
});
