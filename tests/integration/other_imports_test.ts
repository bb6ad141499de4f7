// Crontabs, timers and exports are imported through the API, and the tasks do what their originals did.
import assert from "node:assert/strict";
import { join } from "node:path";
import type { ImportResource } from "../../server/contract/imports.ts";
import { tarOf } from "../support/hostile_tar.ts";
import { TestPanel } from "../support/test_panel.ts";
import { until } from "../support/until.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";

const script = '#!/bin/bash\nset -e\nname=$(basename "$0")\necho "from $name"\n';
const event = (id: string, title: string, more: object) => ({
  ...{ id, title, enabled: 1, plugin: "shellplug", category: "c1", timing: { minutes: [0], hours: [4] } },
  ...more,
});
const cronicle = [
  "# Cronicle Data Export v1.0",
  `global/categories/0 - ${JSON.stringify({ items: [{ id: "c1", title: "Reports", enabled: 1 }] })}`,
  `global/schedule/0 - ${
    JSON.stringify({
      items: [
        event("e1", "Long script", { params: { script } }),
        event("e2", "Chained", { params: { script: "echo one line" }, chain: "e1" }),
        event("e3", "Own plugin", { plugin: "own" }),
      ],
    })
  }`,
].join("\n");

const timers = tarOf([
  { name: "etc/systemd/system/greet.timer", body: "[Timer]\nOnCalendar=Mon..Fri 02:30\nPersistent=true\n" },
  {
    name: "etc/systemd/system/greet.service",
    body:
      '[Unit]\nDescription=Greet\n[Service]\nEnvironment="WHO=a  friend"\nExecStart=-/bin/false\nExecStart=/bin/echo hello ${WHO} $$5\n',
  },
]);

interface Case {
  source: string;
  body: Uint8Array;
  created: number;
  /** Output of each task by its name. */
  output: Record<string, RegExp>;
}

const sources: Case[] = [
  {
    source: "cronicle",
    body: new TextEncoder().encode(cronicle),
    created: 2,
    output: { "Long script": /^from Long_script\.sh$/m, "Chained": /^one line$/m },
  },
  { source: "systemd", body: timers, created: 1, output: { Greet: /^hello a {2}friend \$5$/m } },
  {
    source: "crontab",
    body: new TextEncoder().encode("GREETING=hi\n# Say hi\n0 5 * * * cat; echo $GREETING%there\n"),
    created: 1,
    output: { "Say hi": /^there\nhi$/m },
  },
];

for (const one of sources) {
  Deno.test(`imports: tasks from ${one.source} run like their originals`, () => checkImport(one));
}

Deno.test("imports: a task gets the values of an environment file unchanged, and no shell runs them", async () => {
  await using folder = await temporaryFolder();
  const [file, made] = [join(folder.path, "app.env"), join(folder.path, "made")];
  await Deno.writeTextFile(
    file,
    `PRICE=5$$HOME\nCOMMAND=\`touch ${made}\`\nLIST=one; touch ${made}; two\n`,
  );
  const service =
    `[Service]\nEnvironmentFile=${file}\nExecStart=/usr/bin/printenv PRICE COMMAND\nExecStart=/bin/echo (\${LIST})\n`;
  await checkImport({
    source: "systemd",
    body: tarOf([
      { name: "etc/systemd/system/values.timer", body: "[Timer]\nOnCalendar=daily\n" },
      { name: "etc/systemd/system/values.service", body: service },
    ]),
    created: 1,
    output: {
      values: new RegExp(`^5\\$\\$HOME\n\`touch ${made}\`\n\\(one; touch ${made}; two\\)$`, "m"),
    },
  });
  await assert.rejects(Deno.stat(made), Deno.errors.NotFound);
});

async function checkImport({ source, body, created, output }: Case): Promise<void> {
  await using panel = await TestPanel.open();
  const headers = await panel.logIn();
  const raw = { raw: body as Uint8Array<ArrayBuffer> };
  const upload = (): Promise<ImportResource> =>
    panel.request("POST", "/imports", {
      ...raw,
      headers: { ...headers, "content-type": "application/octet-stream" },
    });
  const planned = await upload();
  assert.deepEqual([planned.source, planned.report.tasks.created], [source, created]);
  await panel.request("POST", `/imports/${planned.id}/apply`, { headers, body: { enable: true } });
  const done = await until("the import to end", async () => {
    const found: ImportResource = await panel.request("GET", `/imports/${planned.id}`, { headers });
    return found.state === "running" ? null : found;
  });
  assert.equal(done.state, "done", JSON.stringify(done.error));
  assert.deepEqual(done.report.tasks.refused, planned.report.tasks.refused);
  const { items } = await panel.request("GET", "/tasks", { headers });
  for (const [name, expected] of Object.entries(output)) {
    const task = items.find((task: { name: string }) => task.name === name);
    assert.equal(task?.enabled, true, name);
    const { results } = await panel.request("POST", "/tasks/run", { headers, body: { ids: [task.id] } });
    const path = `/runs/${results[0].runId}`;
    const run = await until("the run to end", async () => {
      const found = await panel.request("GET", path, { headers });
      return found.finishedAt === null ? null : found;
    });
    assert.equal(run.state, "succeeded", name);
    assert.match(await panel.request("GET", `${path}/log`, { headers }), expected);
  }
  assert.equal((await upload()).report.tasks.created, 0);
}
