import assert from "node:assert/strict";
import { missingInLog } from "./log_misses.ts";
import { assertScales } from "../../../tests/support/assert_scales.ts";

/** A line as a program prints it, and the missing package; null if none could be installed. */
const lines: [string, string | null][] = [
  ["Error: Cannot find module 'axios'", "node axios"],
  ["  code: 'MODULE_NOT_FOUND'", null],
  ["Error: Cannot find module 'lodash/fp'", "node lodash"],
  ["Error: Cannot find module '@scope/name/lib/x'", "node @scope/name"],
  ["Error: Cannot find module './util'", null],
  ["Error: Cannot find module '../a'", null],
  ["Error: Cannot find module '/data/scripts/a.js'", null],
  ["Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'got' imported from /data/scripts/a.mjs", "node got"],
  ["Error [ERR_MODULE_NOT_FOUND]: Cannot find package '@a/b' imported from /x.mjs", "node @a/b"],
  ["Error [ERR_MODULE_NOT_FOUND]: Cannot find module '/data/scripts/x.mjs' imported from /a.mjs", null],
  ['error: Uncaught TypeError: Import "is-number" not a dependency', "node is-number"],
  [
    '\u001b[0m\u001b[1m\u001b[31merror\u001b[0m: Uncaught TypeError: Import "chalk" not a dependency',
    "node chalk",
  ],
  [
    "error: Could not find a matching package for 'npm:is-odd@3' in the node_modules directory.",
    "deno npm:is-odd@3",
  ],
  ["ModuleNotFoundError: No module named 'requests'", "python requests"],
  ["ImportError: No module named requests", "python requests"],
  ["/usr/bin/python3: No module named pytest", "python pytest"],
  ["ModuleNotFoundError: No module named 'cv2'", "python opencv-python-headless"],
  ["ModuleNotFoundError: No module named 'yaml'", "python PyYAML"],
  ["ModuleNotFoundError: No module named 'PIL'", "python Pillow"],
  ["ModuleNotFoundError: No module named 'bs4'", "python beautifulsoup4"],
  ["ModuleNotFoundError: No module named 'Crypto.Cipher'", "python pycryptodome"],
  ["ModuleNotFoundError: No module named 'OpenSSL'", "python pyOpenSSL"],
  ["ModuleNotFoundError: No module named 'dotenv'", "python python-dotenv"],
  ["ModuleNotFoundError: No module named 'a.b.c'", "python a"],
  ["ModuleNotFoundError: No module named '_sqlite3'", null],
  ["./a.sh: line 3: jq: command not found", "linux jq"],
  ["/bin/sh: 1: rg: not found", "linux ripgrep"],
  ["sh: 1: ffmpeg: not found", "linux ffmpeg"],
  ["bash: dig: command not found", "linux dnsutils"],
  ["/bin/bash: line 1: node: command not found", "linux node"],
  ["./a.sh: line 3: ./b.sh: command not found", null],
  ["./a.sh: line 3: b.sh: command not found", null],
  ["a.sh: line 1: task: command not found", null],
  ["env: ‘ruby’: No such file or directory", "linux ruby"],
  ["Error 404: page not found", null],
  ["it was not found", null],
  ["Cannot find module '--registry=http://evil.example'", null],
  ["Cannot find package 'a;touch canary' imported from x", null],
  ["No module named 'a'; rm -rf /'", "python a"],
  ["", null],
];
for (const [line, expected] of lines) {
  Deno.test(`missing packages: ${JSON.stringify(line).slice(0, 90)}`, () => {
    const found = missingInLog(`## Starting\n${line}\n## Failed\n`).map(({ type, name }) =>
      `${type} ${name}`
    );
    assert.deepEqual(found, expected === null ? [] : [expected]);
  });
}

Deno.test("missing packages: each once, in the order of the log, up to the limit", () => {
  const log = ["b", "a", "b"].map((name) => `Cannot find module '${name}'`).join("\r\n");
  assert.deepEqual(missingInLog(log).map(({ name }) => name), ["b", "a"]);
  const many = Array.from({ length: 100 }, (_, index) => `No module named 'm${index}'`).join("\n");
  assert.equal(missingInLog(many).length, 20);
});

Deno.test("missing packages: a log of one endless line takes linear time", () => {
  assertScales((size) => assert.deepEqual(missingInLog("a: ".repeat(size)), []), 100_000);
  assertScales((size) => assert.deepEqual(missingInLog(`${"a".repeat(size)}: \n`.repeat(130)), []), 1_990);
});
