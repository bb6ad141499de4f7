import assert from "node:assert/strict";
import type { Command } from "./command.ts";
import { UsageError } from "./command_result.ts";
import { parseCommand } from "./parse_command.ts";

const text = { en: "", zh: "" };
const run: Command = {
  name: "run",
  summary: text,
  operands: [{ name: "task", isMany: true }],
  rest: "argument",
  options: {
    wait: { short: "w", meaning: text },
    env: { short: "e", value: "pair", meaning: text },
    limit: { value: "count", meaning: text },
    format: { value: "format", values: ["env", "json"], meaning: text },
  },
  run: () => Promise.resolve(0),
};
const { rest: _, ...withoutRest } = run;
const set: Command = { ...withoutRest, operands: [{ name: "name" }, { name: "value" }] };

Deno.test("parse command: options and operands come in any order, the rest after --", () => {
  const call = parseCommand(
    run,
    ["one", "-w", "--env", "A=1", "two", "-e", "B=--x", "--", "-n", "--wait"],
    "en",
  );
  assert.deepEqual(call.operands, ["one", "two"]);
  assert.deepEqual(call.rest, ["-n", "--wait"]);
  assert.deepEqual(call.list("env"), ["A=1", "B=--x"]);
  assert.deepEqual([call.has("wait"), call.has("limit"), call.text("limit")], [true, false, undefined]);
});

Deno.test("parse command: without a rest, what follows -- counts as operands", () => {
  assert.deepEqual(parseCommand(set, ["NAME", "--", "-x"], "en").operands, ["NAME", "-x"]);
  assert.deepEqual(parseCommand(set, ["NAME", "-"], "en").operands, ["NAME", "-"]);
});

Deno.test("parse command: of a repeated option the last value counts", () => {
  const call = parseCommand(run, ["x", "--limit", "1", "--limit", "2"], "en");
  assert.equal(call.text("limit"), "2");
});

Deno.test("parse command: wrong usage is reported in the language of the console", () => {
  const cases: [Command, string[], string, string][] = [
    [run, ["x", "--bogus"], "Unknown option: --bogus", "未知选项：--bogus"],
    [run, ["x", "-z"], "Unknown option: -z", "未知选项：-z"],
    [run, ["x", "--toString"], "Unknown option: --toString", "未知选项：--toString"],
    [run, ["x", "--wait=1"], "--wait takes no value", "--wait 不接受值"],
    [run, ["x", "--limit"], "--limit needs a value", "--limit 需要一个值"],
    [run, ["x", "--limit", "--wait"], "--limit needs a value", "--limit 需要一个值"],
    [run, ["x", "--format", "xml"], "--format must be one of env, json", "--format 只能是 env、json"],
    [run, [], "Missing argument: <task>", "缺少参数：<task>"],
    [set, ["a"], "Missing argument: <value>", "缺少参数：<value>"],
    [set, ["a", "b", "c"], "Unexpected argument: c", "多余的参数：c"],
  ];
  for (const [command, args, en, zh] of cases) {
    assert.throws(() => parseCommand(command, args, "en"), new UsageError(en));
    assert.throws(() => parseCommand(command, args, "zh"), new UsageError(zh));
  }
});
