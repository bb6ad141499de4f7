import assert from "node:assert/strict";
import fc from "fast-check";
import { parseCron } from "../../../contract/cron/expression.ts";
import { newestSlots } from "../../../contract/cron/slots.ts";
import { taskInput } from "../../../contract/tasks.ts";
import { noCalendars } from "../../tasks/task_timetable.ts";
import { taskIssues } from "../../tasks/task_rules.ts";
import { readSource } from "../../../../tests/support/stage_files.ts";
import { cronicleSource } from "./cronicle.ts";
import { timingSchedule } from "./cronicle_timing.ts";
import { byLength } from "../../../../tests/support/suite_length.ts";

const plugins = [
  { id: "shellplug", title: "Shell Script", enabled: 1 },
  { id: "urlplug", title: "HTTP Request", enabled: 1 },
  { id: "own", title: "Own plugin", enabled: 1, command: "bin/own.js" },
];
const categories = [
  { id: "general", title: "General", enabled: 1 },
  { id: "cat1", title: "Reports", enabled: 1 },
  { id: "cat2", title: "Old", enabled: 0 },
];

function exportOf(events: readonly unknown[]): string {
  const list = (name: string, items: readonly unknown[]) => [
    `global/${name} - ${
      JSON.stringify({ page_size: 50, first_page: 0, last_page: 0, length: items.length })
    }`,
    `global/${name}/0 - ${JSON.stringify({ type: "list_page", items })}`,
  ];
  return [
    "# Cronicle Data Export v1.0",
    "# Hostname: local",
    "# Format: KEY - JSON",
    "",
    'users/admin - {"username":"admin","password":"x"}',
    ...list("plugins", plugins),
    ...list("categories", categories),
    ...list("server_groups", [{ id: "g1", title: "Database servers" }]),
    ...list("schedule", events),
    "",
  ].join("\n");
}

const event = (part: Record<string, unknown>) => ({
  enabled: 1,
  id: "e1",
  title: "Report",
  plugin: "shellplug",
  params: { script: "#!/bin/sh\nreport.sh --daily\n", annotate: 0, json: 0 },
  timing: { hours: [4], minutes: [30] },
  category: "general",
  target: "allgrp",
  timezone: "Europe/Berlin",
  max_children: 1,
  timeout: 0,
  retries: 0,
  catch_up: 0,
  chain: "",
  notify_fail: "",
  web_hook: "",
  ...part,
});

async function only(part: Record<string, unknown>) {
  const content = await readSource(cronicleSource, { "export.txt": exportOf([event(part)]) });
  assert.equal(content.detected, true);
  const [task] = content.tasks;
  if (task) {
    assert.deepEqual(taskInput.parse(task.input), task.input);
    assert.deepEqual(taskIssues(task.input, null, { now: 0, zone: "UTC", findCalendar: noCalendars }), []);
  }
  return {
    content,
    input: task?.input,
    notes: task?.notes?.map(({ note, params }) => [note, ...Object.values(params ?? {})].join(" ")) ?? [],
    refused: content.refused.map(({ reason, params }) => [reason, ...Object.values(params ?? {})].join(" ")),
  };
}

const becomes: [part: Record<string, unknown>, expected: Record<string, unknown>, notes?: string[]][] = [
  [{}, {
    name: "Report",
    command: "report.sh --daily",
    schedules: ["30 4 * * *"],
    timeZone: "Europe/Berlin",
    enabled: true,
    missed: { policy: "skip" },
    overlap: { policy: "skip" },
  }],
  [{ timing: false }, { schedules: "manual" }],
  [{ timing: {} }, { schedules: ["* * * * *"] }],
  [{ timing: { minutes: [0, 15, 30, 45], weekdays: [1, 2, 3, 4, 5], hours: [] } }, {
    schedules: ["*/15 * * * 1-5"],
  }],
  [{ timing: { minutes: [0], hours: [8], days: [1, 15], weekdays: [1] } }, { schedules: ["0 8 1,15 * +1"] }],
  [{ timing: { minutes: [5], hours: [0, 1, 2, 22, 23], months: [1, 4, 7, 10] } }, {
    schedules: ["5 0-2,22,23 * */3 *"],
  }],
  [{ timeout: 3600, retries: 3, retry_delay: 30, catch_up: 1, category: "cat1" }, {
    timeLimitMs: 3_600_000,
    retry: { times: 3, delayMs: 30_000, backoff: "fixed", onLost: false },
    missed: { policy: "all" },
    labels: ["Reports"],
  }],
  [{ max_children: 0 }, { overlap: { policy: "allow" } }],
  [{ max_children: 3 }, { overlap: { policy: "allow", limit: 3 } }],
  [{ queue: 1 }, { overlap: { policy: "queue" } }],
  [{ enabled: 0 }, { enabled: false }, ["disabled_there"]],
  [{ category: "cat2" }, { enabled: false, labels: ["Old"] }, ["disabled_there"]],
  [{ web_hook: "https://hook.example/secret", notify_fail: "a@example.com", target: "g1" }, {}, [
    "settings_ignored notify_fail, web_hook",
    "field_dropped target Database servers",
  ]],
  [
    { params: { script: "#!/bin/bash\nset -e\na\nb\n", annotate: 1 } },
    { command: "task cronicle/Report.sh" },
    [
      "settings_ignored annotate",
    ],
  ],
  [{ title: "Été: 日报 #1", params: { script: "#!/usr/bin/env python3\r\nprint(1)\r\n" } }, {
    command: "task 'cronicle/Été_日报_1.py'",
  }],
  [{ params: { script: "#!/usr/bin/perl -w\nprint 1;\n" } }, { command: "/usr/bin/perl -w cronicle/Report" }],
  [{
    plugin: "urlplug",
    params: {
      method: "POST",
      url: "https://example.com/hook?a=1&b=2",
      headers: "User-Agent: Cronicle/1.0\nX-A: it's",
      data: '{"a":1}',
      timeout: "30",
      follow: 1,
      ssl_cert_bypass: 0,
      success_match: "ok",
    },
  }, {
    command: "curl --silent --show-error --fail --request POST --header 'User-Agent: Cronicle/1.0' " +
      `--header 'X-A: it'\\''s' --data-raw '{"a":1}' --max-time 30 --location 'https://example.com/hook?a=1&b=2'`,
  }, ["settings_ignored success_match"]],
];

Deno.test("cronicle: intervals become periods, and every field that is not read is listed", async () => {
  const event = {
    id: "e1",
    title: "edge",
    enabled: 1,
    plugin: "shellplug",
    params: { script: "#!/bin/sh\ntrue" },
    timing: false,
    max_children: 1,
    algo: "random",
    queue_max: 1000,
    ticks: "06:30am",
    repeat: 0,
    start_time: 1_700_000_000,
    files: [{ name: "a" }],
    graph_icon: "",
    secret: {},
  };
  const text = (fields: object) =>
    `# Cronicle Data Export v1.0\nglobal/schedule/0 - ${
      JSON.stringify({ items: [{ ...event, ...fields }] })
    }\n`;
  const read = async (fields: object) =>
    (await readSource(cronicleSource, { "edge.txt": text(fields) })).tasks[0];
  const hourly = await read({ interval: 3600, interval_start: 1 });
  assert.deepEqual(hourly?.input.schedules, ["@every 3600s"]);
  assert.deepEqual(hourly?.notes, [
    { note: "fixed_period", params: { period: "3600s" } },
    { note: "settings_ignored", params: { settings: "queue_max, ticks, start_time, files" } },
  ]);
  assert.equal(
    (await read({ repeat: 300 }))?.notes?.[0]?.params?.["settings"],
    "queue_max, ticks, repeat, start_time, files",
  );
});

Deno.test("Cronicle: events become tasks", async () => {
  for (const [part, expected, notes = []] of becomes) {
    const read = await only(part);
    const about = JSON.stringify(part);
    assert.deepEqual(read.refused, [], about);
    assert.partialDeepStrictEqual(read.input, expected, about);
    assert.deepEqual(read.notes, notes, about);
    assert.deepEqual(read.content.leftOut, ["account"]);
  }
});

Deno.test("Cronicle: scripts of several lines become files", async () => {
  const script = "#!/bin/bash\nset -e\na\n";
  const events = [event({ params: { script } }), event({ id: "e2", params: { script } })];
  const content = await readSource(cronicleSource, { "export.txt": exportOf(events) });
  assert.deepEqual(content.scripts.map(({ path, content, executable }) => ({ path, content, executable })), [
    { path: "cronicle/Report.sh", content: { text: script }, executable: true },
    { path: "cronicle/Report_e2.sh", content: { text: script }, executable: true },
  ]);
  assert.deepEqual(content.tasks.map(({ key, input }) => [key, input.command]), [
    ["e1", "task cronicle/Report.sh"],
    ["e2", "task cronicle/Report_e2.sh"],
  ]);
});

Deno.test("Cronicle: what has no equivalent is reported with the field", async () => {
  const rejected: [part: Record<string, unknown>, reasons: string[], hasTask?: boolean][] = [
    [{ plugin: "own" }, ["not_supported plugin Own plugin"]],
    [{ plugin: "gone" }, ["not_supported plugin gone"]],
    [{ timing: { years: [1969], minutes: [0] } }, ["not_supported timing.years 1969"]],
    [{ timing: { minutes: [60] } }, ["not_supported timing.minutes 60"]],
    [{ timing: { minutes: "0" } }, ['not_supported timing.minutes "0"']],
    [{ timing: { days: [31], months: [2], minutes: [0] } }, ["not_supported timing 0 * 31 2 *"]],
    [{ timezone: "Mars" }, ["unknown_time_zone Mars"]],
    [{ title: "", id: "" }, ["field_missing title"]],
    [{ params: { script: "#!/bin/sh\n# nothing\n" } }, ["command_missing"]],
    [{ params: { script: "echo \u0007" } }, ["invalid_character"]],
    [{ plugin: "urlplug", params: {} }, ["field_missing params.url"]],
    [{ chain: "e1" }, ["not_supported chain Report"], true],
    [{ chain_error: "gone" }, ["not_supported chain_error gone"], true],
  ];
  for (const [part, reasons, hasTask = false] of rejected) {
    const read = await only(part);
    assert.deepEqual(read.refused, reasons, JSON.stringify(part));
    assert.equal(read.input !== undefined, hasTask, JSON.stringify(part));
  }
});

Deno.test("Cronicle: pages are joined in their order and damaged ones are reported", async () => {
  const page = (number: number, id: string) =>
    `global/schedule/${number} - ${JSON.stringify({ items: [event({ id, title: id })] })}`;
  const text = ["# Cronicle Data Export v1.0", page(1, "c"), page(-1, "a"), page(0, "b")].join("\n");
  const content = await readSource(cronicleSource, {
    "export.txt": `${text}\nglobal/schedule/2 - {"items":[}\n`,
  });
  assert.deepEqual(content.tasks.map(({ key }) => key), ["a", "b", "c"]);
  assert.deepEqual(content.refused, [{ kind: "tasks", name: "global/schedule/2", reason: "row_unreadable" }]);
});

Deno.test("Cronicle: other files are not recognized", async () => {
  await assert.rejects(readSource(cronicleSource, { "export.txt": "users/admin - {}" }), /import_refused/);
});

const DAY_MS = 86_400_000;
const START = Date.UTC(2027, 0, 1);
const anyValues = (min: number, max: number) =>
  fc.oneof(fc.constant([]), fc.uniqueArray(fc.integer({ min, max }), { maxLength: 12 }));

Deno.test("Cronicle: rules are due on the days that a timing matches", () => {
  fc.assert(
    fc.property(anyValues(1, 31), anyValues(1, 12), anyValues(0, 6), (days, months, weekdays) => {
      const schedule = timingSchedule({ days, months, weekdays, hours: [3], minutes: [0] });
      const matches = (list: readonly number[], value: number) => list.length === 0 || list.includes(value);
      const expected = Array.from({ length: 365 }, (_, index) => new Date(START + index * DAY_MS))
        .filter((date) => matches(days, date.getUTCDate()) && matches(months, date.getUTCMonth() + 1))
        .filter((date) => matches(weekdays, date.getUTCDay())).map((date) => date.getTime() + 3 * 3_600_000);
      fc.pre(expected.length > 0);
      assert.ok(typeof schedule === "object" && "rule" in schedule);
      const span = { after: START - 1, until: START + 365 * DAY_MS - 1, count: 400 };
      assert.deepEqual(newestSlots([parseCron(schedule.rule)], "UTC", span), expected);
    }),
    { numRuns: byLength(12, 40) },
  );
});
