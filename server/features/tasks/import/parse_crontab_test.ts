import assert from "node:assert/strict";
import fc from "fast-check";
import { taskInput } from "../../../contract/tasks.ts";
import { noCalendars } from "../task_timetable.ts";
import { taskIssues } from "../task_rules.ts";
import { type CrontabLine, type CrontabOptions, parseCrontab } from "./parse_crontab.ts";
import { findUserSign, repeatedFirstWord } from "./user_column.ts";
import { assertScales } from "../../../../tests/support/assert_scales.ts";
import { byLength } from "../../../../tests/support/suite_length.ts";

const plain: CrontabOptions = { withUser: false, shell: "/bin/bash", home: null };
const read = (text: string, options: Partial<CrontabOptions> = {}) => [
  ...parseCrontab(text, { ...plain, ...options }),
];

/** Returns the result for a single rule, without the fields that hold defaults. */
function only(text: string, options: Partial<CrontabOptions> = {}): CrontabLine {
  const lines = read(text, options);
  assert.equal(lines.length, 1, JSON.stringify(lines));
  return lines[0]!;
}

const becomes: [string, string, Record<string, unknown>, string[]?][] = [
  ["a rule", "*/5 0-6 1,15 * mon-fri run.sh", { schedules: ["*/5 0-6 1,15 * mon-fri"], command: "run.sh" }],
  ["tabs and spaces", "\t 0\t5  *\t* *\t run.sh a  b \t", {
    schedules: ["0 5 * * *"],
    command: "run.sh a  b",
    name: "run.sh a b",
  }],
  ["CRLF and a BOM", "\uFEFF0 5 * * * run.sh\r\n", { command: "run.sh" }],
  ["@reboot", "@reboot run.sh", { schedules: "boot", command: "run.sh" }],
  ["@daily", "@daily run.sh", { schedules: ["@daily"] }],
  ["a minus that suppresses logging", "-*/15 * * * * run.sh", { schedules: ["*/15 * * * *"] }],
  ["a step beyond the field", "*/90 10-20/30 */40 * * run.sh", { schedules: ["0 10 1 * *"] }],
  ["a star step in the days: both must match", "0 0 */2 * 1 run.sh", { schedules: ["0 0 */2 * +1"] }],
  ["a star step in the weekdays: both must match", "0 0 15 * */2 run.sh", { schedules: ["0 0 15 * +*/2"] }],
  ["two plain day fields: either", "0 0 15 * 1 run.sh", { schedules: ["0 0 15 * 1"] }],
  ["a number sign in the command", "0 5 * * * run.sh a # b", { command: "run.sh a # b" }],
  ["an assignment in the command", "0 5 * * * A=b run.sh", { command: "A=b run.sh" }],
  ["escaped percent signs", "0 5 * * * date +\\%F", { command: "date +%F", name: "date +%F" }],
  ["an input", "0 5 * * * mail -s x root%Hello%World", {
    command: "mail -s x root <<'EOF'\nHello\nWorld\nEOF",
    name: "mail -s x root",
  }, ["percent_as_input"]],
  ["input for several commands", "0 5 * * * cat; wc%a\\%b%", {
    command: "{ cat; wc\n} <<'EOF'\na%b\nEOF",
  }, ["percent_as_input"]],
  ["input that contains the delimiter", "0 5 * * * cat%EOF%EOF2", {
    command: "cat <<'EOF3'\nEOF\nEOF2\nEOF3",
  }, ["percent_as_input"]],
  ["empty input", "0 5 * * * cat%", { command: "cat" }],
  ["variables", "A=1\n B = \"it's $HOME \" \n'C'=\n0 5 * * * run.sh", {
    command: "export A=1 B='it'\\''s $HOME ' C=''; run.sh",
    name: "run.sh",
  }, ["variables_inlined"]],
  ["a variable set twice", "A=1\nA=2\n0 5 * * * run.sh", { command: "export A=2; run.sh" }, [
    "variables_inlined",
  ]],
  ["the default shell", "SHELL=/bin/sh\n0 5 * * * run.sh", { command: "run.sh" }],
  ["the panel's shell", "SHELL=/usr/bin/bash\n0 5 * * * run.sh", { command: "run.sh" }],
  ["another shell", "SHELL=/bin/zsh\n0 5 * * * print 'x'%y", {
    command: "export SHELL=/bin/zsh; exec /bin/zsh -c 'print '\\''x'\\''' <<'EOF'\ny\nEOF",
  }, ["variables_inlined", "percent_as_input"]],
  ["a mail address", "MAILTO=me@example.com\n0 5 * * * run.sh", { command: "run.sh" }, ["mail_not_sent"]],
  ["no mail", 'MAILTO=""\n0 5 * * * run.sh', { command: "run.sh" }],
  ["a zone for the rules", "CRON_TZ=Asia/Tokyo\n0 5 * * * run.sh", {
    command: "run.sh",
    timeZone: "Asia/Tokyo",
  }],
  ["a zone for the commands, which moves no due time", "TZ=:Asia/Tokyo\n0 5 * * * run.sh", {
    command: "export TZ=:Asia/Tokyo; run.sh",
    timeZone: undefined,
  }, ["variables_inlined"]],
  ["both zones", "TZ=UTC\nCRON_TZ=Asia/Tokyo\n0 5 * * * run.sh", { timeZone: "Asia/Tokyo" }, [
    "variables_inlined",
  ]],
  ["an unknown zone that affects nothing", "CRON_TZ=Mars\n@reboot run.sh", { schedules: "boot" }],
  ["a random delay", "RANDOM_DELAY=45\n0 5 * * * run.sh", { randomDelayMs: 2_700_000 }],
  ["a home", "HOME=/srv/x\n0 5 * * * run.sh", {
    command: "export HOME=/srv/x; run.sh",
    workingDirectory: "/srv/x",
  }, ["variables_inlined"]],
  ["a comment as name", "# Nightly  backup\n0 5 * * * run.sh", { name: "Nightly backup" }],
  ["two comments as name", "#######\n# Nightly backup\n#\n# of all\n0 5 * * * run.sh", {
    name: "Nightly backup of all",
  }],
  ["a comment separated by a blank line", "# Section\n\n0 5 * * * run.sh", { name: "run.sh" }],
  ["a comment on a variable", "# Path\nA=1\n0 5 * * * run.sh", { name: "run.sh" }, ["variables_inlined"]],
  ["a commented-out variable", "#PATH=/bin\n0 5 * * * run.sh", { name: "run.sh" }],
  ["a name without the redirection", "0 5 * * * run.sh -v >/dev/null 2>&1", { name: "run.sh -v" }],
  ["@every", "@every 5m run.sh", { schedules: ["@every 5m"], command: "run.sh" }],
  ["@every from a time of day", "@every 90m from 08:00 run.sh", {
    schedules: ["@every 90m from 08:00"],
    command: "run.sh",
  }],
  ["@every before a program named from", "@every 90m from me", { command: "from me" }],
  ["@once", "@once 2099-12-24  03:00 run.sh x", {
    schedules: ["@once 2099-12-24 03:00"],
    command: "run.sh x",
  }],
  ["@once with a T", "@once 2099-12-24T03:00 run.sh", { command: "run.sh" }],
  ["@after", "@after 30m run.sh", { schedules: ["@after 30m"], command: "run.sh" }],
  ["@workday", "@workday last 18:00 run.sh", { schedules: ["@workday last 18:00"], command: "run.sh" }],
  ["days from the end, and near one", "0 9 L-3,15W * * run.sh", { schedules: ["0 9 L-3,15W * *"] }],
  ["weekdays by name before a year", "0 0 9 ? * MON-FRI 2099 run.sh", {
    schedules: ["0 0 9 ? * MON-FRI 2099"],
    command: "run.sh",
  }, ["with_seconds"]],
  ["the last of a weekday, behind seconds", "0 0 9 ? * 5L run.sh", {
    schedules: ["0 0 9 ? * 5L"],
    command: "run.sh",
  }, ["with_seconds"]],
  ["nicknames in any case", "@Daily run.sh", { schedules: ["@daily"] }],
  ["seconds", "*/6 * * * * * run.sh", { schedules: ["*/6 * * * * *"], command: "run.sh" }, ["with_seconds"]],
  ["a year", "0 0 5 * * * 2030 run.sh", { schedules: ["0 0 5 * * * 2030"], command: "run.sh" }, [
    "with_seconds",
  ]],
  ["seconds and any year", "0 30 4 * * 1 * run.sh", { schedules: ["0 30 4 * * 1"], command: "run.sh" }, [
    "with_seconds",
  ]],
  ["what sh reads in its own way", '0 5 * * * echo "a\\nb"', {
    command: `exec /bin/sh -c 'echo "a\\nb"'`,
    name: 'echo "a\\nb"',
  }],
  ["what sh reads in its own way, with /bin/sh", "SHELL=/bin/sh\n0 5 * * * run.sh &>x", {
    command: "export SHELL=/bin/sh; exec /bin/sh -c 'run.sh &>x'",
  }, ["variables_inlined"]],
  ["what sh and bash read alike", "0 5 * * * cd /x && ./run.sh ${A} >/dev/null 2>&1 | tee log; ls /echo", {
    command: "cd /x && ./run.sh ${A} >/dev/null 2>&1 | tee log; ls /echo",
  }],
  ["a disabled rule", "# Nightly\n#0 5 * * * run.sh", { name: "Nightly", enabled: false }, ["disabled_line"]],
  ["a disabled start", "## @reboot run.sh", { schedules: "boot", enabled: false }, ["disabled_line"]],
];
for (const [name, text, fields, warnings = []] of becomes) {
  Deno.test(`crontab: imports ${name}`, () => {
    const line = only(text);
    const task: Record<string, unknown> = { ...line.task };
    for (const [field, value] of Object.entries(fields)) assert.deepEqual(task[field], value, field);
    assert.deepEqual(line.remarks, warnings);
  });
}

const rejected: [string, string][] = [
  ["run.sh now", "not_a_rule"],
  ["* * * *", "not_a_rule"],
  ["A B=1", "not_a_rule"],
  ["Hello, these are many words indeed", "not_a_rule"],
  ["0 5 * * * ", "command_missing"],
  ["0 5 * * * %input", "command_missing"],
  ["@daily", "command_missing"],
  ["60 5 * * * run.sh", "incorrect_cron"],
  ["0 5 * * 8 run.sh", "incorrect_cron"],
  ["@sometimes run.sh", "incorrect_cron"],
  ["@every soon run.sh", "incorrect_cron"],
  ["@every 5m", "command_missing"],
  ["@once run.sh", "incorrect_cron"],
  ["@once 2099-02-30 03:00 run.sh", "incorrect_cron"],
  ["@workday last 18:00", "command_missing"],
  ["0 0 5 * * * 1969 run.sh", "incorrect_cron"],
  ["0 0 31 2 * run.sh", "cron_never_fires"],
  ["# 0 0 31 2 * run.sh", "cron_never_fires"],
  ["CRON_TZ=Mars\n0 5 * * * run.sh", "unknown_time_zone"],
  ["0 5 * * * run.sh \u0007", "invalid_character"],
  ["A=\u001b\n0 5 * * * run.sh", "invalid_character"],
  ["0 5 * * * echo \ud800", "invalid_character"],
  [`0 5 * * * ${"x".repeat(10_001)}`, "command_too_long"],
  [`A=${"x".repeat(10_001)}\n0 5 * * * run.sh`, "command_too_long"],
];
for (const [text, reason] of rejected) {
  Deno.test(`crontab: rejects ${JSON.stringify(text).slice(0, 60)} as ${reason}`, () => {
    const { task, remarks } = only(text);
    assert.deepEqual([task, remarks], [null, [reason]]);
  });
}

Deno.test("crontab: rules of the panel, with all their words, come before the user", () => {
  const text = "@once 2099-12-24 03:00 root /a.sh\n@every 90m from 08:00 me /b.sh\n@every 5m me /c.sh";
  assert.deepEqual(findUserSign(text), { reason: "accounts", word: "root" });
  assert.deepEqual(read(text, { withUser: true }).map(({ task }) => task?.command), [
    ...["/a.sh", "/b.sh", "/c.sh"],
  ]);
  const withoutUser = read("@after 5m backup /a.sh\n@every 90m from 08:00 backup /b.sh");
  assert.equal(repeatedFirstWord(withoutUser), "backup");
});

Deno.test("crontab: settings apply from their line on", () => {
  const lines = read("0 1 * * * a\nA=1\n0 2 * * * b\nCRON_TZ=UTC\n0 3 * * * c\nCRON_TZ=\n0 4 * * * d");
  assert.deepEqual(lines.map(({ line, task }) => [line, task?.command, task?.timeZone]), [
    [1, "a", undefined],
    [3, "export A=1; b", undefined],
    [5, "export A=1; c", "UTC"],
    [7, "export A=1; d", undefined],
  ]);
});

Deno.test("crontab: the directory that cron would start in becomes the working directory", () => {
  assert.equal(only("0 5 * * * run.sh", { home: "/root" }).task?.workingDirectory, "/root");
  assert.equal(only("HOME=x\n0 5 * * * run.sh", { home: "/root" }).task?.workingDirectory, undefined);
});

Deno.test("crontab: with a user column, the command starts after the user name", () => {
  const lines = read("17 *\t* * *\troot\tcd / && run-parts x\n@reboot me start.sh\n0 5 * * * root", {
    withUser: true,
  });
  assert.deepEqual(lines.map(({ task, remarks }) => [task?.command, remarks]), [
    ["cd / && run-parts x", ["user_ignored"]],
    ["start.sh", ["user_ignored"]],
    [undefined, ["command_missing"]],
  ]);
});

const debian = `# DO NOT EDIT THIS FILE - edit the master and reinstall.
# (/tmp/crontab.Xy/crontab installed on Mon Feb  3 09:10:11 2025)
# (Cron version -- $Id: crontab.c,v 2.13 1994/01/17 03:20:37 vixie Exp $)
# Edit this file to introduce tasks to be run by cron.
#${" "}
# Notice that tasks will be started based on the cron's system
# daemon's notion of time and timezones.
#${" "}
# at 5 a.m every week with:
# 0 5 * * 1 tar -zcf /var/backups/home.tgz /home/
#${" "}
# For more information see the manual pages of crontab(5) and cron(8)
#${" "}
# m h  dom mon dow   command
0 5 * * * run.sh
`;
const systemWide = `# /etc/crontab: system-wide crontab
# Example of job definition:
# .---------------- minute (0 - 59)
# |  .------------- hour (0 - 23)
# |  |  .---------- day of month (1 - 31)
# |  |  |  .------- month (1 - 12) OR jan,feb,mar,apr ...
# |  |  |  |  .---- day of week (0 - 6) (Sunday=0 or 7) OR sun,mon,tue,wed,thu,fri,sat
# |  |  |  |  |
# *  *  *  *  * user-name command to be executed
0 5 * * * root run.sh
`;
Deno.test("crontab: headers that systems put into every crontab neither name a task nor become one", () => {
  assert.equal(only(debian).task?.name, "run.sh");
  assert.equal(only(systemWide, { withUser: true }).task?.name, "run.sh");
});

const headers: [line: string, hasUser: boolean][] = [
  ["# m h dom mon dow cmd", false],
  ["# m h  dom mon dow user  command", true],
  ["#minute\thour\tmday\tmonth\twday\tcommand", false],
  ["#minute\thour\tmday\tmonth\twday\twho\tcommand", true],
  ["# Minute Hour Day of month Month Day of week User name Command", true],
  ["# min hour day month weekday command", false],
  ["# *  *  *  *  * user-name  command to be executed", true],
  ["# * * * * * command to be executed", false],
  ["# (min) (hour) (day) (month) (dow)", false],
];

for (const [header, hasUser] of headers) {
  Deno.test(`crontab: ${JSON.stringify(header)} names no task and says whether there are users`, () => {
    const text = `${header}\n15 6 * * * deploy /opt/a.sh`;
    assert.equal(findUserSign(text)?.reason, hasUser ? "header" : undefined);
    const { task, remarks } = only(text, { withUser: hasUser });
    assert.equal(task?.command, hasUser ? "/opt/a.sh" : "deploy /opt/a.sh");
    assert.equal(task?.name, task?.command);
    assert.deepEqual(remarks, hasUser ? ["user_ignored"] : []);
  });
}

Deno.test("crontab: a comment that only begins like a header names its task", () => {
  assert.equal(only("# minute by minute reports\n0 5 * * * a").task?.name, "minute by minute reports");
  assert.equal(only("#* * * * * backup.sh").task?.enabled, false);
});

Deno.test("crontab: a first word that all commands share may be a user", () => {
  const word = (...rules: string[]) =>
    repeatedFirstWord(read(rules.map((rule) => `0 5 * * * ${rule}\n`).join("")));
  assert.equal(word("ubuntu /usr/bin/python3 a.py", "ubuntu /usr/bin/python3 b.py"), "ubuntu");
  assert.equal(word("ubuntu /usr/bin/python3 a.py"), null);
  assert.equal(word("php /srv/a.php", "php /srv/b.php"), null);
  assert.equal(word("backup all", "backup home"), null);
  assert.equal(word("ubuntu /bin/a", "alice /bin/b"), null);
});

Deno.test("crontab: truncates a long comment at a word and never inside a character", () => {
  const long = only(`# ${"word ".repeat(80)}\n0 5 * * * run.sh`).task?.name;
  assert.match(long ?? "", /word…$/);
  assert.ok(long!.length <= 200);
  const wide = only(`# ${"😀".repeat(150)}\n0 5 * * * run.sh`).task?.name;
  assert.ok(wide!.isWellFormed() && wide!.length <= 200);
});

const HALF_MEGABYTE = 512 * 1024;
/** A start, then a piece that is repeated, then an end. */
type Shape = [begin: string, piece: string, end?: string];
const fill = ([begin, piece, end = ""]: Shape, size: number) =>
  begin + piece.repeat(Math.ceil(size / piece.length)) + end;
const hostile: Record<string, Shape> = {
  "one line of one letter": ["", "x"],
  "one line of spaces": ["0 5 * * * a", " ", "b"],
  "one line of stars": ["", "* "],
  "one line of commas": ["", "1,"],
  "one line of slashes": ["", "*/"],
  "one line of quotes": ["", "A='\""],
  "one line of equals signs": ["", "A="],
  "one line of backslashes": ["", "0 5 * * * \\"],
  "one line of percent signs": ["0 5 * * * cat", "%"],
  "one line of number signs": ["", "#"],
  "one drawing": ["# |", " |.-"],
  "one table of minus signs": ["# .", "-"],
  "one comment of spaces": ["# a", " ", "b"],
  "one redirection": ["0 5 * * * a ", " >"],
  "NUL": ["", "\u0000"],
  "empty lines": ["", "\n"],
  "comments": ["", "# a\n"],
  "settings": ["", "A=1\n"],
  "blanks of a setting, with a line separator": ["A=", " ", "\u2028x"],
  "redirections, with a line separator": ["0 5 * * * a", " >", "\u2028x"],
  "a header of blanks": ["# m h", " "],
};
for (const [name, shape] of Object.entries(hostile)) {
  Deno.test(`crontab: parses half a megabyte in linear time: ${name}`, () => {
    assertScales((size) => read(fill(shape, size)), HALF_MEGABYTE);
  });
}

Deno.test("crontab: half a megabyte of distinct settings adds no cost per rule", () => {
  assertScales((size) => {
    const settings = Array.from({ length: size }, (_, index) => `A${index}=1\n`).join("");
    const lines = read(settings + "0 5 * * * run.sh\n".repeat(size / 120));
    assert.deepEqual(lines.at(-1)?.remarks, ["command_too_long"]);
  }, 60_000);
});

Deno.test("crontab: the panel accepts every parsed task, whatever the text", () => {
  const word = fc.constantFrom(
    ..."0 5 * * * */2 @daily @reboot A=1 CRON_TZ=UTC TZ= HOME=/x HOME= SHELL=/bin/zsh # % \\ ' \" \n \r\n"
      .split(
        " ",
      ),
  );
  const piece = fc.oneof({ weight: 5, arbitrary: word }, fc.string(), fc.string({ unit: "binary" }));
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), fc.boolean(), (pieces, withUser) => {
      for (const { task, remarks } of read(pieces.join(" "), { withUser, home: "/root" })) {
        if (task === null) assert.equal(remarks.length, 1);
        else {assert.deepEqual([
            taskInput.safeParse(task).error,
            taskIssues(task, null, { now: 0, zone: "UTC", findCalendar: noCalendars }),
          ], [undefined, []]);}
      }
    }),
    { numRuns: byLength(300, 2_000) },
  );
});

/** What `sh` and bash read differently is run in `sh`. */
function withoutShell(command = ""): string {
  const [, quoted, plain] = /^exec \/bin\/sh -c (?:'([^]*)'|([^\s']+))$/.exec(command) ?? [];
  return quoted?.replaceAll("'\\''", "'") ?? plain ?? command;
}

const field = (low: number, high: number) => {
  const number = fc.integer({ min: low, max: high });
  const range = fc.tuple(number, number).map(([a, b]) => `${Math.min(a, b)}-${Math.max(a, b)}`);
  return fc.oneof(
    fc.constant("*"),
    number.map(String),
    range,
    fc.array(range, { minLength: 1, maxLength: 3 }).map(String),
  );
};
Deno.test("crontab: a task written as a crontab line parses back to the same task", () => {
  const fields = fc.tuple(field(0, 59), field(0, 23), field(1, 28), field(1, 12), field(0, 6));
  // A first word such as `0` may be the sixth field of a rule with seconds: such a line is asked about.
  const command = fc.string({ minLength: 1, maxLength: 60 }).filter((text) =>
    text.trim() !== "" && text === text.trim() &&
    !/^(?:[\d*?L#/,-]|SUN|MON|TUE|WED|THU|FRI|SAT)+\s/.test(text)
  );
  const name = fc.string({ minLength: 1, maxLength: 60, unit: fc.constantFrom(..."abcXYZ ü很😀") })
    .map((text) => `Name ${text.trim()}`.trim());
  fc.assert(
    fc.property(fc.array(fc.tuple(fields, command, name), { maxLength: 5 }), (tasks) => {
      // Cron only unescapes `\%`, so a backslash before a `%` cannot be written.
      const written = tasks.filter(([, command]) => !/\\+%|\\$/.test(command));
      const text = written.map(([fields, command, name]) =>
        `# ${name}\n${fields.join(" ")} ${command.replaceAll("%", "\\%")}\n`
      ).join("\n");
      assert.deepEqual(
        read(text).map(({ task }) => [task?.schedules, withoutShell(task?.command), task?.name]),
        written.map(([fields, command, name]) => [[fields.join(" ")], command, name.replace(/ +/g, " ")]),
      );
    }),
    // What sh does otherwise than bash, as a word that needs no quotes.
    { examples: [[[[["0", "*", "1", "1", "*"], "type", "Name a"]]]] },
  );
});
