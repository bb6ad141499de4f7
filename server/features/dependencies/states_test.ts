import assert from "node:assert/strict";
import { type DependencyState, dependencyStates } from "../../contract/dependencies.ts";
import { busyStates, dependencyActions, type Outcome, stateAfter } from "./states.ts";

Deno.test("dependency states: every allowed transition, printed", () => {
  const lines = Object.entries(dependencyActions).flatMap(([action, { from, to }]) =>
    from.flatMap((one) => to.map((other) => `${one} → ${action} → ${other}`))
  );
  assert.deepEqual(lines, [
    "installed → install → queued",
    "install_failed → install → queued",
    "delete_failed → install → queued",
    "deleted → install → queued",
    "cancelled → install → queued",
    "installed → remove → queued",
    "install_failed → remove → queued",
    "delete_failed → remove → queued",
    "cancelled → remove → queued",
    "queued → begin → installing",
    "queued → begin → deleting",
    "queued → end → installed",
    "queued → end → install_failed",
    "queued → end → deleted",
    "queued → end → delete_failed",
    "queued → end → cancelled",
    "installing → end → installed",
    "installing → end → install_failed",
    "installing → end → deleted",
    "installing → end → delete_failed",
    "installing → end → cancelled",
    "deleting → end → installed",
    "deleting → end → install_failed",
    "deleting → end → deleted",
    "deleting → end → delete_failed",
    "deleting → end → cancelled",
    "installed → miss → install_failed",
  ]);
});

Deno.test("dependency states: a busy package can only end, and any other state allows a new request", () => {
  const askable = new Set<DependencyState>(dependencyActions.install.from);
  assert.deepEqual(dependencyStates.filter((state) => !askable.has(state)), [...busyStates]);
  assert.deepEqual([...dependencyActions.end.from], [...busyStates]);
});

const outcomes: [Outcome["action"], Outcome["run"], boolean, string][] = [
  ["install", "succeeded", true, "installed"],
  ["install", "succeeded", false, "install_failed"],
  ["install", "failed", false, "install_failed"],
  ["install", "failed", true, "install_failed"],
  ["install", "timed_out", false, "install_failed"],
  ["install", "interrupted", false, "install_failed"],
  ["install", "interrupted", true, "install_failed"],
  ["install", "stopped", false, "cancelled"],
  ["install", "stopped", true, "installed"],
  ["install", "skipped", false, "cancelled"],
  ["remove", "succeeded", false, "deleted"],
  ["remove", "succeeded", true, "delete_failed"],
  ["remove", "failed", true, "delete_failed"],
  ["remove", "failed", false, "deleted"],
  ["remove", "stopped", true, "installed"],
  ["remove", "stopped", false, "deleted"],
  ["remove", "interrupted", true, "delete_failed"],
];
for (const [action, run, there, expected] of outcomes) {
  Deno.test(`dependency states: ${action} that ${run}, package ${there ? "installed" : "not installed"}: ${expected}`, () => {
    assert.equal(stateAfter({ action, run, there }), expected);
  });
}
