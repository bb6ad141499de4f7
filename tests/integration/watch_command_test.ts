// `sundial watch` reports a command to a heartbeat and otherwise changes nothing about it.
import assert from "node:assert/strict";
import { join } from "node:path";
import type { Heartbeat, Ping } from "../../server/contract/heartbeats.ts";
import { freePort } from "../support/free_port.ts";
import { environmentOfPrograms, PanelProcess } from "../support/panel_process.ts";
import { runSundial } from "../support/run_program.ts";
import { shippedProgram } from "../support/shipped_program.ts";
import { panelFolder } from "../support/temporary_folder.ts";
import { until } from "../support/until.ts";

interface Scene {
  dataDir: string;
  heartbeat: Heartbeat;
  /** The whole address of the heartbeat. */
  address: string;
  /** Waits for this many pings and returns them, the newest first. */
  pings(count: number): Promise<Ping[]>;
}

async function withHeartbeat(test: (scene: Scene, panel: PanelProcess) => Promise<void>): Promise<void> {
  await using folder = await panelFolder();
  await using panel = await PanelProcess.start({ dataDir: folder.path, setUp: true });
  await panel.logIn();
  const heartbeat: Heartbeat = await panel.request("POST", "/heartbeats", {
    ...{ name: "Offsite backup", periodMs: 3_600_000, maxDurationMs: 3_600_000 },
  });
  const pings = (count: number) =>
    until(`${count} pings`, async () => {
      const { items } = await panel.request("GET", `/heartbeats/${heartbeat.id}/pings`);
      return items.length >= count && items as Ping[];
    });
  const address = panel.address.replace(/\/$/, "") + heartbeat.path;
  await test({ dataDir: folder.path, heartbeat, address, pings }, panel);
}

Deno.test("watch: reports start, exit code and the last lines, and ends as the command does", () =>
  withHeartbeat(async ({ dataDir, heartbeat, address, pings }) => {
    const script = 'read line; echo "out $line"; echo problem >&2; exit 7';
    const command = ["--", "sh", "-c", script];
    const ended = await runSundial(["watch", "--heartbeat", address, ...command], { input: "typed\n" });
    assert.deepEqual(ended, { code: 7, out: "out typed\n", err: "problem\n" });
    const [end, start] = await pings(2);
    assert.deepEqual([start?.kind, end?.kind, end?.exitCode], ["start", "fail", 7]);
    assert.ok(end?.rid && end.rid === start?.rid && end.durationMs !== null);
    assert.deepEqual(end.body.split("\n").sort(), ["", "out typed", "problem"]);

    // A key is one of the panel on this machine.
    const env = { SUNDIAL_DATA_DIR: dataDir };
    const long = ["--", "sh", "-c", "seq 1 5000"];
    const byKey = await runSundial(["watch", "--heartbeat", heartbeat.key, ...long], { env });
    assert.deepEqual([byKey.code, byKey.err, byKey.out.length], [0, "", 23_893]);
    const [last] = await pings(4);
    assert.equal(last?.kind, "success");
    assert.match(last?.body ?? "", /^\d{4}\n[^]*4999\n5000\n$/);
    assert.ok((last?.body.length ?? 0) <= 10_000);

    const listed = await runSundial(["heartbeat", "list"], { env });
    assert.match(listed.out, /Offsite backup +up/);
    const one = await runSundial(["heartbeat", "show", "offsite"], { env });
    assert.equal(one.code, 0);
    assert.match(one.out, /^Offsite backup {2}up$/m);
    assert.match(one.out, /failure 7/);
  }));

Deno.test("watch: a panel that does not respond, or does not know the heartbeat, changes nothing", () =>
  withHeartbeat(async ({ address }) => {
    const command = ["--", "sh", "-c", "echo done; exit 3"];
    const closed = `http://127.0.0.1:${freePort()}/ping/abc`;
    const unreachable = await runSundial(["watch", "--heartbeat", closed, ...command]);
    assert.deepEqual([unreachable.code, unreachable.out], [3, "done\n"]);
    assert.match(unreachable.err, /^sundial watch: not reported to the heartbeat: /);
    assert.equal(unreachable.err.trim().split("\n").length, 1);
    const other = address.replace(/[0-9a-f]{32}$/, "0".repeat(32));
    const unknown = await runSundial(["watch", "--heartbeat", other, ...command]);
    assert.equal(unknown.code, 3);
    assert.match(unknown.err, /does not know this heartbeat/);
  }));

Deno.test("watch: signals reach the command, and one that cannot be started fails as in a shell", () =>
  withHeartbeat(async ({ dataDir, address, pings }) => {
    const ready = join(dataDir, "ready");
    const script = `trap 'echo stopping; exit 42' TERM; : > ${ready}; while :; do sleep 0.1; done`;
    const child = new Deno.Command(Deno.execPath(), {
      args: [
        "run",
        "-A",
        "--quiet",
        ...shippedProgram,
        "watch",
        "--heartbeat",
        address,
        "--",
        "sh",
        "-c",
        script,
      ],
      clearEnv: true,
      env: { ...environmentOfPrograms(), NO_COLOR: "1" },
      stdout: "piped",
    }).spawn();
    await until("the command to run", () => Deno.stat(ready).then(() => true, () => false));
    child.kill("SIGTERM");
    const { code, stdout } = await child.output();
    assert.deepEqual([code, new TextDecoder().decode(stdout)], [42, "stopping\n"]);
    const [end] = await pings(2);
    assert.deepEqual([end?.exitCode, end?.body], [42, "stopping\n"]);

    const missing = await runSundial(["watch", "--heartbeat", address, "--", "no-such-program"]);
    assert.equal(missing.code, 127);
    const [failed] = await pings(4);
    assert.deepEqual([failed?.kind, failed?.exitCode], ["fail", 127]);
    assert.match(failed?.body ?? "", /cannot run no-such-program/);
    for (const args of [["--heartbeat", address], ["--", "true"], ["--heartbeat", "a b", "--", "true"]]) {
      assert.equal((await runSundial(["watch", ...args])).code, 2);
    }
  }));
