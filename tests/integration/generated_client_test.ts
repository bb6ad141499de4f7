// A client generated from the API document compiles, rejects wrong programs, and works against a real panel.
import assert from "node:assert/strict";
import { join } from "node:path";
import { temporaryFolder } from "../support/temporary_folder.ts";
import { TestPanel } from "../support/test_panel.ts";
import { runProgram } from "../support/run_program.ts";

const ROOT = new URL("../..", import.meta.url).pathname;

/** Fetched for this test: in `deno.json` it would add 31 packages to what each start of the panel fetches. */
const GENERATOR = "npm:openapi-typescript@7.13.0";

/** What a program that uses the generated types might do. */
const TOUR = `
import createClient from "openapi-fetch";
import type { paths } from "./schema.d.ts";

const [url, clientId, clientSecret] = Deno.args as [string, string, string];
const anonymous = createClient<paths>({ baseUrl: url });
const login = await anonymous.POST("/auth/token", { body: { clientId, clientSecret } });
const headers = { authorization: \`Bearer \${login.data!.token}\` };
const api = createClient<paths>({ baseUrl: url, headers });

const created = await api.POST("/tasks", {
  body: { name: "tour", command: "echo tour $GREETING", schedules: ["0 3 * * *"], labels: ["generated"] },
});
const id: number = created.data!.id;
await api.POST("/variables", { body: { name: "GREETING", value: "hello" } });
const changed = await api.PATCH("/tasks/{id}", { params: { path: { id } }, body: { timeLimitMs: 60_000 } });
const started = await api.POST("/tasks/run", { body: { ids: [id] } });
let state = "queued";
for (let tries = 0; tries < 600 && !["succeeded", "failed"].includes(state); tries++) {
  await new Promise((resolve) => setTimeout(resolve, 50));
  const runs = await api.GET("/tasks/{id}/runs", { params: { path: { id }, query: { pageSize: 1 } } });
  state = runs.data!.items[0]!.state;
}
const { data: list } = await api.GET("/tasks", { params: { query: { label: "generated", sort: "name" } } });
const runId = (await api.GET("/runs", { params: { query: { taskId: id } } })).data!.items[0]!.id;
const log = await api.GET("/runs/{id}/log", { params: { path: { id: runId } }, parseAs: "text" });
const explained = await api.POST("/cron/explain", { body: { expression: "0 3 * * *", count: 3 } });
const missing = await api.GET("/tasks/{id}", { params: { path: { id: 999_999 } } });
const removed = await api.DELETE("/tasks", { body: { ids: [id] } });
// Routes for programs of another panel reject with status 200, so the type of the response is either.
const compatible = createClient<paths>({ baseUrl: url.slice(0, -"/api".length) });
const query = { client_id: clientId, client_secret: "wrong" };
const { data: rejected } = await compatible.GET("/open/auth/token", { params: { query } });
const rejection: string = rejected!.code === 200 ? rejected!.data.token : rejected!.message;
console.log(JSON.stringify({
  rejection,
  timeLimitMs: changed.data!.timeLimitMs,
  started: started.data!.results[0]!.ok,
  state,
  names: list!.items.map(({ name }) => name),
  log: log.data,
  next: explained.data!.next.length,
  code: missing.error!.code,
  removed: removed.data!.results[0]!.ok,
}));
`;

/** Each of these must not compile. */
const MISTAKES = [
  `await api.POST("/tasks", { body: { name: "no command" } });`,
  `await api.GET("/task");`,
  `await api.GET("/tasks/{id}", { params: { path: { id: "one" } } });`,
  `(await api.GET("/tasks")).data!.items[0]!.noSuchField;`,
  `(await api.GET("/open/auth/token", { params: { query: { client_id: "a", client_secret: "b" } } })).data!.data.token;`,
];

Deno.test("api document: a generated client compiles, rejects mistakes and makes a tour", async () => {
  await using panel = await TestPanel.open();
  const headers = await panel.logIn();
  const document = await panel.request("GET", "/openapi.json", { headers });
  await using temporary = await temporaryFolder();
  const folder = temporary.path;
  await writeTypes(document, folder);
  await Deno.writeTextFile(join(folder, "tour.ts"), TOUR);
  const start = 'import createClient from "openapi-fetch";\nimport type { paths } from "./schema.d.ts";\n' +
    "const api = createClient<paths>();\n";
  await Promise.all(
    MISTAKES.map((line, index) =>
      Deno.writeTextFile(join(folder, `mistake_${index}.ts`), `${start}${line}\n`)
    ),
  );
  const tour = await deno(["check", "--quiet", join(folder, "tour.ts")]);
  assert.equal(tour.code, 0, tour.err);
  const files = MISTAKES.map((_, index) => join(folder, `mistake_${index}.ts`));
  const { code, err } = await deno(["check", "--quiet", ...files]);
  assert.equal(code, 1);
  for (const [index, line] of MISTAKES.entries()) assert.ok(err.includes(`mistake_${index}.ts`), line);

  const scopes = ["tasks:write", "variables:write", "logs:read"];
  const body = { name: "tour", scopes };
  const application = await panel.request("POST", "/applications", { headers, body });
  const server = await panel.listen();
  await using _ = { [Symbol.asyncDispose]: () => server.close(1000) };
  const url = `http://127.0.0.1:${server.address.port}/api`;
  const { clientId, clientSecret } = application;
  const flags = ["--no-check", "--allow-net", "--allow-read"];
  const result = await deno(["run", ...flags, join(folder, "tour.ts"), url, clientId, clientSecret]);
  assert.equal(result.code, 0, result.err);
  const { log, ...rest } = JSON.parse(result.out);
  assert.match(log, /tour hello/);
  assert.deepEqual(rest, {
    rejection: "Invalid client_id or client_secret",
    timeLimitMs: 60_000,
    started: true,
    state: "succeeded",
    names: ["tour"],
    next: 3,
    code: "not_found",
    removed: true,
  });
});

/** Writes the types of an API document to `schema.d.ts` in a folder. */
async function writeTypes(document: unknown, folder: string): Promise<void> {
  const [from, to] = [join(folder, "openapi.json"), join(folder, "schema.d.ts")];
  await Deno.writeTextFile(from, JSON.stringify(document));
  const lock = ["--lock", join(import.meta.dirname!, "generated_client.lock"), "--frozen"];
  // By default the generator requires every field that has a default value, in requests too.
  const options = ["--default-non-nullable", "false", "--output", to];
  const { code, err } = await run(["run", "-A", "--no-config", ...lock, GENERATOR, from, ...options]);
  assert.equal(code, 0, err);
}

/** Runs a command of Deno with the packages of the project. */
function deno([command = "", ...args]: string[]) {
  return run([command, "--config", join(ROOT, "deno.json"), ...args]);
}

function run(args: string[]) {
  return runProgram([Deno.execPath(), ...args], { env: { NO_COLOR: "1" } });
}
