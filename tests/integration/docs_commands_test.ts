// deno-lint-ignore-file no-console -- says what is skipped
// Every command of the docs, run as a reader would: page by page, in a folder of its own, against a panel.
import assert from "node:assert/strict";
import { join } from "node:path";
import { type CodeBlock, readDocs, readDocsFile } from "../support/docs_pages.ts";
import { findProgram } from "../support/find_chromium.ts";
import { freePort } from "../support/free_port.ts";
import { PanelProcess, readyAddress } from "../support/panel_process.ts";
import { codeAt } from "../support/second_factor.ts";
import { ensurePanel } from "../../tools/panel.ts";
import { shippedProgram } from "../support/shipped_program.ts";
import { panelFolder, temporaryFolder } from "../support/temporary_folder.ts";
import { runProgram, runSundial } from "../support/run_program.ts";

await ensurePanel();
const DEFAULT_PORT = /\b5780\b/g;

/** Its commands need a PostgreSQL server: `conformance/many_machines_docs_test.ts` runs them. */
const ELSEWHERE = "many-machines.md";

for (const { name, blocks } of readDocs("en")) {
  if (name === ELSEWHERE) continue;
  const commands = blocks.filter(({ language, mode }) => language === "sh" && !mode.startsWith("not-run"));
  if (commands.length === 0) continue;
  const missing = ["bash", "curl", "jq"].filter((program) =>
    findProgram([program]) === null && commands.some(({ text }) => new RegExp(`\\b${program} `).test(text))
  );
  if (missing.length > 0) console.log(`docs: ${name} is skipped because of missing ${missing.join(" and ")}`);
  Deno.test(`docs: the commands of ${name} work`, { ignore: missing.length > 0 }, async () => {
    await using folder = await panelFolder();
    await using reader = await Reader.start(folder.path);
    for (const block of commands) await reader.run(block);
  });
}

/** Somebody with a shell, and a panel in the folder `data` until a block starts another. */
class Reader implements AsyncDisposable {
  readonly #folder: string;
  readonly #port: number;
  readonly #environment: Record<string, string>;
  #panel: PanelProcess | null;
  #started: Deno.ChildProcess | null = null;

  private constructor(
    folder: string,
    port: number,
    panel: PanelProcess,
    environment: Record<string, string>,
  ) {
    this.#folder = folder;
    this.#port = port;
    this.#panel = panel;
    this.#environment = environment;
  }

  static async start(folder: string): Promise<Reader> {
    const port = freePort();
    const panel = await PanelProcess.start({
      ...{ dataDir: join(folder, "data"), setUp: true, flags: ["--port", String(port)] },
    });
    try {
      return new Reader(folder, port, panel, await prepare(folder, port, panel));
    } catch (error) {
      await panel.stop();
      throw error;
    }
  }

  async run({ text, mode }: CodeBlock): Promise<void> {
    const script = text.replace(DEFAULT_PORT, String(this.#port));
    if (mode === "background" || mode === "stopped") await this.#stop();
    if (mode === "background") return await this.#runInBackground(script);
    // Functions and variables are available to the following blocks, as in a terminal.
    const state = join(this.#folder, "state.sh");
    const source =
      `touch '${state}'; . '${state}'\nset -e\n${script}\nset +e\n{ declare -f; declare -p | grep -E '^declare -[-x]+ (TOKEN|TASK|RUN|EXPORT|CHECK|FLOW|HOOK|SECRET|BODY|SIGNATURE)='; } > '${state}' || true`;
    const options = { cwd: this.#folder, env: this.#environment, clearEnv: true };
    const { code, out, err } = await runProgram(["bash", "-o", "pipefail", "-c", source], options);
    assert.equal(code, 0, `${script}\n${out}${err}`);
  }

  async #runInBackground(script: string): Promise<void> {
    // The panel replaces the shell, so that it receives the signal.
    const child = new Deno.Command("bash", {
      args: ["-c", script.replace(/^sundial serve/m, "exec $&")],
      ...{ cwd: this.#folder, env: this.#environment, clearEnv: true },
      ...{ stdin: "null", stdout: "piped", stderr: "piped" },
    }).spawn();
    this.#started = child;
    void child.stderr.pipeTo(new WritableStream()).catch(() => {});
    await readyAddress(child.stdout);
  }

  async #stop(): Promise<void> {
    await this.#panel?.stop();
    this.#panel = null;
    this.#started?.kill("SIGTERM");
    await this.#started?.status;
    this.#started = null;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stop();
  }
}

/** Creates what the pages expect, and returns the environment of the commands. */
async function prepare(folder: string, port: number, panel: PanelProcess): Promise<Record<string, string>> {
  await panel.logIn();
  const scopes = ["tasks:write", "notifications:write", "logs:read", "system:read"];
  const { clientId, clientSecret } = await panel.request("POST", "/applications", { name: "Reader", scopes });
  const { token } = await panel.request("POST", "/auth/token", { clientId, clientSecret });
  await panel.request("POST", "/notifications", channel);
  const { secret } = await panel.request("POST", "/account/second-factor/start");
  await panel.request("POST", "/account/second-factor/activate", { code: codeAt(secret, Date.now()) });
  await installCommand(join(folder, "bin"));
  return {
    PATH: `${join(folder, "bin")}:${Deno.env.get("PATH")}`,
    ...{
      HOME: Deno.env.get("HOME") ?? folder,
      LANG: "C.UTF-8",
      SUNDIAL_PORT: String(port),
      SUNDIAL_DATA_DIR: join(folder, "data"),
    },
    ...{ CLIENT_ID: clientId, CLIENT_SECRET: clientSecret, TOKEN: token },
  };
}

/** Nobody listens there: the docs end where the panel accepts a message. */
const channel = {
  name: "Nobody",
  type: "webhook",
  fields: {
    ...{ webhookMethod: "POST", webhookContentType: "application/json" },
    ...{ webhookUrl: "http://127.0.0.1:9/?title=$title" },
  },
};

async function installCommand(folder: string): Promise<void> {
  await Deno.mkdir(folder);
  const script = `#!/bin/sh\nexec '${Deno.execPath()}' run -A ${shippedProgram.join(" ")} "$@"\n`;
  await Deno.writeTextFile(join(folder, "sundial"), script, { mode: 0o755 });
}

for (const file of ["sundial.service", "sundial-worker.service"]) {
  Deno.test(
    `docs: systemd accepts the unit ${file}`,
    { ignore: findProgram(["systemd-analyze"]) === null },
    async () => {
      await using folder = await temporaryFolder();
      const unit = join(folder.path, file);
      // It checks that the program and the user exist.
      const text = readDocsFile(file).replace("/opt/sundial/sundial", "/bin/true")
        .replace(/^(User|Group)=.*$/gm, "$1=root");
      await Deno.writeTextFile(unit, text);
      const { code, err } = await runProgram(["systemd-analyze", "verify", unit]);
      const complaints = err.split("\n").filter((line) => line.includes(file));
      assert.deepEqual(complaints, []);
      assert.equal(code, 0);
    },
  );
}

Deno.test("docs: the unit of a panel is what `sundial service install` writes", async () => {
  const args = ["--print", "--run-as", "sundial", "--data-dir", "/var/lib/sundial/data"];
  const { out } = await runSundial(["service", "install", ...args]);
  // An executable, and an account with a home, are those of the page.
  const linesOf = (unit: string) =>
    unit.trim().split("\n").filter((line) => !/^(ExecStart|Group|WorkingDirectory)=/.test(line));
  assert.deepEqual(linesOf(readDocsFile("sundial.service")), linesOf(out));
});
