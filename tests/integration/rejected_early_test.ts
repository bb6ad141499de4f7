// Values that are too long, too many, or not text are rejected in the request, with the name of their field,
// instead of failing later: afterwards the panel responds and runs as before.
import assert from "node:assert/strict";
import { join } from "node:path";
import type { Problem } from "../../server/contract/problem.ts";
import { PanelProcess } from "../support/panel_process.ts";
import { until } from "../support/until.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";

interface Rejection {
  status: number;
  paths: string[];
}

const NUL = "a\0b";
const task = { name: "t", command: "true", schedules: ["0 3 * * *"] };
const variable = { name: "KEY", value: "v" };

const tasks: [what: string, wish: Record<string, unknown>, field: string][] = [
  ["a cron string of 1 MB", { schedules: ["*".repeat(900_000)] }, "schedules"],
  ["a name of 10 kB", { name: "n".repeat(10_240) }, "name"],
  ["a path of 5,000 characters", { workingDirectory: `/${"d/".repeat(2_500)}` }, "workingDirectory"],
  ["a log folder of 5,000 characters", { logFolder: "d".repeat(5_000) }, "logFolder"],
  ["a command of 900 kB", { command: `true ${"x".repeat(900_000)}` }, "command"],
  ...["name", "command", "before", "after", "workingDirectory", "logFolder", "timeZone", "serialGroup"]
    .map((
      field,
    ): [string, Record<string, unknown>, string] => [`a NUL byte in ${field}`, { [field]: NUL }, field]),
  ["a NUL byte in a rule", { schedules: [NUL] }, "schedules"],
  ["a NUL byte in a label", { labels: [NUL] }, "labels"],
  ["a NUL byte in a label of variables", { variableLabels: [NUL] }, "variableLabels"],
];

const variables: [what: string, wish: Record<string, unknown>, field: string][] = [
  ["a value of 131,072 bytes", { value: "v".repeat(131_072) }, "value"],
  ["a name with =", { name: "A=B" }, "name"],
  ["a name with a NUL byte", { name: NUL }, "name"],
  ["a name with a line break", { name: "A\nB" }, "name"],
  ["a value with a NUL byte", { value: NUL }, "value"],
  ["a remark with a NUL byte", { remarks: NUL }, "remarks"],
  ["a label with a NUL byte", { labels: [NUL] }, "labels"],
];

async function rejectionOf(
  panel: PanelProcess,
  method: string,
  path: string,
  body: unknown,
): Promise<Rejection> {
  const response = await panel.send(method, path, body);
  const { issues = [] } = JSON.parse(await response.text()) as Partial<Problem>;
  return { status: response.status, paths: issues.map(({ path }) => path) };
}

function assertRejected({ status, paths }: Rejection, what: string, field: string): void {
  assert.ok(status >= 400 && status < 500, `${what}: ${status}`);
  assert.ok(paths.some((path) => path.split(".").includes(field)), `${what}: ${paths.join()}`);
}

Deno.test("limits: rejects too large input with its field and keeps serving", async () => {
  await using root = await temporaryFolder();
  await using panel = await PanelProcess.start({ dataDir: root.path });
  await panel.request("POST", "/initialization", { username: "mira", password: "correct horse battery" });
  for (const [what, request, field] of tasks) {
    assertRejected(await rejectionOf(panel, "POST", "/tasks", { ...task, ...request }), what, field);
  }
  for (const [what, request, field] of variables) {
    assertRejected(
      await rejectionOf(panel, "POST", "/variables", [{ ...variable, ...request }]),
      what,
      field,
    );
  }
  const many = Array.from({ length: 40 }, (_, at) => ({ name: `BIG${at}`, value: "v".repeat(100_000) }));
  // A few at a time, so that their sum is rejected, not the size of a request.
  const responses: Rejection[] = [];
  for (let at = 0; at < many.length; at += 8) {
    responses.push(await rejectionOf(panel, "POST", "/variables", many.slice(at, at + 8)));
  }
  assertRejected(responses.at(-1)!, "4 MB of variables", "value");
  for (const path of ["s".repeat(5_000), "a\0b.js"]) {
    const request = await rejectionOf(
      panel,
      "PUT",
      `/files/scripts/content?path=${encodeURIComponent(path)}`,
      {
        content: "1",
      },
    );
    assertRejected(request, `a path of ${path.length} characters`, "path");
  }
  const ids = Array.from({ length: 100_000 }, (_, id) => id + 1);
  assertRejected(await rejectionOf(panel, "POST", "/tasks/run", { ids }), "100,000 tasks at once", "ids");
  await assertNames(panel);
  await assertSpawnError(panel, root.path);
  assert.equal((await panel.request("GET", "/health")).status, "ok");
});

// Names like any other, which are returned unchanged.
async function assertNames(panel: PanelProcess): Promise<void> {
  for (const name of ["🌞 noon 👩‍👩‍👧", "مهمة‏ يومية", "Zoe\u0308 e\u0301te\u0301"]) {
    const { id } = await panel.request("POST", "/tasks", { ...task, name });
    assert.equal((await panel.request("GET", `/tasks/${id}`)).name, name);
    const path = encodeURIComponent(`${name}.sh`);
    await panel.request("PUT", `/files/scripts/content?path=${path}`, { content: "echo" });
    assert.equal((await panel.request("GET", `/files/scripts/content?path=${path}`)).content, "echo");
  }
}

async function assertSpawnError(panel: PanelProcess, root: string): Promise<void> {
  const folder = join(root, "scripts", "gone");
  await Deno.mkdir(folder);
  const { id } = await panel.request("POST", "/tasks", { ...task, workingDirectory: "gone" });
  await Deno.remove(folder);
  await panel.request("POST", "/tasks/run", { ids: [id] });
  const run = await until(
    "the run has ended",
    async () => (await panel.request("GET", `/tasks/${id}`)).lastRun,
  );
  assert.equal(run.outcome, "failed");
}
