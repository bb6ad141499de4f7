// The compatible API, as a client uses it that was written from the old panel's documentation.
import assert from "node:assert/strict";
import {
  allScopes,
  CompatibleClient as Client,
  type Json,
  makeApplication,
} from "../support/compatible_client.ts";
import { TestPanel } from "../support/test_panel.ts";
import { until } from "../support/until.ts";

Deno.test("compatible api: a client logs in, manages variables and tasks, and runs a task", async () => {
  await using panel = await TestPanel.open();
  const client = await Client.logIn(panel);

  const { data: [made] } = await client.call("POST", "/envs", [{
    name: "TOKEN",
    value: "b",
    remarks: "second",
  }]);
  assert.deepEqual([made.name, made.value, made.remarks, made.status], ["TOKEN", "b", "second", 0]);
  await client.call("PUT", "/envs", { id: made.id, name: "TOKEN", value: "c" });
  const { data: found } = await client.call("GET", "/envs?searchValue=TOK&t=1700000000000");
  assert.deepEqual(found.map((env: Json) => [env.id, env.value, env.remarks]), [[made.id, "c", "second"]]);
  await client.call("PUT", "/envs/disable", [made.id]);
  assert.equal((await client.call("GET", `/envs/${made.id}`)).data.status, 1);
  await client.call("PUT", "/envs/enable", [made.id]);

  const { data: task } = await client.call("POST", "/crons", {
    name: "hello",
    command: 'echo "token $TOKEN"',
    schedule: "0 30 2 * * *",
    labels: null,
  });
  assert.deepEqual([task.status, task.isDisabled, task.log_path], [1, 0, ""]);
  assert.equal((await client.call("GET", `/crons/${task.id}/log`)).logStatus, "notFound");
  await client.call("PUT", "/crons/run", [task.id]);
  await until("the end of the run", async () => {
    const { data } = await client.call("GET", `/crons/${task.id}`);
    return data.status === 1 && data.last_execution_time > 0 && data.last_running_time > 0;
  });
  const log = await client.call("GET", `/crons/${task.id}/log`);
  assert.equal(log.logStatus, "completed");
  assert.match(log.data, /token c/);
  const { data: [instance] } = await client.call("GET", `/crons/${task.id}/instances`);
  assert.deepEqual([instance.cron_id, instance.status, instance.exit_code], [task.id, 1, 0]);
  const { data: [file] } = await client.call("GET", `/crons/${task.id}/logs`);
  assert.equal(`${file.directory}/${file.filename}`, instance.log_path);
  const { data: detail } = await client.call(
    "GET",
    `/crons/detail?log_path=${encodeURIComponent(instance.log_path)}`,
  );
  assert.equal(detail.id, task.id);

  await client.call("DELETE", "/crons", [task.id]);
  await client.call("DELETE", "/envs", [made.id]);
  assert.deepEqual((await client.call("GET", "/crons")).data, { data: [], total: 0 });
  assert.deepEqual((await client.call("GET", "/envs")).data, []);
});

Deno.test("compatible api: hundreds of accounts in one name, and hooks that only mention a task, are stored", async () => {
  await using panel = await TestPanel.open();
  const client = await Client.logIn(panel);
  const accounts = Array.from(
    { length: 500 },
    (_, n) => ({ name: "ACCOUNT", value: `${n}`.padEnd(500, "x") }),
  );
  assert.equal((await client.call("POST", "/envs", accounts)).data.length, 500);
  const hooks = { task_before: 'echo "start task 1"', task_after: "date # task done" };
  const task = { name: "hooks", command: "true", schedule: "0 3 * * *", ...hooks };
  const { data } = await client.call("POST", "/crons", task);
  const { data: stored } = await client.call("GET", `/crons/${data.id}`);
  assert.deepEqual([stored.task_before, stored.task_after], [hooks.task_before, hooks.task_after]);
});

Deno.test("compatible api: a token lasts 30 days, and of five the newest is issued again", async () => {
  await using panel = await TestPanel.open();
  const { clientId, clientSecret } = await makeApplication(panel, allScopes);
  const anyone = new Client(panel);
  const path = `/auth/token?client_id=${clientId}&client_secret=${clientSecret}`;
  const tokens: string[] = [];
  for (let n = 0; n < 7; n++) {
    const { data } = await anyone.call("GET", path);
    assert.deepEqual(Object.keys(data), ["token", "token_type", "expiration"]);
    assert.equal(data.token_type, "Bearer");
    assert.ok(Math.abs(data.expiration - (Date.now() / 1000 + 30 * 24 * 3600)) < 60);
    assert.match(data.token, /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    tokens.push(data.token);
  }
  assert.equal(new Set(tokens).size, 5);
  assert.equal(tokens[6], tokens[4]);
  for (const token of tokens) {
    const response = await panel.send("GET", "/open/envs", { headers: { authorization: `Bearer ${token}` } });
    assert.equal(response.status, 200);
    await response.body?.cancel();
  }
  const stored = JSON.stringify(await panel.db.selectFrom("application_token").selectAll().execute());
  for (const token of tokens) assert.ok(!stored.includes(token));
});

Deno.test("compatible api: errors have the old envelopes", async () => {
  await using panel = await TestPanel.open();
  const { clientId } = await makeApplication(panel, allScopes);
  const anyone = new Client(panel);
  const reader = await Client.logIn(panel, ["tasks:read"]);
  const logReader = await Client.logIn(panel, ["tasks:read", "logs:read"]);
  const client = await Client.logIn(panel);
  const failed = (source: string, keys: string[], message: string) => ({
    statusCode: 400,
    error: "Bad Request",
    message: "Validation failed",
    validation: { [source]: { source, keys, message } },
  });
  const rule = { name: "x", command: "true", schedule: "0 1 * * *" };
  const rows: [Client, string, string, unknown, number, Json][] = [
    [anyone, "GET", "/envs", undefined, 401, { code: 401, message: "Please login first" }],
    [anyone, "GET", "/nothing", undefined, 401, { code: 401, message: "Please login first" }],
    [anyone, "POST", "/auth/token", undefined, 401, { code: 401, message: "Please login first" }],
    [
      anyone,
      "GET",
      `/auth/token?client_id=${clientId}&client_secret=x`,
      undefined,
      200,
      { code: 400, message: "Invalid client_id or client_secret" },
    ],
    [anyone, "GET", "/auth/token", undefined, 400, failed("query", ["client_id"], '"client_id" is required')],
    [reader, "PUT", "/crons/run", [1], 401, { code: 401, message: "Access denied" }],
    [reader, "GET", "/crons/9/log", undefined, 401, { code: 401, message: "Access denied" }],
    [logReader, "GET", "/crons/9/log", undefined, 500, { code: 500, message: 'Cron {"id":9} not found' }],
    [reader, "GET", "/envs", undefined, 401, { code: 401, message: "Access denied" }],
    [client, "GET", "/nothing", undefined, 404, { code: 404, message: "Not Found" }],
    [client, "POST", "/auth/token", undefined, 404, { code: 404, message: "Not Found" }],
    [client, "GET", "/crons/9", undefined, 500, { code: 500, message: 'Cron {"id":9} not found' }],
    [client, "GET", "/crons/9/log", undefined, 500, { code: 500, message: 'Cron {"id":9} not found' }],
    [client, "PUT", "/crons", { ...rule, id: 9 }, 500, { code: 500, message: 'Cron {"id":9} not found' }],
    [client, "GET", "/envs/9", undefined, 500, { code: 500, message: 'Env {"id":9} not found' }],
    [
      client,
      "GET",
      "/envs/x",
      undefined,
      400,
      failed("params", ["id"], '"id": Contains a character that is not allowed'),
    ],
    [
      client,
      "POST",
      "/crons",
      { schedule: "* * * * *" },
      400,
      failed("body", ["command"], '"command" is required'),
    ],
    [client, "POST", "/crons", { ...rule, x: 1 }, 400, failed("body", ["x"], '"x" is not allowed')],
    [client, "POST", "/envs", [], 200, { code: 400, message: "Invalid parameter" }],
    [client, "POST", "/crons/1/instances/1/stop", undefined, 200, {
      code: 400,
      message: "Instance does not exist or stopped",
    }],
    [client, "DELETE", "/crons", [99], 200, { code: 200 }],
    [client, "PUT", "/crons/status", { ids: [1], status: "0", pid: "7" }, 200, { code: 200 }],
  ];
  for (const [who, method, path, body, status, expected] of rows) {
    assert.deepEqual(await who.send(method, path, body), { status, json: expected }, `${method} ${path}`);
  }
  await client.call("POST", "/crons", rule);
  const twin = await client.send("POST", "/crons", rule);
  assert.deepEqual([twin.status, twin.json.code, twin.json.errors[0].path], [500, 400, "name"]);
  const wrong = await client.send("POST", "/crons", { ...rule, name: "y", schedule: "61 * * * *" });
  assert.deepEqual([wrong.status, wrong.json.validation.body.keys], [400, ["schedule"]]);
  const badName = await client.send("POST", "/envs", [{ name: "1A", value: "x" }]);
  assert.deepEqual([badName.status, badName.json.validation.body.keys], [400, ["0.name"]]);
});

Deno.test("compatible api: paths are exact, and nothing is rewritten", async () => {
  await using panel = await TestPanel.open({ SUNDIAL_BASE_PATH: "/deep" });
  const client = await Client.logIn(panel);
  await client.call("GET", "/crons");
  for (const path of ["/Crons", "//crons", "/tasks", "/user/init", "/apps", "/crons/1/2"]) {
    assert.equal((await client.send("GET", path)).status, 404, path);
    assert.equal((await new Client(panel).send("GET", path)).status, 401, path);
  }
});

Deno.test("compatible api: lists filter, search, sort and page as before", async () => {
  await using panel = await TestPanel.open();
  const client = await Client.logIn(panel);
  const ids: Record<string, number> = {};
  for (const name of ["alpha", "beta", "gamma", "delta"]) {
    const body = {
      name,
      command: `task ${name}.js`,
      schedule: "5 4 * * *",
      labels: name === "beta" ? ["home"] : [],
    };
    ids[name] = (await client.call("POST", "/crons", body)).data.id;
  }
  await client.call("PUT", "/crons/disable", [ids.alpha]);
  await client.call("PUT", "/crons/pin", [ids.beta]);
  await client.call("POST", "/crons/labels", { ids: [ids.gamma], labels: ["home", "work"] });
  await client.call("DELETE", "/crons/labels", { ids: [ids.gamma], labels: ["work"] });
  const names = async (query: Record<string, unknown>) => {
    const text = Object.entries(query).map(([name, value]) =>
      `${name}=${encodeURIComponent(typeof value === "string" ? value : JSON.stringify(value))}`
    );
    const { data } = await client.call("GET", `/crons?${text.join("&")}`);
    return `${data.data.map((cron: Json) => cron.name).join(" ")} ${data.total}`;
  };
  const rows: [Record<string, unknown>, string][] = [
    [{}, "beta delta gamma alpha 4"],
    [{ page: "1", size: "2", filters: "{}", t: "1" }, "beta delta 4"],
    [{ page: "2", size: "3" }, "alpha 4"],
    [{ page: "0", size: "0" }, "beta delta gamma alpha 4"],
    [{ searchValue: "LTA" }, "delta 1"],
    [{ searchValue: "name:ta" }, "beta delta 2"],
    [{ searchValue: "command:gamma.js" }, "gamma 1"],
    [{ searchValue: "schedule:5 4" }, "beta delta gamma alpha 4"],
    [{ searchValue: "label:hom" }, "beta gamma 2"],
    [{ searchValue: "home" }, "beta gamma 2"],
    [{ sorter: { field: "name", type: "ASC" } }, "alpha beta delta gamma 4"],
    [{ sorter: { field: "name", type: "DESC" } }, "gamma delta beta alpha 4"],
    [{ filters: { status: [1] } }, "beta delta gamma 3"],
    [{ filters: { status: [2] } }, "alpha 1"],
    [{ filters: { status: null } }, "beta delta gamma alpha 4"],
    [{ filters: { status: [0, 3] } }, " 0"],
    [{ filters: { sub_id: [5] } }, " 0"],
    [{
      queryString: {
        filters: [{ property: "name", operation: "Reg", value: "a" }, {
          property: "labels",
          operation: "Nin",
          value: ["home"],
        }],
        sorts: [{ property: "name", type: "ASC" }],
        filterRelation: "and",
      },
    }, "alpha delta 2"],
    [{ queryString: { filters: [{ property: "status", operation: "In", value: [2] }] } }, "alpha 1"],
    [{
      queryString: {
        filters: [{ property: "name", operation: "Reg", value: "alp" }, {
          property: "command",
          operation: "NotReg",
          value: "task",
        }],
        filterRelation: "or",
      },
    }, "alpha 1"],
  ];
  for (const [query, expected] of rows) assert.equal(await names(query), expected, JSON.stringify(query));
  assert.equal((await client.send("GET", "/crons?filters={")).status, 400);
});

/** Rules that the old panel does not know. */
const newRules = [
  "@once 2099-12-24 03:00",
  "@every 90m from 08:00",
  "@after 30m",
  "@workday last 18:00",
  "0 0 9 1 1 * 2098,2099",
  "0 9 L-3 * *",
  "0 9 15W * *",
];

async function addCalendar(panel: TestPanel): Promise<number> {
  const body = { name: "Holidays", timeZone: "UTC" };
  return (await panel.request("POST", "/calendars", { headers: await panel.logIn(), body })).id;
}

Deno.test("compatible api: rules that the old panel does not know are text, which creates the same ones", async () => {
  await using panel = await TestPanel.open();
  const headers = await panel.logIn();
  const client = await Client.logIn(panel);
  for (const [index, rule] of newRules.entries()) {
    const body = { name: `rule ${index}`, command: "true", schedules: [rule] };
    const { id } = await panel.request("POST", "/tasks", { headers, body });
    const { data: { name, command, schedule } } = await client.call("GET", `/crons/${id}`);
    assert.equal(schedule, rule);
    const extra_schedules = [{ schedule: "1 1 * * *" }];
    const { data } = await client.call("POST", "/crons", {
      ...{ name: `${name} again`, command, schedule, extra_schedules },
    });
    const created = await panel.request("GET", `/tasks/${data.id}`, { headers });
    assert.deepEqual(created.schedules, [rule, "1 1 * * *"]);
  }
});

Deno.test("compatible api: an update of a task with a calendar changes only what it names", async () => {
  await using panel = await TestPanel.open();
  const headers = await panel.logIn();
  const client = await Client.logIn(panel);
  const calendarId = await addCalendar(panel);
  const retained = {
    ...{ calendarId, onDayOff: "next_same_month", validFrom: "2026-01-01T00:00:00.000Z" },
    validUntil: "2100-01-01T00:00:00.000Z",
  };
  const body = { name: "a", command: "true", schedules: ["@once 2099-12-24 03:00"], ...retained };
  const { id } = await panel.request("POST", "/tasks", { headers, body });
  const update = async (schedule: string, more = {}) => {
    await client.call("PUT", "/crons", { id, command: "false", schedule, ...more });
    const task = await panel.request("GET", `/tasks/${id}`, { headers });
    assert.deepEqual(
      Object.fromEntries(Object.keys(retained).map((field) => [field, task[field]])),
      retained,
    );
    return task.schedules;
  };
  assert.deepEqual(await update("@once 2099-12-24 03:00", { name: "b" }), ["@once 2099-12-24 03:00"]);
  assert.deepEqual(await update("@once 2099-12-25 03:00"), ["@once 2099-12-25 03:00"]);
  assert.deepEqual(await update("@workday last 18:00"), ["@workday last 18:00"]);
  assert.equal(await update("@once"), "manual");
  const { status, json } = await client.send("PUT", "/crons", {
    id,
    command: "true",
    schedule: "@once 2020-12-24 03:00",
  });
  assert.deepEqual([status, json.validation.body.keys], [400, ["schedule"]]);
  assert.equal((await panel.request("GET", `/tasks/${id}`, { headers })).schedules, "manual");
});

Deno.test("compatible api: a task that is read and sent back stays as it is", async () => {
  await using panel = await TestPanel.open();
  const headers = await panel.logIn();
  const client = await Client.logIn(panel);
  const add = async (task: Json) => (await panel.request("POST", "/tasks", { headers, body: task })).id;
  const tasks = [
    { name: "boot", command: "true", schedules: "boot", overlap: { policy: "queue" } },
    {
      name: "many",
      command: "task a/b.js now",
      schedules: ["1 2 * * *", "0 0 3 * * *"],
      before: "echo 1\necho 2",
    },
    {
      name: "full",
      command: "true",
      schedules: "manual",
      timeZone: "Asia/Tokyo",
      overlap: { policy: "allow", limit: 3 },
    },
    { name: "logs", command: "true", schedules: "startup", logFolder: "own/folder", workingDirectory: "sub" },
    {
      ...{ name: "calendar", command: "true", schedules: newRules, calendarId: await addCalendar(panel) },
      ...{ onDayOff: "next", validFrom: "2026-01-01T00:00:00Z", validUntil: "2099-01-01T00:00:00Z" },
    },
  ];
  const crons: Json[] = [];
  for (const task of tasks) {
    const id = await add(task);
    // The rule `@after` is due at once, and next some time after that run.
    if (task.name === "calendar") {
      await until("the next due time after the first run", async () => {
        const { after_due_at } = await panel.db.selectFrom("task").select("after_due_at").where("id", "=", id)
          .executeTakeFirstOrThrow();
        return after_due_at !== null && after_due_at > Date.now();
      });
    }
    const before = await panel.request("GET", `/tasks/${id}`, { headers });
    const { data: cron } = await client.call("GET", `/crons/${id}`);
    crons.push(cron);
    const { name, command, schedule, extra_schedules, labels, task_before, task_after, log_name, work_dir } =
      cron;
    const settable = {
      name,
      command,
      schedule,
      extra_schedules,
      labels,
      task_before,
      task_after,
      log_name,
      work_dir,
    };
    const body = {
      ...settable,
      id,
      allow_multiple_instances: cron.allow_multiple_instances,
      sub_id: cron.sub_id,
    };
    await client.call("PUT", "/crons", body);
    await client.call("PUT", "/crons", { id: String(id), command, schedule });
    assert.deepEqual(await panel.request("GET", `/tasks/${id}`, { headers }), before);
  }
  assert.deepEqual(
    crons.map((cron) => [cron.schedule, cron.extra_schedules, cron.allow_multiple_instances]),
    [
      ["@boot", null, 0],
      ["1 2 * * *", [{ schedule: "0 0 3 * * *" }], 0],
      ["@once", null, 1],
      ["@boot", null, 0],
      [newRules[0], newRules.slice(1).map((schedule) => ({ schedule })), 0],
    ],
  );
  assert.deepEqual([crons[1].log_name, crons[3].log_name, crons[3].work_dir], [
    `a_b_${crons[1].id}`,
    "own/folder",
    "sub",
  ]);
  const { data: changed } = await client.call("PUT", "/crons", {
    ...{
      id: crons[1].id,
      command: "task c.js",
      schedule: "9 9 * * *",
      labels: ["", "x"],
      log_name: "/ql/data/log/c",
    },
    ...{ task_after: "echo done", work_dir: "c", allow_multiple_instances: 1, extra_schedules: null },
  });
  assert.deepEqual(
    [changed.command, changed.schedule, changed.extra_schedules, changed.labels, changed.log_name],
    ["task c.js", "9 9 * * *", null, ["x"], "c"],
  );
  assert.deepEqual(
    [changed.task_before, changed.task_after, changed.work_dir, changed.allow_multiple_instances],
    ["echo 1\necho 2", "echo done", "c", 1],
  );
  const { data: quiet } = await client.call("POST", "/crons", {
    ...{ name: "quiet", command: "true", schedule: "@once", log_name: "/dev/null" },
  });
  assert.equal(quiet.log_name, "/dev/null");
  assert.deepEqual(await client.call("GET", `/crons/${quiet.id}/log`), {
    ...{ code: 200, data: "Log set to ignore", logStatus: "ignored" },
  });
  const { data: unnamed } = await client.call("POST", "/crons", { command: "task z.js", schedule: "@once" });
  assert.deepEqual([unnamed.name, unnamed.schedule], ["task z.js", "@once"]);
});

Deno.test("compatible api: variables keep their order and their secrets", async () => {
  await using panel = await TestPanel.open();
  const headers = await panel.logIn();
  const client = await Client.logIn(panel);
  const entries = ["A", "B", "C", "D"].map((name) => ({
    name,
    value: name.toLowerCase(),
    remarks: null,
    labels: null,
  }));
  const { data: made } = await client.call("POST", "/envs", entries);
  const [a, b, c, d] = made.map((env: Json) => env.id);
  const order = async () => (await client.call("GET", "/envs")).data.map((env: Json) => env.name).join("");
  await client.call("PUT", `/envs/${a}/move`, { fromIndex: 0, toIndex: 2 });
  assert.equal(await order(), "BCAD");
  await client.call("PUT", `/envs/${d}/move`, { fromIndex: 3, toIndex: 0 });
  assert.equal(await order(), "DBCA");
  await client.call("PUT", "/envs/pin", [c]);
  await client.call("PUT", "/envs/unpin", [c]);
  assert.equal(await order(), "CDBA");
  const { data: all } = await client.call("GET", "/envs");
  assert.ok(all.every((env: Json, index: number) => index === 0 || env.position < all[index - 1].position));
  await client.call("PUT", "/envs/name", { ids: [a, b], name: "SAME" });
  const { data: labelled } = await client.call("POST", "/envs/labels", { ids: [a], labels: ["x", "y"] });
  assert.deepEqual(labelled.map((env: Json) => [env.id, env.labels]), [[a, ["x", "y"]]]);
  await client.call("DELETE", "/envs/labels", { ids: [a], labels: ["x"] });
  const twin = await client.send("POST", "/envs", [{ name: "SAME", value: "a" }]);
  assert.deepEqual([twin.status, twin.json.code, twin.json.errors.length], [500, 400, 1]);

  const secret = { name: "KEY", value: "very secret", secret: true };
  const { id } = await panel.request("POST", "/variables", { headers, body: secret });
  const { data: masked } = await client.call("GET", `/envs/${id}`);
  assert.equal(masked.value, "***");
  await client.call("PUT", "/envs", { id, name: "KEY", value: "***", remarks: "still there" });
  const revealed = await client.call("GET", `/envs/${id}?reveal=true`);
  assert.deepEqual([revealed.data.value, revealed.data.remarks], ["very secret", "still there"]);
  const entry = await panel.db.selectFrom("audit_entry").selectAll().orderBy("id", "desc").executeTakeFirst();
  assert.equal(entry?.act, "variables.read");
  const reader = await Client.logIn(panel, ["variables:read"]);
  assert.equal((await reader.send("GET", `/envs/${id}?reveal=true`)).status, 401);
});

Deno.test("compatible api: uploads variables from a file", async () => {
  await using panel = await TestPanel.open();
  const headers = await panel.logIn();
  const upload = async (text: string) => {
    const raw = new FormData();
    raw.set("env", new File([text], "env.json", { type: "application/json" }));
    const response = await panel.send("POST", "/open/envs/upload", { raw, headers });
    return await response.json();
  };
  const { data } = await upload(
    '[{"name":"A","value":"1","remarks":"r","labels":["x"],"other":1},{"name":"B","value":"2"}]',
  );
  assert.deepEqual(data.map((env: Json) => [env.name, env.remarks, env.labels]), [["A", "r", ["x"]], [
    "B",
    "",
    [],
  ]]);
  assert.equal((await upload('{"name":"C","value":"3"}')).code, 200);
  const message = "Each entry must have name and value, see export format";
  for (const text of ["[]", "{", '[{"name":"D"}]']) {
    assert.deepEqual(await upload(text), { code: 400, message });
  }
});
