import assert from "node:assert/strict";
import { exitTexts } from "./exit_status.tsx";

const t = (name: string, values: object = {}) => [name, ...Object.values(values)].join(" ");

const rows: [number | null, string | null, string[]][] = [
  [null, null, []],
  [0, null, ["runs.exitCodeIs 0"]],
  [1, null, ["runs.exitCodeIs 1"]],
  [124, null, ["runs.exitCodeIs 124", "runDetails.exitTimeout"]],
  [126, null, ["runs.exitCodeIs 126", "runDetails.exitNotExecutable"]],
  [127, null, ["runs.exitCodeIs 127", "runDetails.exitNotFound"]],
  [137, null, ["runs.exitCodeIs 137", "runDetails.signalKilled SIGKILL"]],
  [137, "SIGKILL", ["runs.exitCodeIs 137", "runDetails.signalKilled SIGKILL"]],
  [143, null, ["runs.exitCodeIs 143", "runDetails.signalTerminated SIGTERM"]],
  [139, null, ["runs.exitCodeIs 139", "runDetails.signalCrashed SIGSEGV"]],
  [141, null, ["runs.exitCodeIs 141", "runDetails.signalOther SIGPIPE"]],
  [128, null, ["runs.exitCodeIs 128"]],
  [255, null, ["runs.exitCodeIs 255"]],
  [null, "SIGHUP", ["runDetails.signalOther SIGHUP"]],
];
for (const [exitCode, signal, texts] of rows) {
  Deno.test(`exit status: exit code ${exitCode} and signal ${signal}`, () => {
    assert.deepEqual(exitTexts({ exitCode, signal }, { t }), texts);
  });
}
