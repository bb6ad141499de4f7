import assert from "node:assert/strict";
import type { TaskRow } from "../../migrations/task_tables.ts";
import { readSwitches } from "./command/config_switches.ts";
import { configuredDelay } from "./random_delay.ts";

const at = (time: string) => Date.parse(`2026-03-02T${time}Z`);

const table: [string, string, string, number][] = [
  ["RandomDelay=300", "task a.js", "10:05:00", 151_000],
  ["RandomDelay=1", "task a.js", "10:05:00", 1_000],
  ["", "task a.js", "10:05:00", 0],
  ["RandomDelay=300", "task a.js now", "10:05:00", 0],
  ["RandomDelay=300", "task a.js x", "10:05:00", 0],
  ["RandomDelay=300", "task a.js conc X", "10:05:00", 0],
  ["RandomDelay=300", "task -m 60 a.js", "10:05:00", 151_000],
  ["RandomDelay=300", "task a.py", "10:05:00", 0],
  ["RandomDelay=300", "echo a.js", "10:05:00", 0],
  ["RandomDelay=300\nRandomDelayFileExtensions='js py'", "task a.py", "10:05:00", 151_000],
  ["RandomDelay=300\nRandomDelayFileExtensions=", "task a.sh", "10:05:00", 151_000],
  ["RandomDelay=300", "task a.js", "10:00:20", 0],
  ["RandomDelay=300", "task a.js", "10:30:00", 0],
  ["RandomDelay=300\nRandomDelayIgnoredMinutes=", "task a.js", "10:30:00", 151_000],
  ["RandomDelay=300\nRandomDelayIgnoredMinutes='5'", "task a.js", "10:05:00", 0],
];
for (const [config, command, time, expected] of table) {
  Deno.test(`random delay: ${JSON.stringify(config)} for ${command} at ${time}`, () => {
    const file = { switches: () => readSwitches(config) };
    const delay = configuredDelay(file, () => 0.5);
    assert.equal(delay({ command } as TaskRow, at(time), "UTC"), expected);
  });
}

Deno.test("random delay: the ignored minutes are those of the task's time zone", () => {
  const file = { switches: () => readSwitches("RandomDelay=300") };
  const delay = configuredDelay(file, () => 0);
  assert.equal(delay({ command: "task a.js" } as TaskRow, at("10:15:00"), "Asia/Kathmandu"), 0);
  assert.equal(delay({ command: "task a.js" } as TaskRow, at("10:00:00"), "Asia/Kathmandu"), 1_000);
});
