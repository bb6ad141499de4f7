import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { taskInput } from "../../../contract/tasks.ts";
import { noCalendars } from "../../tasks/task_timetable.ts";
import { taskIssues } from "../../tasks/task_rules.ts";
import { readSource } from "../../../../tests/support/stage_files.ts";
import { systemdSource } from "./systemd.ts";
import { shellCommand } from "./systemd_command.ts";
import { parseTimeSpan } from "./systemd_unit.ts";

const read = (files: Record<string, string>) => readSource(systemdSource, files);

const service = (text: string) => `[Unit]\nDescription=Nightly backup\n[Service]\nType=oneshot\n${text}`;
const backup = service("ExecStart=/usr/local/bin/backup --all");

/** Reads one timer with its service; returns its task, and the notes and refusals as `code field`. */
async function only(timer: string, unit = backup) {
  const content = await read({
    "etc/systemd/system/backup.timer": `[Timer]\n${timer}\n[Install]\nWantedBy=timers.target`,
    "etc/systemd/system/backup.service": unit,
  });
  assert.equal(content.detected, true);
  const [task] = content.tasks;
  if (task) {
    assert.deepEqual(taskInput.parse(task.input), task.input);
    assert.deepEqual(taskIssues(task.input, null, { now: 0, zone: "UTC", findCalendar: noCalendars }), []);
  }
  return {
    input: task?.input,
    notes: task?.notes?.map(({ note, params }) => [note, ...Object.values(params ?? {})].join(" ")) ?? [],
    refused: content.refused.map(({ reason, params }) => [reason, ...Object.values(params ?? {})].join(" ")),
  };
}

const timers: [timer: string, expected: Record<string, unknown>, notes?: string[]][] = [
  ["OnCalendar=daily", { schedules: ["0 0 * * *"], missed: { policy: "skip" } }],
  ["OnCalendar=Mon..Fri 02:30\nPersistent=true", {
    schedules: ["30 2 * * 1-5"],
    missed: { policy: "last" },
  }],
  ["OnCalendar=01:00\nOnCalendar=13:00\nRandomizedDelaySec=1h 30min", {
    schedules: ["0 1 * * *", "0 13 * * *"],
    randomDelayMs: 5_400_000,
  }],
  ["OnCalendar=daily\nOnCalendar=\nOnCalendar=hourly", { schedules: ["0 * * * *"] }],
  ["OnCalendar=*-*-* 05:00 Europe/Berlin", { schedules: ["0 5 * * *"], timeZone: "Europe/Berlin" }],
  ["OnCalendar=daily\nFooBar=1", { schedules: ["0 0 * * *"] }, ["settings_ignored FooBar"]],
  ["OnBootSec=0", { schedules: "boot" }],
  ["OnBootSec=15min", { schedules: "boot" }, ["field_dropped OnBootSec 15min"]],
  ["OnBootSec=15min\nOnUnitActiveSec=1d", { schedules: ["@every 1d"] }, ["fixed_period 1d"]],
  ["OnUnitActiveSec=90min", { schedules: ["@every 1h30m"] }, ["fixed_period 1h30m"]],
];

Deno.test("systemd: triggers of timers become schedules", async () => {
  for (const [timer, expected, notes = []] of timers) {
    const read = await only(timer);
    assert.deepEqual(read.refused, [], timer);
    assert.deepEqual(read.notes, notes, timer);
    assert.partialDeepStrictEqual(read.input, { ...expected, name: "Nightly backup" }, timer);
  }
});

Deno.test("systemd: triggers without an equivalent are reported by name", async () => {
  const rejected: [timer: string, reasons: string[], hasTask?: boolean][] = [
    ["OnCalendar=*-*~07/1", ["incorrect_cron OnCalendar=*-*~07/1"]],
    ["OnCalendar=05:00 Mars/Phobos", ["unknown_time_zone OnCalendar=05:00 Mars/Phobos"]],
    ["OnCalendar=05:00 UTC\nOnCalendar=06:00", ["not_supported OnCalendar 06:00"]],
    ["OnUnitInactiveSec=1h", ["not_supported OnUnitInactiveSec 1h"]],
    ["OnUnitActiveSec=500ms", ["not_supported OnUnitActiveSec 500ms"]],
    ["OnCalendar=daily\nOnBootSec=5min", ["not_supported OnBootSec 5min"], true],
    ["AccuracySec=1s", ["schedule_missing"]],
    ["OnCalendar=daily\nUnit=other.service", ["unit_missing other.service"]],
  ];
  for (const [timer, reasons, hasTask = false] of rejected) {
    const read = await only(timer);
    assert.deepEqual(read.refused, reasons, timer);
    assert.equal(read.input !== undefined, hasTask, timer);
  }
});

const services: [settings: string, expected: Record<string, unknown>, notes?: string[]][] = [
  ["ExecStart=/bin/a\nExecStart=-/bin/b 'x y'\nExecStart=/bin/c", {
    command: "/bin/a && { /bin/b 'x y' || true; } && /bin/c",
  }],
  ["ExecStart=/bin/a\nExecStart=\nExecStart=/bin/b ; /bin/c \\; d", { command: "/bin/b && /bin/c ';' d" }],
  ["ExecStartPre=/bin/p\nExecStart=/bin/a\nExecStartPost=/bin/q\nExecCondition=/bin/x", {
    command: "/bin/x || exit 0; /bin/p && /bin/a && /bin/q",
  }],
  ["ExecStart=/bin/tar --file=/srv/a.tar \\\n  # a comment\n  --create /etc", {
    command: "/bin/tar --file=/srv/a.tar --create /etc",
  }],
  ['Environment=A=1 "B=x y"\nEnvironmentFile=-/etc/default/b\nExecStart=/bin/a $A ${B}c $$D %n %%', {
    command:
      `set -f; export A=1 B='x y'; environment=$(sundial environment-file -- -/etc/default/b) || exit; eval "$environment"; /bin/a $A "\${B}"c '$D' backup.service %`,
  }],
  ["WorkingDirectory=/srv\nExecStart=/bin/a\nTimeoutStartSec=1h", {
    command: "/bin/a",
    workingDirectory: "/srv",
    timeLimitMs: 3_600_000,
  }],
  ["WorkingDirectory=~\nExecStart=%h/bin/a", { command: 'cd "$HOME" || exit; "$HOME"/bin/a' }],
  ["ExecStart=@/bin/sh backup -c 'echo \\'a\\x20b\\''", { command: "/bin/sh -c 'echo '\\''a b'\\'''" }],
  ["ExecStart=!+/bin/a\nUser=backup\nProtectSystem=full\nNice=10", { command: "/bin/a" }, [
    "field_dropped ExecStart !",
    "field_dropped ExecStart +",
    "field_dropped User backup",
    "settings_ignored Nice, ProtectSystem",
  ]],
  ["ExecStart=/bin/a\nFooBar=1\nFoo_Bar = 2\nX-Own=3\n[X-Program]\nName=a", { command: "/bin/a" }, [
    "settings_ignored FooBar, Foo_Bar",
  ]],
  ["ExecStart=/bin/a\nRuntimeMaxSec=soon", { command: "/bin/a" }, ["field_dropped RuntimeMaxSec soon"]],
  ["ExecStart=/bin/a\nRuntimeMaxSec=infinity\nTimeoutStartSec=1h", { command: "/bin/a" }],
];

Deno.test("systemd: services become commands", async () => {
  for (const [settings, expected, notes = []] of services) {
    const read = await only("OnCalendar=daily", service(settings));
    assert.deepEqual(read.refused, [], settings);
    assert.partialDeepStrictEqual(read.input, expected, settings);
    assert.deepEqual(read.notes, notes, settings);
  }
  const none = await only("OnCalendar=daily", service(""));
  assert.deepEqual(none.refused, ["command_missing"]);
  const specifier = await only("OnCalendar=daily", service("ExecStart=/bin/a %H"));
  assert.deepEqual(specifier.refused, ["not_supported ExecStart %H"]);
  const quotes = await only("OnCalendar=daily", service("ExecStart=/bin/a 'b"));
  assert.deepEqual(quotes.refused, ["not_supported ExecStart /bin/a 'b"]);
});

Deno.test("systemd: a shell passes the same arguments", () => {
  const arguments_: [value: string, expected: string[]][] = [
    [`"a b" 'c"d' e\\"f g'h i'`, ["a b", 'c"d', 'e"f', "gh i"]],
    ["*.txt ~ `x` $(y) # z", ["*.txt", "~", "`x`", "$(y)", "#", "z"]],
    ["$ONE ${ONE} -${ONE}- $TWO", ["1", "2", "1 2", "-1 2-"]],
    ["'$TWO' $$ONE 'it''s' \"\" a\\tb", ["$ONE", "its", "", "a\tb"]],
  ];
  for (const [value, expected] of arguments_) {
    const command = shellCommand(`/usr/bin/printf '%%s\\\\0' ${value}`, { full: "a.service" });
    assert.ok("shell" in command, value);
    const output = execFileSync("bash", ["-c", command.shell], { env: { ONE: "1 2" }, encoding: "utf8" });
    assert.deepEqual(output.split("\0").slice(0, -1), expected, command.shell);
  }
});

Deno.test("systemd: drop-ins, templates, overrides and the output of systemctl cat are read", async () => {
  const content = await read({
    "usr/lib/systemd/system/a.timer": "[Timer]\nOnCalendar=daily",
    "usr/lib/systemd/system/a.service": "[Service]\nExecStart=/bin/old",
    "etc/systemd/system/a.service": "[Service]\nExecStart=/bin/new",
    "etc/systemd/system/a.timer.d/override.conf": "[Timer]\nOnCalendar=\nOnCalendar=weekly",
    "etc/systemd/system/b@db-main.timer": "[Timer]\nOnCalendar=hourly",
    "etc/systemd/system/b@.service": "[Service]\nExecStart=/bin/b %i %I",
    "etc/systemd/system/b@.timer": "[Timer]\nOnCalendar=hourly",
  });
  assert.deepEqual(
    content.tasks.map(({ key, input }) => [key.split(" ")[0], input.name, input.schedules, input.command]),
    [
      ["b@db-main.timer", "b@db-main", ["0 * * * *"], "/bin/b db-main db/main"],
      ["a.timer", "a", ["0 0 * * 1"], "/bin/new"],
    ],
  );
  assert.deepEqual(content.refused.map(({ name, reason }) => [name, reason]), [[
    "b@.timer",
    "template_unit",
  ]]);

  const cat = await read({
    "units.txt": "# /etc/systemd/system/c.timer\n[Timer]\nOnCalendar=daily\n\n" +
      "# /lib/systemd/system/c.service\n[Unit]\nDescription=Clean up\n[Service]\nExecStart=/bin/c\n",
  });
  assert.equal(cat.detected, true);
  assert.deepEqual(cat.tasks.map(({ name, input }) => [name, input.command]), [["Clean up", "/bin/c"]]);
});

Deno.test("systemd: other files are not recognized", async () => {
  await assert.rejects(read({ "notes.txt": "[Service]\nExecStart=/bin/a" }), /import_refused/);
});

Deno.test("systemd: time spans are parsed", () => {
  const spans: [text: string, ms: number | null][] = [
    ["90", 90_000],
    ["1h 30min", 5_400_000],
    ["2h30m5s", 9_005_000],
    ["1.5h", 5_400_000],
    ["1 day", 86_400_000],
    ["300ms", 300],
    ["infinity", null],
    ["5 parsecs", null],
    ["", null],
    ["1h x", null],
  ];
  for (const [text, ms] of spans) assert.equal(parseTimeSpan(text), ms, text);
});
