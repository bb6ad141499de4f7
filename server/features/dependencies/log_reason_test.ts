import assert from "node:assert/strict";
import { reasonInLog } from "./log_reason.ts";

/** The output of an installer, line by line, and the line that explains its failure. */
const logs: [string, string[], string | null][] = [
  ["npm, no such package", [
    "## Starting... 2026-01-01 00:00:00",
    "npm error code E404",
    "npm error 404 Not Found - GET http://127.0.0.1/nosuch - not_found",
    "npm error 404",
    "npm error A complete log of this run can be found in: /x.log",
    "## Failed ❌",
  ], "Not Found - GET http://127.0.0.1/nosuch - not_found"],
  ["npm, no such version", [
    "npm error code ETARGET",
    "npm error notarget No matching version found for a@99.",
  ], "No matching version found for a@99."],
  [
    "an older npm",
    ["npm ERR! code ECONNREFUSED", "npm ERR! network request failed"],
    "request failed",
  ],
  ["pip", [
    "ERROR: Could not find a version that satisfies the requirement nosuch (from versions: none)",
    "ERROR: No matching distribution found for nosuch",
  ], "ERROR: Could not find a version that satisfies the requirement nosuch (from versions: none)"],
  [
    "apt-get",
    ["Reading package lists...", "E: Unable to locate package nosuch"],
    "Unable to locate package nosuch",
  ],
  ["apt-get without permission", ["sudo: a password is required"], "sudo: a password is required"],
  ["deno", [
    "\u001b[0m\u001b[1m\u001b[31merror\u001b[0m: npm package 'nosuch' does not exist.",
  ], "npm package 'nosuch' does not exist."],
  ["venv", [
    "The virtual environment was not created successfully because ensurepip is not",
    "available.  On Debian/Ubuntu systems, you need to install the python3-venv",
  ], "available.  On Debian/Ubuntu systems, you need to install the python3-venv"],
  ["the panel's own rejection", [
    "## Starting... 2026-01-01 00:00:00",
    "",
    "Not possible here: npm is not installed on this machine",
    "## Failed ❌",
  ], "Not possible here: npm is not installed on this machine"],
  ["a native package without the headers of Node", [
    "gyp info it worked if it ends with ok",
    "gyp http GET http://127.0.0.1/node-v20.20.2-headers.tar.gz",
    "gyp ERR! stack Error: This is most likely not a problem with node-gyp or the package itself and",
    "gyp ERR! stack is related to network connectivity. In most cases you are behind a proxy or have bad",
    "npm error code 1",
    "npm error command failed",
    "npm error command sh -c node-gyp rebuild",
  ], "without http://127.0.0.1/node-v20.20.2-headers.tar.gz"],
  ["the same, reported by npm afterwards", [
    "npm error command failed",
    "npm error gyp info it worked if it ends with ok",
    "npm error gyp http GET http://127.0.0.1/node-v20.20.2-headers.tar.gz",
    "npm error gyp ERR! stack is related to network connectivity. In most cases you are behind a proxy or have bad",
  ], "without http://127.0.0.1/node-v20.20.2-headers.tar.gz"],
  ["a native package with a compile error", [
    "../src/a.cc:3:10: fatal error: sqlite3.h: No such file or directory",
    "make: *** [a.target.mk:12: a.o] Error 1",
    "gyp ERR! stack Error: `make` failed with exit code: 2",
    "npm error command failed",
  ], "../src/a.cc:3:10: fatal error: sqlite3.h: No such file or directory"],
  ["a native package without a compiler", [
    "gyp info it worked if it ends with ok",
    "gyp ERR! stack Error: not found: make",
    "npm error code 1",
  ], "not found: make"],
  ["a package whose install script fails", [
    "> a@1.0.0 install",
    "> node install.js",
    "Error: Cannot reach the download server",
    "    at file:///a/install.js:1:1",
    "npm error code 1",
    "npm error path /deps/node/node_modules/a",
    "npm error command failed",
    "npm error command sh -c node install.js",
    "npm error Log files were not written due to the config logs-max=0",
  ], "Error: Cannot reach the download server"],
  ["something else", ["one", "two", ""], "two"],
  ["nothing", ["## Starting... 2026-01-01 00:00:00", "", "## Failed ❌"], null],
];
const messages = { noHeaders: (address: string) => `without ${address}` };
for (const [subject, log, expected] of logs) {
  Deno.test(`reason of a failed installation: ${subject}`, () =>
    assert.equal(reasonInLog(log.join("\n"), messages), expected));
}

Deno.test("reason of a failed installation: truncates a long line", () => {
  assert.equal(reasonInLog("x".repeat(1_000), messages)?.length, 300);
});
