import assert from "node:assert/strict";
import { readSource, withStagedFiles } from "../../../../tests/support/stage_files.ts";
import { StagedFiles } from "../staged_files.ts";
import { crontabSource } from "./crontab.ts";

const source = crontabSource({ shell: "/bin/bash" });
const read = (files: Record<string, string>) => readSource(source, files);

Deno.test("crontab: a user's crontab becomes tasks, with what differs", async () => {
  const content = await read({
    "my.cron": [
      "MAILTO=me@example.com",
      "# Nightly backup",
      "30 2 * * * /usr/local/bin/backup.sh",
      "#*/5 * * * * poll.sh",
      "@reboot start.sh",
      "0 5 * * * mail root%Hello",
      "61 * * * * never.sh",
      "0 0 30 2 * never.sh",
      "what is this",
    ].join("\n"),
  });
  assert.equal(content.detected, true);
  assert.deepEqual(
    content.tasks.map(({ name, input, notes }) => [
      name,
      input.schedules,
      input.command,
      input.enabled ?? true,
      notes?.map(({ note }) => note).join(),
    ]),
    [
      ["Nightly backup", ["30 2 * * *"], "/usr/local/bin/backup.sh", true, ""],
      ["poll.sh", ["*/5 * * * *"], "poll.sh", false, "disabled_there"],
      ["start.sh", "boot", "start.sh", true, ""],
      ["mail root", ["0 5 * * *"], "mail root <<'EOF'\nHello\nEOF", true, "percent_as_input"],
    ],
  );
  assert.deepEqual(content.refused.map(({ name, reason }) => [name, reason]), [
    ["7: 61 * * * * never.sh", "incorrect_cron"],
    ["8: 0 0 30 2 * never.sh", "cron_never_fires"],
    ["9: what is this", "not_a_rule"],
  ]);
  assert.deepEqual(content.leftOut, ["mail_not_sent"]);
});

Deno.test("crontab: user names are recognized by path, header or account", async () => {
  const rules = "17 * * * * root cd / && run-parts /etc/cron.hourly\n";
  for (
    const files of [
      { "etc/crontab": rules, "etc/hosts": "1 2 3 4 5 6" },
      { "crontab.txt": rules },
      { "crontab.txt": `# m h dom mon dow user\tcommand\n${rules.replace("root", "alice")}` },
      { "etc/cron.d/alice": rules.replace("root", "alice"), "etc/cron.d/.placeholder": "" },
    ]
  ) {
    const content = await read(files as Record<string, string>);
    assert.deepEqual(content.tasks.map(({ input }) => input.command), ["cd / && run-parts /etc/cron.hourly"]);
    assert.deepEqual(content.leftOut, ["user_ignored"]);
  }
  const plain = await read({ "crontab.txt": "17 * * * * backup\n0 1 * * * echo root" });
  assert.deepEqual(plain.tasks.map(({ input }) => input.command), ["backup", "exec /bin/sh -c 'echo root'"]);
});

Deno.test("crontab: the path of a single file says that it has users", async () => {
  const rule = "*/10 * * * * appuser /opt/app/bin/rotate --quiet";
  await withStagedFiles({ app: rule }, async (files) => {
    const from = new StagedFiles({
      root: files.root,
      name: "app",
      files: files.list(),
      origin: "/x/etc/cron.d/app",
    });
    const { tasks, leftOut } = await source.read(from);
    assert.deepEqual(tasks.map(({ input }) => input.command), ["/opt/app/bin/rotate --quiet"]);
    assert.deepEqual(leftOut, ["user_ignored"]);
  });
});

Deno.test("crontab: a word that may be a user is mentioned", async () => {
  const { tasks } = await read({ plain: "0 5 * * * ubuntu /bin/a\n0 6 * * * ubuntu /bin/b" });
  const note = { note: "first_word_repeats", params: { word: "ubuntu" } };
  assert.deepEqual(tasks.map(({ notes }) => notes), [[note], [note]]);
});

Deno.test("crontab: rules that are all commented out become disabled tasks", async () => {
  const text =
    "# sample\n# 0 */4\t\t* * *\t\troot\t/usr/bin/backup alpha\n#30 3 * * *\troot\t/usr/bin/backup beta\n";
  const { detected, tasks } = await read({ "disabled.cron": text });
  assert.equal(detected, true);
  assert.deepEqual(tasks.map(({ input }) => [input.command, input.enabled]), [
    ["/usr/bin/backup alpha", false],
    ["/usr/bin/backup beta", false],
  ]);
});

Deno.test("crontab: keys stay the same, differ for equal rules and contain no command", async () => {
  const rule = "0 1 * * * curl -H 'Token: secret'";
  const keys = async (text: string) => (await read({ crontab: text })).tasks.map(({ key }) => key);
  const [first, second] = await keys(`${rule}\n${rule}`);
  assert.deepEqual(await keys(`# named now\n${rule}`), [first]);
  assert.notEqual(first, second);
  assert.doesNotMatch(`${first}`, /secret/);
});

Deno.test("crontab: other files are not recognized", async () => {
  for (const text of ["", "# only a comment", "A=1", "hello world", "[Timer]\nOnCalendar=daily"]) {
    assert.equal(await withStagedFiles({ "file.txt": text }, (files) => source.detect(files)), false, text);
  }
  await assert.rejects(read({ crontab: "# empty\n" }), /import_refused/);
});
