import assert from "node:assert/strict";
import { reasonInLog } from "./log_reason.ts";

/** What an installer wrote, line by line, and the line that says why it failed. */
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
    "npm, of an older version",
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
  ["apt-get without rights", ["sudo: a password is required"], "sudo: a password is required"],
  ["deno", [
    "\u001b[0m\u001b[1m\u001b[31merror\u001b[0m: npm package 'nosuch' does not exist.",
  ], "npm package 'nosuch' does not exist."],
  ["venv", [
    "The virtual environment was not created successfully because ensurepip is not",
    "available.  On Debian/Ubuntu systems, you need to install the python3-venv",
  ], "available.  On Debian/Ubuntu systems, you need to install the python3-venv"],
  ["the panel's own refusal", [
    "## Starting... 2026-01-01 00:00:00",
    "",
    "Not possible here: npm is not installed on this machine",
    "## Failed ❌",
  ], "Not possible here: npm is not installed on this machine"],
  ["something else", ["one", "two", ""], "two"],
  ["nothing", ["## Starting... 2026-01-01 00:00:00", "", "## Failed ❌"], null],
];
for (const [who, log, expected] of logs) {
  Deno.test(`reason of a failed installation: ${who}`, () =>
    assert.equal(reasonInLog(log.join("\n")), expected));
}

Deno.test("reason of a failed installation: a long line is cut", () => {
  assert.equal(reasonInLog("x".repeat(1_000))?.length, 300);
});
