// Folders and files of the data folder that are deleted or replaced while the panel runs.
import assert from "node:assert/strict";
import { join } from "node:path";
import { PanelProcess } from "../support/panel_process.ts";
import { until } from "../support/until.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";

const account = { username: "mira", password: "correct horse battery" };

async function withPanel(action: (panel: PanelProcess, root: string) => Promise<void>): Promise<void> {
  await using root = await temporaryFolder();
  await using panel = await PanelProcess.start({ dataDir: root.path });
  await panel.request("POST", "/initialization", account);
  await action(panel, root.path);
}

async function codeOf(
  panel: PanelProcess,
  method: string,
  path: string,
  body?: unknown,
): Promise<string | number> {
  const response = await panel.send(method, path, body);
  const text = await response.text();
  return response.ok ? response.status : JSON.parse(text).code;
}

const task = (name: string) => ({ name, command: "echo hello", schedules: "manual" });

Deno.test("lost files: a task runs and logs right after its folders were deleted", () =>
  withPanel(async (panel, root) => {
    const { id } = await panel.request("POST", "/tasks", task("one"));
    for (const folder of ["marks", "scripts", "logs"]) {
      await Deno.remove(join(root, folder), { recursive: true });
    }
    await panel.request("POST", "/tasks/run", { ids: [id] });
    const run = await until("the run has ended", async () => {
      const { items: [newest] } = await panel.request("GET", `/tasks/${id}/runs`);
      return newest?.finishedAt && newest;
    });
    assert.equal(run.state, "succeeded", JSON.stringify(run));
    assert.match(await panel.request("GET", `/runs/${run.id}/log`), /hello/);
  }));

Deno.test("lost files: without its database the panel rejects changes until the file is back", () =>
  withPanel(async (panel, root) => {
    const path = join(root, "sundial.sqlite");
    const { id } = await panel.request("POST", "/tasks", task("one"));
    const health = async () => (await panel.request("GET", "/health"));
    assert.equal((await health()).readOnly, null);
    await Deno.rename(path, `${path}.aside`);
    await until("it is noticed", async () => (await health()).readOnly !== null);
    const { status, readOnly, parts } = await health();
    assert.deepEqual([status, readOnly.reason, parts.database], ["degraded", "database_missing", "degraded"]);
    assert.equal(await codeOf(panel, "POST", "/tasks", task("two")), "database_lost");
    assert.equal(await codeOf(panel, "DELETE", `/tasks/${id}`), "database_lost");
    assert.equal(await codeOf(panel, "GET", "/tasks"), 200);
    await Deno.writeTextFile(path, "");
    await until("it is noticed", async () => (await health()).readOnly.reason === "database_replaced");
    await Deno.rename(`${path}.aside`, path);
    await until("it is noticed", async () => (await health()).readOnly === null);
    assert.equal(await codeOf(panel, "POST", "/tasks", task("two")), 201);
  }));
