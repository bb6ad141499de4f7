import assert from "node:assert/strict";
import { type Command, logFolderOf, parseCommand } from "./parse_command.ts";

type Script = Command & { kind: "script" };

/** A script; its words are its name and arguments. */
function script(name: string, args: string[] = [], more: Partial<Script> = {}): Command {
  return {
    kind: "script",
    script: name,
    args,
    words: [name, ...args],
    timeLimitMs: null,
    accounts: null,
    isAlone: args.length === 0,
    ...more,
  };
}
function alone(name: string, timeLimitMs: number | null = null): Command {
  return script(name, [], { timeLimitMs });
}
function shell(line: string): Command {
  return { kind: "shell", line, timeLimitMs: null, program: null };
}
function program(line: string, program: string[], timeLimitMs: number | null = null): Command {
  return { kind: "shell", line, timeLimitMs, program };
}
function wrong(reason: "time_limit" | "nothing"): Command {
  return { kind: "wrong", reason };
}
/** `conc` or `desi`, with the arguments of the script. */
function accounts(form: "conc" | "desi", [variable = "", ...ranges]: string[], args: string[] = []): Command {
  const words = ["a.js", form, ...(variable === "" ? [] : [variable]), ...ranges, ...args];
  return script("a.js", args, { accounts: { form, variable, ranges }, words, isAlone: false });
}

const table: [string, Command][] = [
  ["task a.js", alone("a.js")],
  ["  task\ta.js  ", alone("a.js")],
  ["task a.js now", script("a.js", [], { words: ["a.js", "now"], isAlone: false })],
  ["task a.js now x", script("a.js", [], { words: ["a.js", "now", "x"], isAlone: false })],
  ["task a.js now -- y", script("a.js", ["y"], { words: ["a.js", "now", "y"] })],
  ["task a.js now x -- y", script("a.js", ["y"], { words: ["a.js", "now", "x", "y"] })],
  ["task a.ts x 'y z'", script("a.ts", ["x", "y z"])],
  ["task a.ts x now", script("a.ts", ["x", "now"])],
  ["task a.ts -- y z", script("a.ts", ["y", "z"])],
  ["task a.ts -- now", script("a.ts", ["now"])],
  ["task a.ts --", script("a.ts", [], { isAlone: false })],
  ["task a.ts x -- y -- z", script("a.ts", ["x", "y", "--", "z"])],
  ["task a.js conc NAME", accounts("conc", ["NAME"])],
  ["task a.js conc NAME 1-3 5", accounts("conc", ["NAME", "1-3", "5"])],
  ["task a.js conc NAME 1~3", accounts("conc", ["NAME", "1~3"])],
  ["task a.js conc NAME max-1 -- x", accounts("conc", ["NAME", "max-1"], ["x"])],
  ["task a.js conc", accounts("conc", [])],
  ["task a.js desi NAME 1_2", accounts("desi", ["NAME", "1_2"])],
  ["task a.js desi NAME 1 3 -- x y", accounts("desi", ["NAME", "1", "3"], ["x", "y"])],
  ["task a.js desi -- x", accounts("desi", [], ["x"])],
  ["task a.js x conc NAME", script("a.js", ["x", "conc", "NAME"])],
  ["task -l a.sh", alone("a.sh")],
  ["task -m 60 a.sh", alone("a.sh", 60_000)],
  ["task -m 5m -l a.sh", alone("a.sh", 300_000)],
  ["task -l -m 2h a.SH", alone("a.SH", 7_200_000)],
  ["task -m 1d a.mjs", alone("a.mjs", 86_400_000)],
  ["task a.pyc", alone("a.pyc")],
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
  ["task echo hi", program("echo hi", ["echo", "hi"])],
  ["task -l as --version", program("as --version", ["as", "--version"])],
  ["task -m 60 sleep 100", program("sleep 100", ["sleep", "100"], 60_000)],
  ["task task x", program("task x", ["task", "x"])],
  ["task 'my tool' x", program("'my tool' x", ["my tool", "x"])],
  ["task a", program("a", ["a"])],
  ["echo hi", shell("echo hi")],
  ["python3 a.py", shell("python3 a.py")],
  ["tasks a.js", shell("tasks a.js")],
  ["./task a.js", shell("./task a.js")],
  ["task a.js | cat", shell("task a.js | cat")],
  ["task a.js && b", shell("task a.js && b")],
  ["task $NAME.js", shell("task $NAME.js")],
  ["task ~/a.js", shell("task ~/a.js")],
  ["", shell("")],
];
for (const [line, expected] of table) {
  Deno.test(`parse command: ${JSON.stringify(line)}`, () => assert.deepEqual(parseCommand(line), expected));
}

const folders: [string, number | null, string][] = [
  ["task a/foo/bar.js now", 12, "foo_bar_12"],
  ["task -m 60 x.sh", 3, "x_3"],
  ["task /ql/data/scripts/z.py", 4, "scripts_z_4"],
  ["echo hi", 5, "echo_5"],
  ["python3 a.py", 6, "python3_6"],
  ["ql repo https://x/y.git", 7, "ql_7"],
  ["task my.script.v2.js", 8, "my.script.v2_8"],
  ["task foo/bar.js", null, "foo_bar"],
  ["task -m 60 'foo/bar.js' now", null, "foo_bar"],
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
