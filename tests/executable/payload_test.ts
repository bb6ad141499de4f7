// Tests what the executable contains: reads back what `deno compile` embedded and runs the panel from only that.

import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Run } from "../../server/contract/runs.ts";
import { hasSshd } from "../support/ssh_server.ts";
import { PanelProcess } from "../support/panel_process.ts";
import { callEverything } from "./first_calls.ts";
import { Installation } from "./installation.ts";
import { pullBySsh } from "./pull_repository.ts";
import type { Payload } from "./read_payload.ts";
import { compilePayload, linkProgramsWithoutJavascript, writeFiles } from "./unpack.ts";

// The library that verifies passkeys accounts for 0.7 MB, the one for assistants for 0.4 MB; both are loaded at first use.
// PostgreSQL and its queue, for several machines, account for 1.2 MB, loaded only with `SUNDIAL_DATABASE_URL`.
// The public holidays of 207 countries account for 0.4 MB, each read when a calendar names it.
// The page with the graph of a flow run and the library that arranges it account for 0.1 MB.
// What reads and writes the panel as files, with the YAML library, accounts for 0.2 MB, loaded only for that.
const MAX_BYTES = 14 * 1024 * 1024;
const RUN_DEADLINE_MS = 120_000;
const password = "a lantern in the harbour";

const embeddable =
  /^(third_party_notices\.txt|server\/holidays\/(index|[A-Z]{2})\.json|server\/bundle\/[\w-]+\.js|static\/([\w.-]+|assets\/[\w.-]+))$/;

Deno.test("executable: serves the page and runs tasks from its embedded files alone", async (t) => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "sundial-payload-")));
  try {
    const payload = await compilePayload(folder);
    await t.step("contains only the bundle and the page", () => checkFiles(payload));
    await t.step("has all permissions, never prompts, and has Deno.cron", () => checkMetadata(payload));
    const panel = await startFrom(payload, folder);
    try {
      await t.step("serves the page and its script", () => checkPage(panel));
      await t.step("sets up the account and logs in", () => logIn(panel));
      await t.step("lists the included packages, and accepts no updates without a key", async () => {
        const { items } = await panel.json<{ items: { name: string; text: string }[] }>(
          "/api/system/licences",
        );
        assert.match(items.find(({ name }) => name === "hono")?.text ?? "", /Permission is hereby granted/);
        const check = await panel.fetch("/api/system/update/check", { method: "POST" });
        assert.equal((await check.json()).code, "update_impossible");
      });
      await t.step("runs a shell task and keeps its log", async () => {
        assert.match(await runTask(panel, `echo "sum: $((40 + 2))"; exit 3`, { exitCode: 3 }), /sum: 42/);
      });
      await t.step("runs a TypeScript task by itself", async () => {
        assert.match(await runTask(panel, "task typed.ts one two"), /typed true one two/);
      });
      await t.step({
        name: "pulls over ssh through a proxy, with itself as the connecting process",
        ignore: !hasSshd,
        fn: () => pullBySsh(panel),
      });
      await t.step("runs a JavaScript task by itself, CommonJS included", async () => {
        assert.match(await runTask(panel, "task plain.js"), /plain function \//);
      });
    } finally {
      const { code } = await panel.stop();
      await t.step("stops on request", () => assert.equal(code, 0));
    }
    const program = [...offline, entryOf(payload, folder)];
    const installed = join(folder, "installed");
    mkdirSync(installed);
    const environment = { DENO_DIR: join(folder, "home", "cache") };
    const installation = await Installation.create({
      ...{ program, folder: installed, environment, clearEnvironment: true },
    });
    await callEverything(t, installation, dirname(entryOf(payload, folder)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

function checkFiles({ files }: Payload): void {
  const paths = [...files.keys()];
  assert.deepEqual(paths.filter((path) => !embeddable.test(path) || path.endsWith(".map")), []);
  assert.ok(paths.includes("static/index.html") && paths.includes("static/assets/manifest.json"));
  const bytes = [...files.values()].reduce((sum, content) => sum + content.length, 0);
  assert.ok(bytes <= MAX_BYTES, `${bytes} bytes are embedded`);
  // A single character outside of Latin-1, even in a pattern, would double the memory that the source takes.
  const start = [...files].find(([path]) => /bundle\/serve-/.test(path));
  assert.ok(start, "the bundle contains none of the panel's files");
  assert.equal(/[^\0-\xff]/.exec(new TextDecoder().decode(start[1]))?.[0], undefined);
  const gallery = [...files].filter(([, content]) =>
    new TextDecoder().decode(content).includes("dev/gallery")
  );
  assert.deepEqual(gallery.map(([path]) => path), [], "pages for developers are embedded");
  // Using `z`, `z.core` or `z.locales` as a value would bundle zod with all of its languages.
  const italian = [...files].filter(([, content]) =>
    new TextDecoder().decode(content).includes("Input non valido")
  );
  assert.deepEqual(italian.map(([path]) => path), []);
}

function checkMetadata({ metadata }: Payload): void {
  const { permissions, unstable_config: unstable } = metadata as {
    permissions: Record<string, unknown>;
    unstable_config: { features: string[] };
  };
  const allowed = ["env", "ffi", "import", "net", "read", "run", "sys", "write"];
  assert.deepEqual(allowed.filter((name) => !Array.isArray(permissions[`allow_${name}`])), []);
  assert.equal(permissions["prompt"], false);
  assert.deepEqual(unstable.features, ["cron", "no-legacy-abort"]);
}

const scripts = new Map([
  [
    "typed.ts",
    `import { word } from "./lib/word.ts"; const own: boolean = "Deno" in globalThis;
    console.log(word, own, ...process.argv.slice(2));`,
  ],
  ["lib/word.ts", `export const word: string = "typed";`],
  ["plain.js", `const { sep } = require("path"); console.log("plain", typeof require, sep);`],
]);

const offline = [
  "--no-config",
  "--no-npm",
  "--no-remote",
  "--cached-only",
  "--unstable-cron",
  "--unstable-no-legacy-abort",
];

const entryOf = ({ metadata }: Payload, folder: string): string =>
  join(folder, "stage", String(metadata["entrypoint_key"]));

async function startFrom(payload: Payload, folder: string): Promise<PanelProcess> {
  const [stage, home] = [join(folder, "stage"), join(folder, "home")];
  const [path, dataDir] = [join(folder, "bin"), join(folder, "data")];
  writeFiles(payload.files, stage);
  writeFiles(scripts, join(dataDir, "scripts"));
  mkdirSync(home);
  linkProgramsWithoutJavascript(path);
  return await PanelProcess.start({
    dataDir,
    program: [...offline, entryOf(payload, folder)],
    environment: {
      ...{ HOME: home, DENO_DIR: join(home, "cache"), PATH: path },
      SUNDIAL_ALLOW_NETWORKS: "127.0.0.1",
    },
    clearEnvironment: true,
    workingDirectory: home,
  });
}

async function checkPage(panel: PanelProcess): Promise<void> {
  const page = await panel.fetch("/crontab");
  assert.equal(page.status, 200);
  const scripts = [...(await page.text()).matchAll(/(?:src|href)="([^"]+\.js)"/g)].map(([, path]) => path!);
  let bytes = 0;
  for (const script of scripts) {
    const asset = await panel.fetch(script);
    assert.equal(asset.status, 200);
    assert.match(asset.headers.get("content-type")!, /javascript/);
    bytes += (await asset.arrayBuffer()).byteLength;
  }
  assert.ok(bytes > 100_000, `the page starts with ${bytes} bytes of script`);
}

async function logIn(panel: PanelProcess): Promise<void> {
  const credentials = { username: "keeper", password };
  assert.equal(await statusOf(panel.fetch("/api/initialization", { json: credentials })), 201);
  panel.forgetCookie();
  assert.equal(await statusOf(panel.fetch("/api/auth/session")), 401);
  assert.equal(await statusOf(panel.fetch("/api/auth/login", { json: credentials })), 200);
  assert.equal(await statusOf(panel.fetch("/api/auth/session")), 200);
}

async function runTask(panel: PanelProcess, command: string, { exitCode = 0 } = {}): Promise<string> {
  const listening = new AbortController();
  const events = await panel.fetch("/api/events?topics=runs", { signal: listening.signal });
  try {
    const created = await panel.fetch("/api/tasks", {
      json: { name: command, command, schedules: "manual" },
    });
    const { id } = await created.json() as { id: number };
    assert.equal(await statusOf(panel.fetch("/api/tasks/run", { json: { ids: [id] } })), 200);
    const run = await endedRun(panel, id, events.body!);
    const log = await (await panel.fetch(`/api/runs/${run.id}/log`)).text();
    assert.equal(run.exitCode, exitCode, log);
    return log;
  } finally {
    listening.abort();
  }
}

/** Refetches the run at every event, as a page does, until it has ended. */
async function endedRun(
  panel: PanelProcess,
  taskId: number,
  events: ReadableStream<Uint8Array>,
): Promise<Run> {
  const reader = events.getReader();
  const late = setTimeout(() => void reader.cancel("late"), RUN_DEADLINE_MS);
  try {
    for (let more = true; more; more = !(await reader.read()).done) {
      const { items } = await (await panel.fetch(`/api/tasks/${taskId}/runs`)).json() as { items: Run[] };
      if (items[0]?.finishedAt) return items[0];
    }
    throw new Error("the run did not end in time");
  } finally {
    clearTimeout(late);
    reader.releaseLock();
  }
}

async function statusOf(requested: Promise<Response>): Promise<number> {
  const response = await requested;
  await response.arrayBuffer();
  return response.status;
}
