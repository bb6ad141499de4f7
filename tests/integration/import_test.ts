// Imported commands run for real, and behave as their lines did in cron.
import assert from "node:assert/strict";
import { parseCrontab } from "../../server/features/tasks/import/parse_crontab.ts";
import { commandShell } from "../../server/platform/process/spawn_session.ts";
import { TestEngine } from "../support/test_engine.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";

/** Runs the last rule of a crontab and returns its output. */
async function output(text: string): Promise<string> {
  await using engine = await TestEngine.start();
  const options = { withUser: false, shell: commandShell(), home: null };
  const task = [...parseCrontab(text, options)].at(-1)?.task;
  assert.ok(task);
  const { log, state } = await engine.runToEnd({ ...task, schedules: "manual" });
  assert.equal(state, "succeeded");
  return log;
}

const rows: [string, string, string][] = [
  [
    "input reaches the command line by line",
    "* * * * * cat%Hello%%\\%d $HOME `id` \\\\%",
    "Hello\n\n%d $HOME `id` \\%\n",
  ],
  [
    "all commands of a line share the input",
    '* * * * * read a; echo "<$a>"; cat # end%1%2%3',
    "<1>\n2\n3\n",
  ],
  ["input reaches the command in a pipe too", "* * * * * cat | tr a-z A-Z && echo done%abc", "ABC\ndone\n"],
  ["quotes and percent signs of a command stay", "* * * * * printf '\\%s|' \"it's\" 'a b'", "it's|a b|"],
  [
    "variables are set unexpanded",
    'A="x y"\nB=\'it"s\' \nC=$A `id` \\n\nD=\n* * * * * printf \'[\\%s]\' "$A" "$B" "$C" "${D-unset}"',
    '[x y][it"s][$A `id` \\n][]',
  ],
  ["variables and input work together", "A=1\n* * * * * echo $A; cat%in", "1\nin\n"],
];
for (const [subject, text, expected] of rows) {
  Deno.test(`imported: ${subject}`, async () => {
    const log = await output(text);
    assert.ok(log.includes(expected), log);
  });
}

Deno.test("imported: another shell gets the command as its only argument, and the input", async () => {
  await using folder = await temporaryFolder();
  const shell = `${folder.path}/it's a shell`;
  await Deno.writeTextFile(shell, '#!/bin/sh\nprintf "[%s]" "$SHELL" "$@"; cat\n', { mode: 0o755 });
  const log = await output(`SHELL=${shell}\n* * * * * echo 'a  b' | x%in`);
  assert.ok(log.includes(`[${shell}][-c][echo 'a  b' | x]in\n`), log);
});

Deno.test("imported: a command starts in the directory set as HOME", async () => {
  const folder = await Deno.realPath(await Deno.makeTempDir({ prefix: "sundial-home-" }));
  try {
    assert.ok((await output(`HOME=${folder}\n* * * * * pwd; echo ~`)).includes(`${folder}\n${folder}\n`));
  } finally {
    await Deno.remove(folder);
  }
});
