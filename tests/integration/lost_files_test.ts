// Folders and files of the data folder that are deleted or replaced while the panel runs.
import assert from "node:assert/strict";
import type { PanelProcess } from "../support/panel_process.ts";
import { PanelScene } from "../support/panel_scene.ts";
import { until } from "../support/until.ts";

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

Deno.test("lost files: a task runs and logs right after its folders were deleted", async () => {
  await using scene = await PanelScene.open();
  const { panel } = scene;
  const { id } = await panel.request("POST", "/tasks", task("one"));
  for (const folder of ["marks", "scripts", "logs"]) {
    await Deno.remove(scene.path(folder), { recursive: true });
  }
  await panel.request("POST", "/tasks/run", { ids: [id] });
  const run = await until("the run has ended", async () => {
    const { items: [newest] } = await panel.request("GET", `/tasks/${id}/runs`);
    return newest?.finishedAt && newest;
  });
  assert.equal(run.state, "succeeded", JSON.stringify(run));
  assert.match(await panel.request("GET", `/runs/${run.id}/log`), /hello/);
});

Deno.test("lost files: without its database the panel rejects changes until the file is back", async () => {
  await using scene = await PanelScene.open();
  const { panel } = scene;
  const path = scene.path("sundial.sqlite");
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
});
