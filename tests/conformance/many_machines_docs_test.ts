// The commands of the page about several machines, run as a reader would: from one machine to a panel with a worker, and back.
import assert from "node:assert/strict";
import { join } from "node:path";
import { readDocs } from "../support/docs_pages.ts";
import { freePort } from "../support/free_port.ts";
import { PanelProcess } from "../support/panel_process.ts";
import { PostgresDatabases, postgresDatabases } from "../support/postgres_databases.ts";
import { removeDataDir } from "../support/remove_data_dir.ts";
import { until } from "../support/until.ts";
import { ensurePanel } from "../../tools/panel.ts";
import { shippedProgram } from "../support/shipped_program.ts";

await ensurePanel();
const databases = postgresDatabases ?? await PostgresDatabases.open();
const page = readDocs("en").find(({ name }) => name === "many-machines.md")!;

Deno.test("docs: the commands of many-machines.md lead to several machines and back", async () => {
  const folder = await Deno.makeTempDir({ prefix: "sundial-docs-" });
  const url = await databases.create();
  const port = freePort();
  const running: Deno.ChildProcess[] = [];
  const end = async () => {
    for (const child of running.splice(0)) {
      child.kill("SIGTERM");
      await child.status;
    }
  };
  try {
    await installCommand(join(folder, "bin"));
    const environment = {
      PATH: `${join(folder, "bin")}:${Deno.env.get("PATH")}`,
      ...{ HOME: Deno.env.get("HOME") ?? folder, LANG: "C.UTF-8", SUNDIAL_PORT: String(port) },
      TOKEN: await prepare(join(folder, "data")),
    };
    const bash = (text: string, dataDir: string) =>
      new Deno.Command("bash", {
        args: [
          ...["-e", "-o", "pipefail", "-c"],
          text.replaceAll("postgres://sundial:password@db.example.org/sundial", url)
            .replaceAll("/etc/sundial/secret.key", join(folder, "secret.key"))
            .replaceAll("5780", String(port)),
        ],
        ...{ cwd: folder, clearEnv: true, stdin: "null" as const, stdout: "piped" as const },
        ...{ env: { ...environment, SUNDIAL_DATA_DIR: dataDir }, stderr: "piped" as const },
      });
    for (const { language, mode, text } of page.blocks) {
      if (language !== "sh" || mode.startsWith("not-run")) continue;
      if (mode === "background") {
        // Each node has a machine of its own, and so a data folder.
        const dataDir = join(folder, text.includes("sundial worker") ? "worker" : "data");
        const child = bash(text.replace(/^sundial /m, "exec $&"), dataDir).spawn();
        running.push(child);
        await untilReady(child);
        continue;
      }
      if (mode === "stopped") await end();
      const { code, stdout, stderr } = await bash(text, join(folder, "data")).output();
      const output = new TextDecoder().decode(stdout);
      assert.equal(code, 0, `${text}\n${output}${new TextDecoder().decode(stderr)}`);
      if (text.includes("@tsv")) {
        assert.deepEqual(output.trim().split("\n").sort(), [
          "panel-1\tpanel\tonline",
          "worker-1\tworker\tonline",
        ]);
      }
      if (text.includes("/drain")) assert.match(output, /"state":"draining"/);
    }
    for (const name of ["secret.key", "sundial.sqlite"]) {
      assert.ok(Deno.statSync(join(folder, "one", name)).isFile, name);
    }
  } finally {
    await end();
    await databases.drop(url);
    await removeDataDir(folder);
  }
});

/** Sets up a panel on one machine; returns the token of an application. */
async function prepare(dataDir: string): Promise<string> {
  await using panel = await PanelProcess.start({ dataDir, setUp: true });
  await panel.logIn();
  const scopes = ["system:write"];
  const { clientId, clientSecret } = await panel.request("POST", "/applications", { name: "Reader", scopes });
  const { token } = await panel.request("POST", "/auth/token", { clientId, clientSecret });
  return token;
}

async function untilReady(child: Deno.ChildProcess): Promise<void> {
  let printed = "";
  const read = async (output: ReadableStream<Uint8Array<ArrayBuffer>>) => {
    for await (const text of output.pipeThrough(new TextDecoderStream())) printed += text;
  };
  let hasEnded = false;
  void child.status.then(() => hasEnded = true);
  void read(child.stdout);
  void read(child.stderr);
  await until("the ready line", () => hasEnded || / is ready/.test(printed));
  assert.ok(!hasEnded, printed);
}

async function installCommand(folder: string): Promise<void> {
  await Deno.mkdir(folder);
  const script = `#!/bin/sh\nexec '${Deno.execPath()}' run -A ${shippedProgram.join(" ")} "$@"\n`;
  await Deno.writeTextFile(join(folder, "sundial"), script, { mode: 0o755 });
}
