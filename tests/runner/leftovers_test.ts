import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import process from "node:process";
import { listProcesses, readEnvironment } from "../../server/platform/process/process_table.ts";
import { until } from "../support/until.ts";
import { MARK } from "../support/run_mark.ts";
import { endMarked, watchOver } from "./leftovers.ts";

/** Starts a process that has left its group and its parent, as a task of a panel does, and waits until it runs its program. */
async function leave(mark: string): Promise<void> {
  const child = spawn("sh", ["-c", "setsid sleep 1000 > /dev/null 2>&1 &"], {
    env: { ...process.env, [MARK]: mark },
    stdio: "ignore",
  });
  await new Promise((resolve) => child.on("exit", resolve));
  await until("the program runs", () => {
    const pid = listProcesses().find(({ pid }) => readEnvironment(pid).includes(`${MARK}=${mark}`))?.pid;
    return pid !== undefined && readFileSync(`/proc/${pid}/cmdline`, "utf8").startsWith("sleep");
  });
}

function isLeft(mark: string): boolean {
  return listProcesses().some(({ pid }) => readEnvironment(pid).includes(`${MARK}=${mark}`));
}

Deno.test("leftovers: what a job leaves running is ended and named, and nothing of another job", async () => {
  const [one, other] = [crypto.randomUUID(), crypto.randomUUID()];
  await leave(one);
  await leave(other);
  assert.deepEqual(endMarked(one), ["sleep 1000"]);
  await until("it has ended", () => !isLeft(one));
  assert.ok(isLeft(other));
  assert.deepEqual(endMarked(other), ["sleep 1000"]);
  assert.deepEqual(endMarked(crypto.randomUUID()), []);
});

Deno.test("leftovers: ends what a run has started when its runner is killed", async () => {
  const run = crypto.randomUUID();
  const runner = spawn(Deno.execPath(), [
    ...["eval", "--no-check"],
    `const { watchOver } = await import(${JSON.stringify(import.meta.resolve("./leftovers.ts"))});
    watchOver(${JSON.stringify(run)});
    console.log("watched");
    setInterval(() => {}, 1000);`,
  ], { stdio: ["ignore", "pipe", "ignore"] });
  await new Promise((resolve) => runner.stdout!.once("data", resolve));
  await leave(`${run}/a job`);
  assert.ok(isLeft(`${run}/a job`));
  runner.kill("SIGKILL");
  await until("what it started has ended", () => !isLeft(`${run}/a job`));
  await watchOver(run)();
});
