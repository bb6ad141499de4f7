import assert from "node:assert/strict";
import { type Command, logFolderOf, parseCommand } from "./parse_command.ts";

function script(name: string, args: string[] = [], timeLimitMs: number | null = null): Command {
  return { kind: "script", script: name, args, timeLimitMs };
}
function shell(line: string, timeLimitMs: number | null = null): Command {
  return { kind: "shell", line, timeLimitMs };
}
function wrong(reason: "time_limit" | "accounts" | "nothing"): Command {
  return { kind: "wrong", reason };
}

const table: [string, Command][] = [
  ["task a.js", script("a.js")],
  ["  task\ta.js  ", script("a.js")],
  ["task a/b/c.py now", script("a/b/c.py")],
  ["task a.ts x 'y z'", script("a.ts", ["x", "y z"])],
  ["task a.ts now x -- y", script("a.ts", ["y"])],
  ["task a.ts -- y z", script("a.ts", ["y", "z"])],
  ["task a.ts x -- y -- z", script("a.ts", ["x", "y", "--", "z"])],
  ["task -l a.sh", script("a.sh")],
  ["task -m 60 a.sh", script("a.sh", [], 60_000)],
  ["task -m 5m -l a.sh", script("a.sh", [], 300_000)],
  ["task -l -m 2h a.SH", script("a.SH", [], 7_200_000)],
  ["task -m 1d a.mjs", script("a.mjs", [], 86_400_000)],
  ["task '/has space/x.cjs' 1", script("/has space/x.cjs", ["1"])],
  ["task -m 0 a.sh", wrong("time_limit")],
  ["task -m 0s a.sh", wrong("time_limit")],
  ["task -m", wrong("time_limit")],
  ["task -m a.sh", wrong("time_limit")],
  ["task -m -5 a.sh", wrong("time_limit")],
  ["task -m 5w a.sh", wrong("time_limit")],
  ["task", wrong("nothing")],
  ["task -l", wrong("nothing")],
  ["task --", wrong("nothing")],
  ["task a.js conc NAME 1-3", wrong("accounts")],
  ["task a.js desi NAME 1", wrong("accounts")],
  ["task echo hi", shell("echo hi")],
  ["task -l as --version", shell("as --version")],
  ["task -m 60 sleep 100", shell("sleep 100", 60_000)],
  ["task task x", shell("task x")],
  ["task 'my tool' x", shell("'my tool' x")],
  ["task a", shell("a")],
  ["echo hi", shell("echo hi")],
  ["python3 a.py", shell("python3 a.py")],
  ["tasks a.js", shell("tasks a.js")],
  ["./task a.js", shell("./task a.js")],
  ["task a.js | cat", shell("task a.js | cat")],
  ["task a.js && b", shell("task a.js && b")],
  ["task $NAME.js", shell("task $NAME.js")],
  ["", shell("")],
];
for (const [line, expected] of table) {
  Deno.test(`parse command: ${JSON.stringify(line)}`, () => assert.deepEqual(parseCommand(line), expected));
}

const folders: [string, number, string][] = [
  ["task a/foo/bar.js now", 12, "foo_bar_12"],
  ["task -m 60 x.sh", 3, "x_3"],
  ["task /ql/data/scripts/z.py", 4, "scripts_z_4"],
  ["echo hi", 5, "echo_5"],
  ["python3 a.py", 6, "python3_6"],
  ["task my.script.v2.js", 8, "my.script.v2_8"],
  ["task -m 60 sleep 5", 9, "sleep_9"],
  ["task -l echo hi", 9, "echo_9"],
  ["/usr/bin/env node x", 10, "env_10"],
  ["task ../../etc/x.sh", 11, "etc_x_11"],
  ["task ../x.sh", 11, "__x_11"],
  ["..", 12, "__12"],
  ["task 中文/脚本.py", 13, "中文_脚本_13"],
  ["a|b;c", 14, "a_b_c_14"],
  ["", 15, "task_15"],
  ["$(x)", 16, "_x__16"],
];
for (const [line, id, expected] of folders) {
  Deno.test(`log folder: name for ${JSON.stringify(line)}`, () =>
    assert.equal(logFolderOf(line, id), expected));
}

Deno.test("log folder: fits a file name in bytes and keeps the ID, however long the command is", () => {
  for (const char of ["a", "很", "𠮷"]) {
    const folder = logFolderOf(`task ${char.repeat(100)}/${char.repeat(100)}.js`, 7);
    assert.ok(new TextEncoder().encode(folder).length <= 200, folder);
    assert.ok(folder.endsWith("_7"), folder);
    assert.ok(folder.isWellFormed());
  }
});
