import { parse } from "../../server/contract/parsed.ts";
import assert from "node:assert/strict";
import type { CrontabImportResult } from "../../server/contract/crontab_import.ts";
import { type Task, taskInput } from "../../server/contract/tasks.ts";
import { CrontabImport } from "../../server/features/tasks/import/crontab_import.ts";
import { crontabImportRoutes } from "../../server/features/tasks/import/routes.ts";
import { noCalendars } from "../../server/features/tasks/task_timetable.ts";
import type { SystemCrontab } from "../../server/platform/system_crontab.ts";
import { TestApp } from "../support/test_app.ts";
import { TestEngine } from "../support/test_engine.ts";

const crontab = `
# Nightly backup
30 2 * * * backup.sh
CRON_TZ=Asia/Tokyo
*/5 * * * 1-5 poll.sh
@reboot start.sh
#0 4 * * * old.sh
0 0 31 2 * never.sh
what is this
`;

/** The import over an engine with real tasks, and a logged-in administrator. */
class ImportScene implements AsyncDisposable {
  readonly warned: string[] = [];
  system: SystemCrontab = { found: "no_program" };

  private constructor(readonly engine: TestEngine, readonly app: TestApp, readonly cookie: string) {}

  static async open(): Promise<ImportScene> {
    const engine = await TestEngine.start();
    const { db, tasks } = engine;
    const parts: { scene?: ImportScene } = {};
    const crontabImport = new CrontabImport({
      ...{ db, tasks, shell: "/bin/bash", home: null },
      present: () => ({ now: engine.clock.now(), zone: "UTC", findCalendar: noCalendars }),
      readSystem: () => Promise.resolve(parts.scene?.system ?? { found: "no_program" }),
      warn: (reason) => void parts.scene?.warned.push(reason),
    });
    const app = await TestApp.open({ routes: crontabImportRoutes(crontabImport) });
    return parts.scene = new ImportScene(engine, app, await app.setUp());
  }

  async send(body: unknown) {
    return await this.app.call("POST", "/api/tasks/import", { cookie: this.cookie, body });
  }

  async import(body: unknown): Promise<CrontabImportResult> {
    const { status, text } = await this.send(body);
    assert.equal(status, 200, text);
    return JSON.parse(text);
  }

  async tasks(): Promise<Task[]> {
    const rows = await this.engine.db.selectFrom("task").select("id").orderBy("id").execute();
    return await Promise.all(rows.map(({ id }) => this.engine.tasks.get(id)));
  }

  get published(): string[] {
    return this.engine.events.map(({ type, id }) => `${type} ${id}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.app[Symbol.asyncDispose]();
    await this.engine[Symbol.asyncDispose]();
  }
}

Deno.test("import: previews by default", async () => {
  await using scene = await ImportScene.open();
  const { found, created, text, lines } = await scene.import({ text: crontab });
  assert.deepEqual([found, created, text], ["text", 0, null]);
  assert.deepEqual(
    lines.map(({ line, task, schedule, taskId, remarks }) => [
      line,
      task?.name,
      schedule,
      taskId,
      remarks.join(),
    ]),
    [
      [3, "Nightly backup", "At 02:30, every day", null, ""],
      [5, "poll.sh", "Every 5 minutes, Mon–Fri", null, ""],
      [6, "start.sh", null, null, ""],
      [7, "old.sh", "At 04:00, every day", null, "disabled_line"],
      [8, undefined, null, null, "cron_never_fires"],
      [9, undefined, null, null, "not_a_rule"],
    ],
  );
  assert.deepEqual([await scene.tasks(), scene.published], [[], []]);
});

Deno.test("import: supported lines become planned tasks and publish events, except disabled rules", async () => {
  await using scene = await ImportScene.open();
  const { created, lines } = await scene.import({ text: crontab, dryRun: false, labels: ["moved"] });
  assert.equal(created, 3);
  assert.deepEqual(lines.map(({ taskId }) => taskId), [1, 2, 3, null, null, null]);
  const tasks = await scene.tasks();
  assert.deepEqual(
    tasks.map(({ name, command, schedules, timeZone, labels, enabled, nextRunAt }) => [
      name,
      command,
      schedules,
      timeZone,
      labels,
      enabled,
      nextRunAt !== null,
    ]),
    [
      ["Nightly backup", "backup.sh", ["30 2 * * *"], null, ["moved"], true, true],
      ["poll.sh", "poll.sh", ["*/5 * * * 1-5"], "Asia/Tokyo", ["moved"], true, true],
      ["start.sh", "start.sh", "boot", null, ["moved"], true, false],
    ],
  );
  assert.deepEqual(scene.published, ["task:created 1", "task:created 2", "task:created 3"]);
});

const userColumns: [string, string, boolean | undefined, Record<string, unknown>, string[]][] = [
  [
    "Debian's /etc/crontab",
    "SHELL=/bin/sh\n17 *\t* * *\troot\tcd / && run-parts --report /etc/cron.hourly\n1 2 * * * www-data /x.sh\n",
    undefined,
    { present: true, reason: "accounts", word: "root" },
    ["cd / && run-parts --report /etc/cron.hourly", "/x.sh"],
  ],
  [
    "a ruler with a user",
    "# m h dom mon dow user command\n5 4 * * * deploy /x.sh\n",
    undefined,
    { present: true, reason: "header", word: null },
    ["/x.sh"],
  ],
  [
    "root beside an account of the machine",
    "1 1 * * * appuser /a.sh\n2 2 * * * root b.sh 1\n",
    undefined,
    { present: true, reason: "accounts", word: "root" },
    ["/a.sh", "b.sh 1"],
  ],
  [
    "the same unknown word",
    "1 1 * * * ubuntu /a.sh\n2 2 * * * ubuntu /b.sh\n",
    undefined,
    { present: false, reason: "first_word", word: "ubuntu" },
    ["ubuntu /a.sh", "ubuntu /b.sh"],
  ],
  [
    "a program with the name of an account",
    "1 1 * * * git pull\n",
    undefined,
    { present: false, reason: "none", word: null },
    ["git pull"],
  ],
  [
    "a ruler against the person's choice",
    "# m h dom mon dow user command\n5 4 * * * deploy /x.sh\n",
    false,
    { present: false, reason: "requested", word: null },
    ["deploy /x.sh"],
  ],
];
for (const [subject, text, withUser, column, commands] of userColumns) {
  Deno.test(`import: recognizes whether lines contain a user in ${subject}`, async () => {
    await using scene = await ImportScene.open();
    const { userColumn, lines } = await scene.import({ text, ...(withUser !== undefined && { withUser }) });
    assert.deepEqual(userColumn, column);
    assert.deepEqual(lines.map(({ task }) => task?.command.replace(/^export [^;]*; /, "")), commands);
  });
}

Deno.test("import: the crontab of one user has no users in its lines", async () => {
  await using scene = await ImportScene.open();
  scene.system = { found: "crontab", text: "1 1 * * * root /a.sh\n" };
  const { userColumn, lines } = await scene.import({ source: "system" });
  assert.deepEqual([userColumn.present, lines[0]?.task?.command], [false, "root /a.sh"]);
});

Deno.test("import: imports duplicates only on request", async () => {
  await using scene = await ImportScene.open();
  await scene.import({ text: crontab, dryRun: false });
  const again = await scene.import({ text: crontab, dryRun: false });
  assert.equal(again.created, 0);
  const known = again.lines.filter(({ remarks }) => remarks.includes("exists_already"));
  assert.deepEqual(known.map(({ line }) => line), [3, 5, 6]);
  const changed = await scene.import({ text: "0 3 * * * backup.sh\n30 2 * * * backup.sh" });
  assert.deepEqual(changed.lines.map(({ remarks }) => remarks), [[], ["exists_already"]]);
  const requested = await scene.import({ text: crontab, dryRun: false, lines: [{ line: 3 }] });
  assert.deepEqual([requested.created, requested.lines[0]?.taskId], [1, 4]);
});

Deno.test("import: creates selected lines under the given names, disabled ones as disabled", async () => {
  await using scene = await ImportScene.open();
  const lines = [{ line: 7, name: "  Old 旧 " }, { line: 3 }, { line: 7, name: "Old 旧" }];
  const { created } = await scene.import({ text: crontab, dryRun: false, lines });
  assert.equal(created, 2);
  const tasks = await scene.tasks();
  assert.deepEqual(tasks.map(({ name, enabled }) => [name, enabled]), [["Nightly backup", true], [
    "Old 旧",
    false,
  ]]);
  assert.equal((await scene.import({ text: crontab, dryRun: false, lines: [] })).created, 0);
});

const rejections: [string, unknown, string, string][] = [
  ["no text", {}, "text", "required"],
  ["a text that is too long", { text: "#".repeat(512 * 1024 + 1) }, "text", "too_long"],
  ["too many lines", { text: "x\n".repeat(1001) }, "text", "too_many"],
  ["a line without a rule", { text: crontab, lines: [{ line: 3 }, { line: 9 }] }, "lines.1.line", "invalid"],
  ["a line that does not exist", { text: crontab, lines: [{ line: 99 }] }, "lines.0.line", "invalid"],
  ["a blank name", { text: crontab, lines: [{ line: 3, name: " " }] }, "lines.0.name", "required"],
  [
    "a name that is too long",
    { text: crontab, lines: [{ line: 3, name: "x".repeat(201) }] },
    "lines.0.name",
    "too_long",
  ],
  ["a blank label", { text: crontab, labels: [" "] }, "labels.0", "required"],
  ["another source", { source: "/etc/crontab" }, "source", "invalid_value"],
  ["another field", { text: crontab, path: "/etc/crontab" }, "path", "unknown_field"],
];
Deno.test("import: an invalid request names its field and creates nothing", async () => {
  await using scene = await ImportScene.open();
  for (const [subject, body, path, code] of rejections) {
    const { status, problem } = await scene.send({ dryRun: false, ...(body as object) });
    const issues = problem.issues?.map((issue) => [issue.path, issue.code]);
    assert.deepEqual([status, issues], [422, [[path, code]]], subject);
  }
  assert.deepEqual([await scene.tasks(), scene.published], [[], []]);
});

Deno.test("import: accepts the longest text, whatever its characters", async () => {
  await using scene = await ImportScene.open();
  const text = `# ${"很".repeat(512 * 1024 - 20)}\n0 5 * * * x`;
  const { lines } = await scene.import({ text });
  assert.equal(lines[0]?.task?.name.length, 200);
});

Deno.test("import: returns the system crontab with its text, so that the selection matches what was displayed", async () => {
  await using scene = await ImportScene.open();
  scene.system = { found: "crontab", text: crontab };
  const { found, text, lines } = await scene.import({ source: "system" });
  assert.deepEqual([found, text, lines.length], ["crontab", crontab, 6]);
});

Deno.test("import: reports a machine without a crontab or without cron", async () => {
  await using scene = await ImportScene.open();
  const responses: Record<string, string> = {};
  const states = [
    { found: "no_crontab" },
    { found: "no_program" },
    { found: "unreadable", reason: "not allowed" },
  ] as const;
  for (const system of states) {
    scene.system = system;
    const { found, lines, created } = await scene.import({ source: "system", dryRun: false });
    responses[found] = `${lines.length} ${created}`;
  }
  assert.deepEqual(responses, { no_crontab: "0 0", no_program: "0 0", unreadable: "0 0" });
  assert.deepEqual(scene.warned, ["not allowed"]);
});

Deno.test("import: the system crontab requires authentication", async () => {
  await using scene = await ImportScene.open();
  scene.system = { found: "crontab", text: crontab };
  const { status, text } = await scene.app.call("POST", "/api/tasks/import", { body: { source: "system" } });
  assert.equal(status, 401);
  assert.ok(!text.includes("backup"));
});

Deno.test("import: describes schedules in the client's language", async () => {
  await using scene = await ImportScene.open();
  const headers = { "accept-language": "zh-CN" };
  const call = { cookie: scene.cookie, headers, body: { text: "*/5 * * * * poll.sh" } };
  const { text } = await scene.app.call("POST", "/api/tasks/import", call);
  assert.match(JSON.parse(text).lines[0].schedule, /每 ?5 ?分钟/);
});

Deno.test("import: a thousand lines do not block other requests", async () => {
  await using scene = await ImportScene.open();
  const text = Array.from({ length: 1000 }, (_, n) => `${n % 60} ${n % 24} * * * job ${n}`).join("\n");
  await using network = new Network();
  const importing = scene.import({ text, dryRun: false }).finally(() => network.close());
  // Over a socket, because background work may continue while external requests starve.
  await network.talk();
  assert.equal((await importing).created, 1000);
  assert.ok(network.responded > 50, `only ${network.responded} got a response`);
  assert.equal((await scene.tasks()).length, 1000);
});

Deno.test("import: a rule whose last time has passed is reported, and the others are imported", async () => {
  await using scene = await ImportScene.open();
  const year = new Date(scene.engine.clock.now()).getUTCFullYear();
  const text = `@once 2000-12-24 03:00 a.sh\n0 0 5 * * * 2000 b.sh\n@once ${year + 2}-12-24 03:00 root.sh\n`;
  const { lines, created } = await scene.import({ text, dryRun: false });
  assert.deepEqual(lines.map(({ task, remarks }) => [task?.schedules, ...remarks]), [
    [undefined, "time_passed"],
    [undefined, "time_passed"],
    [[`@once ${year + 2}-12-24 03:00`]],
  ]);
  assert.equal(created, 1);
});

Deno.test("import: creates all tasks or none", async () => {
  await using scene = await ImportScene.open();
  const { tasks } = scene.engine;
  const good = { name: "good", command: "true", schedules: ["0 0 * * *"] };
  await assert.rejects(
    tasks.createSeveral([parse(taskInput, good), parse(taskInput, { ...good, timeZone: "Mars/Base" })]),
    {
      code: "validation_failed",
    },
  );
  assert.deepEqual([await scene.tasks(), scene.published], [[], []]);
  assert.deepEqual(
    await tasks.createSeveral([parse(taskInput, good), parse(taskInput, { ...good, name: "other" })]),
    [1, 2],
  );
  assert.deepEqual(scene.published, ["task:created 1", "task:created 2"]);
});

/** A client on the loopback that requests one byte in a loop. */
class Network implements AsyncDisposable {
  responded = 0;
  #open = true;
  readonly #listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  readonly #echoing: Promise<void> = this.#echo();

  async #echo(): Promise<void> {
    using connection = await this.#listener.accept();
    await connection.readable.pipeTo(connection.writable);
  }

  async talk(): Promise<void> {
    const { port } = this.#listener.addr as Deno.NetAddr; // a TCP listener has a NetAddr
    using connection = await Deno.connect({ hostname: "127.0.0.1", port });
    const byte = new Uint8Array(1);
    while (this.#open) {
      await connection.write(byte);
      await connection.read(byte);
      this.responded++;
    }
  }

  close(): void {
    this.#open = false;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#echoing.catch(() => {});
    this.#listener.close();
  }
}
