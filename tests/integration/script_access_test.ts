// `QLAPI` and the notifiers of scripts against a real panel: what they do, and what the settings forbid.
import assert from "node:assert/strict";
import { join } from "node:path";
import type { ScriptAccess } from "../../server/contract/settings.ts";
import { PanelProcess } from "../support/panel_process.ts";
import { removeDataDir } from "../support/remove_data_dir.ts";
import { until } from "../support/until.ts";

const styles = join(import.meta.dirname!, "..", "support", "script_styles");

interface Result {
  code: number;
  data?: Record<string, unknown> & Record<string, unknown>[];
  message?: string;
}

/** A panel with the scripts of all styles, and a service that records the messages it gets. */
class Scene implements AsyncDisposable {
  readonly got: { token: string | null; title: string; message: string }[] = [];
  readonly #service = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
    const { title, message } = await request.json();
    this.got.push({ token: request.headers.get("x-gotify-key"), title, message });
    return Response.json({ id: 7 });
  });
  readonly #dataDir: string;
  panel!: PanelProcess;

  private constructor(dataDir: string) {
    this.#dataDir = dataDir;
  }

  static async open(flags: string[] = []): Promise<Scene> {
    const scene = new Scene(await Deno.makeTempDir({ prefix: "sundial-script-access-" }));
    const scripts = join(scene.#dataDir, "scripts");
    await new Deno.Command("cp", { args: ["-r", styles, scripts] }).output();
    scene.panel = await PanelProcess.start({
      dataDir: scene.#dataDir,
      setUp: true,
      flags,
      environment: { SUNDIAL_ALLOW_NETWORKS: "127.0.0.0/8" },
    });
    await scene.panel.logIn();
    const values = { GOTIFY_URL: scene.address, GOTIFY_TOKEN: "from-variables" };
    for (const [name, value] of Object.entries(values)) {
      await scene.panel.request("POST", "/variables", { name, value });
    }
    const fields = { gotifyUrl: scene.address, gotifyToken: "of-panel" };
    await scene.panel.request("POST", "/notifications", { name: "Gotify", type: "gotify", fields });
    return scene;
  }

  get address(): string {
    return `http://127.0.0.1:${this.#service.addr.port}`;
  }

  /** Runs a command and returns its log, without header and footer. */
  async run(command: string): Promise<{ state: string; lines: string[] }> {
    const task = await this.panel.request("POST", "/tasks", { name: command, command, schedules: "manual" });
    const { results } = await this.panel.request("POST", "/tasks/run", { ids: [task.id] });
    assert.equal(results[0].ok, true);
    const newest = async () => (await this.panel.request("GET", `/tasks/${task.id}/runs`)).items[0];
    await until("the run has ended", async () => (await newest())?.finishedAt != null);
    const { id, state } = await newest();
    const log: string = await this.panel.request("GET", `/runs/${id}/log`);
    return { state, lines: log.split("\n").slice(2, -3).filter((line) => line !== "") };
  }

  async write(script: string, content: string): Promise<void> {
    await Deno.writeTextFile(join(this.#dataDir, "scripts", script), content);
  }

  async setAccess(scriptAccess: ScriptAccess): Promise<void> {
    await this.panel.request("PATCH", "/settings", { scriptAccess });
  }

  async setRuntime(javascriptRuntime: "node" | "deno"): Promise<void> {
    await this.panel.request("PATCH", "/settings", { javascriptRuntime });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.panel[Symbol.asyncDispose]();
    await this.#service.shutdown();
    await removeDataDir(this.#dataDir);
  }
}

async function tour(scene: Scene, script: string): Promise<Map<string, Result[]>> {
  const { state, lines } = await scene.run(`task ${script}`);
  const line = lines.find((one) => one.startsWith("RESULTS "));
  assert.ok(state === "succeeded" && line, lines.join("\n"));
  const results = JSON.parse(line.slice("RESULTS ".length)) as [string, Result][];
  const byName = new Map<string, Result[]>();
  for (const [name, result] of results) byName.set(name, [...byName.get(name) ?? [], result]);
  return byName;
}

Deno.test("script access: every method of QLAPI works, in each runtime", async (t) => {
  await using scene = await Scene.open(["--base-path", "/panel"]);
  for (const [runtime, script] of [["node", "tour.js"], ["deno", "tour.js"], ["node", "tour.py"]] as const) {
    await t.step(`${script} with ${runtime}`, async () => {
      await scene.setRuntime(runtime);
      scene.got.length = 0;
      const results = await tour(scene, script);
      const only = (name: string) => results.get(name)?.map(({ code }) => code);
      for (const [name, all] of results) {
        for (const { code, message } of all.slice(0, 1)) {
          if (name === "getCronDetail") continue;
          assert.equal(code, 200, `${name}: ${message}`);
        }
      }
      const kind = script.endsWith(".py") ? "PY" : "JS";
      const [made] = results.get("createEnv")!;
      assert.deepEqual(
        made!.data!.map(({ name, value, remarks, status }) => [name, value, remarks, status]),
        [
          [`TOUR_${kind}`, "a", "one", 0],
          [`TOUR_${kind}`, "b", "", 0],
        ],
      );
      assert.equal(results.get("getEnvs")![0]!.data!.length, 2);
      const [env] = results.get("getEnvById")!;
      assert.deepEqual([env!.data!["value"], env!.data!["remarks"]], ["c", "two"]);
      assert.equal(typeof env!.data!["position"], "string");
      assert.deepEqual(only("deleteEnvs"), [200, 400]);
      assert.deepEqual(only("getEnvById"), [200, 400]);
      const [cron] = results.get("updateCron")!;
      assert.deepEqual([cron!.data!["name"], cron!.data!["command"], cron!.data!["schedule"]], [
        `Tour ${kind} 2`,
        "echo tour",
        "0 0 1 1 *",
      ]);
      assert.deepEqual(results.get("getCrons")![0]!.data!.map(({ name }) => name), [`Tour ${kind} 2`]);
      assert.deepEqual(only("getCronById"), [200, 404]);
      await until("the queued message has arrived", () => scene.got.length === 3);
      assert.deepEqual(scene.got.map(({ token, message }) => [token, message]).sort(), [
        ["direct", "to one"],
        ["from-variables", "by QLAPI"],
        ["of-panel", "to the panel"],
      ]);
    });
  }
});

Deno.test("script access: the notifiers send through the panel and print a line for each channel", async () => {
  await using scene = await Scene.open();
  await scene.setRuntime("node");
  for (const script of ["common.js", "module.mjs", "plain.py", "repo/nested.mjs", "repo/nested.py"]) {
    scene.got.length = 0;
    const { state, lines } = await scene.run(`task ${script}`);
    assert.deepEqual(
      [state, lines.includes("Gotify: sent"), scene.got.length],
      ["succeeded", true, 1],
      script,
    );
  }
});

Deno.test("script access: the setting limits what scripts may do", async () => {
  await using scene = await Scene.open();
  const script = `(async () => {
    const read = await QLAPI.getEnvs();
    const write = await QLAPI.createEnv({ envs: [{ name: "X", value: "1" }] });
    console.log(JSON.stringify([read.code, write.code, write.message ?? ""]));
  })()`;
  await scene.write("limits.js", script);
  const expected: [ScriptAccess, number[]][] = [["write", [200, 200]], ["read", [200, 403]], ["none", [
    403,
    403,
  ]]];
  for (const [access, codes] of expected) {
    await scene.setAccess(access);
    const { lines } = await scene.run("task limits.js");
    const [read, write, message] = JSON.parse(lines.at(-1) ?? "[]");
    assert.deepEqual([read, write], codes, access);
    if (write === 403) assert.match(message, /scriptAccess/);
  }
});
