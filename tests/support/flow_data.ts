// A panel with data of flows: links, flow runs, outputs with a secret and a file, runs for each value of a list, a webhook with a delivery,
// a run that waits for approval, and a file that starts a task.
import assert from "node:assert/strict";
import type { Task } from "../../server/contract/tasks.ts";
import type { PanelProcess } from "./panel_process.ts";
import type { PanelScene } from "./panel_scene.ts";
import { until } from "./until.ts";
import { signatureOf } from "./webhook_scene.ts";

export interface FilledFlows {
  tasks: Record<"export" | "load" | "each" | "upload" | "notice" | "import", number>;
  /** A flow run that has ended, and one whose first run waits for approval. */
  flows: { ended: number; open: number };
  waiting: number;
  hook: { path: string; secret: string };
}

/** A secret in the outputs. */
export const variable = { name: "KEY", value: "opensesame", secret: true };

/** Fills a panel. `file` is the file of a trigger, and exists. */
export async function fillFlows(scene: PanelScene, file: string): Promise<FilledFlows> {
  const { panel } = scene;
  const after = (taskId: number, outcome = "succeeded") => ({ upstream: { tasks: [{ taskId, outcome }] } });
  await panel.request("POST", "/variables", [variable]);
  const outputs =
    'printf "rows=3\\nkey=$KEY\\n" >> "$SUNDIAL_OUTPUT"; echo content > "$SUNDIAL_OUTPUT_DIR/all.csv"';
  const first = await scene.task(outputs, { name: "export", parameters: [{ name: "DAY", type: "text" }] });
  const load = await scene.task(
    'echo "$SUNDIAL_INPUT_ROWS $SUNDIAL_INPUT_KEY $(cat "$SUNDIAL_INPUT_DIR/export/all.csv")"',
    { name: "load", ...after(first) },
  );
  const each = await scene.task("true", {
    ...{ name: "each", parameters: [{ name: "ITEM", type: "text" }], ...after(load) },
    forEach: { parameter: "ITEM", values: ["x", "y"] },
  });
  const upload = await scene.task("true", { name: "upload", requiresApproval: true });
  const notice = await scene.task("true", { name: "notice", ...after(upload, "any") });
  const imported = await scene.task("true", {
    name: "import",
    triggers: [{ type: "file", path: file, settleMs: 500 }],
  });
  await scene.run(first);
  await until("the flow to end", async () => {
    const { items } = await panel.request("GET", "/flow-runs");
    return items[0]?.state === "succeeded";
  });
  const hook = await panel.request("PUT", `/tasks/${load}/webhook`, { signature: "standard", mapping: {} });
  assert.equal(await deliver(panel, hook, "before"), 202);
  await until("the delivered run", async () => await scene.countActive() === 0);
  const waiting = await scene.run(upload);
  await scene.reaches(waiting, "waiting_for_approval");
  await until("the file to be seen", () => seenFile(scene) !== null);
  return {
    tasks: { export: first, load, each, upload, notice, import: imported },
    flows: { ended: 1, open: (await panel.request("GET", `/runs/${waiting}`)).flowRunId },
    ...{ waiting, hook },
  };
}

/** Sends a delivery to a webhook. Returns the status of the response. */
export async function deliver(
  panel: PanelProcess,
  { path, secret }: { path: string; secret: string },
  id: string,
): Promise<number> {
  const response = await panel.fetch(path, {
    ...{ method: "POST", body: "{}" },
    headers: {
      "content-type": "application/json",
      ...signatureOf("{}", { signature: "standard", secret, id }),
    },
  });
  await response.body?.cancel();
  return response.status;
}

/** Returns which version of its file the only trigger has seen. */
export function seenFile(scene: PanelScene): string | null {
  return scene.query<{ seen: string | null }>("select seen from task_trigger")[0]?.seen ?? null;
}

/** Returns what people have entered. */
export async function definitionsOf(panel: PanelProcess, tasks: FilledFlows["tasks"]) {
  return await Promise.all(
    Object.values(tasks).map(async (id) => definitionOf(await panel.request("GET", `/tasks/${id}`))),
  );
}

function definitionOf({ name, command, upstream, forEach, parameters, triggers, requiresApproval }: Task) {
  return { name, command, upstream, forEach, parameters, triggers, requiresApproval };
}
