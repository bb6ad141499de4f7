// The baseline for lateness: starts a command many times in each full second, and nothing else.
// Arguments: starts per second, seconds, and a file to which each process appends its due time and its start.
import { spawn } from "node:child_process";

const [perSecond, seconds, file = ""] = [Number(Deno.args[0]), Number(Deno.args[1]), Deno.args[2]];
const ended: Promise<unknown>[] = [];
for (let second = 0; second < seconds; second++) {
  const dueAt = (Math.floor(Date.now() / 1000) + 1) * 1000;
  await new Promise((resolve) => setTimeout(resolve, dueAt - Date.now()));
  for (let n = 0; n < perSecond; n++) {
    const child = spawn("setsid", ["bash", "-c", `echo ${dueAt} $EPOCHREALTIME >> '${file}'`], {
      stdio: "ignore",
    });
    ended.push(new Promise((resolve) => child.once("exit", resolve)));
  }
}
await Promise.all(ended);
