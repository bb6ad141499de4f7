// What an operator meets when something is not as it should be: sentences with a repair, never a stack trace.
import assert from "node:assert/strict";
import { existsSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import process from "node:process";
import { NotifySocket } from "../support/notify_socket.ts";
import { PanelProcess } from "../support/panel_process.ts";
import { until } from "../support/until.ts";
import { panelFolder } from "../support/temporary_folder.ts";
import { runSundial } from "../support/run_program.ts";

async function withFolder(test: (dataDir: string) => Promise<void>): Promise<void> {
  await using dataDir = await panelFolder();
  await test(dataDir.path);
}

Deno.test("serve: variables that cannot be used are named at once, with exit code 2 and no stack trace", async () => {
  const variables = {
    SUNDIAL_HOST: "[::1]",
    SUNDIAL_TRUSTED_PROXIES: "nginx",
    SUNDIAL_ALLOW_NETWORKS: "lan",
    SUNDIAL_GIT_PROTOCOLS: "ftp",
    SUNDIAL_PUBLIC_URL: "https://panel.example.org/base",
    SUNDIAL_GEO_FILE: "/nowhere.mmdb",
    TZ: "Europe/Atlantis",
  };
  await withFolder(async (dataDir) => {
    const { code, err } = await runSundial(["serve"], {
      env: { ...variables, SUNDIAL_DATA_DIR: join(dataDir, "new") },
    });
    // The exit code with which the unit does not start the panel again.
    assert.equal(code, 2);
    assert.deepEqual(
      err.trim().split("\n").map((line) => line.split(" is ")[0]).sort(),
      Object.keys(variables).sort(),
    );
    assert.equal(existsSync(join(dataDir, "new")), false);
    const address = await runSundial(["serve", "--host", "192.0.2.1", "--port", "0", "--data-dir", dataDir], {
      env: {
        SUNDIAL_LOG_LEVEL: "error",
      },
    });
    assert.equal(address.code, 1);
    assert.match(address.err, /^cannot listen on 192\.0\.2\.1:0: [^\n]*Set SUNDIAL_HOST [^\n]*\n$/);
  });
});

Deno.test("serve: continues after the signals of log rotation, and reports an unknown variable", () =>
  withFolder(async (dataDir) => {
    const environment = { SUNDIAL_TRUSTED_PROXY: "127.0.0.1" };
    await using panel = await PanelProcess.start({ dataDir, environment });
    assert.match(panel.output, /SUNDIAL_TRUSTED_PROXY"? nearest="SUNDIAL_TRUSTED_PROXIES"/);
    for (const signal of ["SIGHUP", "SIGUSR1", "SIGUSR2"] as const) {
      process.kill(panel.pid, signal);
      await until(signal, () => panel.output.includes(`a signal was ignored signal="${signal}"`));
    }
    assert.equal((await panel.request("GET", "/health")).status, "ok");
    assert.equal((await panel.stop()).code, 0);
  }));

Deno.test("serve: notifies the service manager when it serves, that it is alive, and when it ends", async () => {
  await withFolder(async (dataDir) => {
    using socket = new NotifySocket(`@sundial-${crypto.randomUUID()}`);
    const environment = { NOTIFY_SOCKET: socket.address, WATCHDOG_USEC: "300000" };
    await using panel = await PanelProcess.start({ dataDir, setUp: true, environment });
    const messages: string[] = [];
    const has = (message: string) => {
      messages.push(...socket.receive());
      return messages.includes(message);
    };
    const ready = "READY=1\nWATCHDOG_USEC=300000";
    await until("the start", () => has(ready));
    assert.equal(messages[0], ready);
    await until("keep-alives", () => has("WATCHDOG=1") && messages.length > 4);
    await panel.logIn();
    await panel.request("POST", "/system/restart");
    await until("the restart", () => has("WATCHDOG_USEC=0"));
    const end = messages.indexOf("WATCHDOG_USEC=0");
    await until("the second start", () => has(ready) && messages.lastIndexOf(ready) > 0);
    assert.deepEqual(messages.slice(end, end + 2), ["WATCHDOG_USEC=0", ready]);
    assert.equal((await panel.stop()).code, 0);
    assert.ok(has("STOPPING=1"));
    assert.equal(messages.at(-1), "STOPPING=1");
  });
});

Deno.test("key reset: a cut key stops everything, and giving up its secrets repairs that", () =>
  withFolder(async (dataDir) => {
    const flags = ["--data-dir", dataDir];
    const key = join(dataDir, "secret.key");
    {
      await using panel = await PanelProcess.start({ dataDir, setUp: true });
      await panel.logIn();
      await panel.request("POST", "/variables", { name: "LOST", value: "a word", secret: true });
    }
    truncateSync(key, 20);
    const rejected = await runSundial(["serve", "--port", "0", ...flags], {
      env: { SUNDIAL_LOG_LEVEL: "error" },
    });
    assert.equal(rejected.code, 1);
    assert.ok(
      rejected.err.trim().split("\n").at(-1)!.includes(`the key file ${key} is not a key of 32 bytes`),
      rejected.err,
    );
    const checked = await runSundial(["check", "--json", ...flags], { env: { SUNDIAL_PORT: "0" } });
    const { items } = JSON.parse(checked.out);
    const item = items.find(({ name }: { name: string }) => name === "key");
    assert.deepEqual([checked.code, item.state], [1, "problem"]);
    assert.match(item.repair, /sundial key reset$/);
    const asked = await runSundial(["key", "reset", ...flags]);
    assert.equal(asked.code, 1);
    assert.match(asked.err, /variables: LOST\n[^]*add --yes/);
    const { code, out } = await runSundial(["key", "reset", "--yes", "--json", ...flags]);
    assert.equal(code, 0);
    const { lost, setAside } = JSON.parse(out);
    assert.deepEqual([lost, Deno.statSync(setAside).size, Deno.statSync(key).size], [
      { variable: ["LOST"] },
      20,
      32,
    ]);
    await using panel = await PanelProcess.start({ dataDir });
    await panel.logIn();
    const { items: variables } = await panel.request("GET", "/variables");
    assert.deepEqual(
      variables.map(({ name, unreadable }: { name: string; unreadable: boolean }) => [name, unreadable]),
      [
        ["LOST", true],
      ],
    );
  }));

Deno.test("serve --new: begins anew in a used folder without a database, and keeps what is left of the old", () =>
  withFolder(async (dataDir) => {
    const database = join(dataDir, "sundial.sqlite");
    {
      await using _panel = await PanelProcess.start({ dataDir, setUp: true });
    }
    await Deno.truncate(database, 0);
    const rejected = await runSundial(["serve", "--port", "0", "--data-dir", dataDir], {
      env: {
        SUNDIAL_LOG_LEVEL: "error",
      },
    });
    assert.equal(rejected.code, 1);
    assert.match(
      rejected.err,
      /sundial\.sqlite is empty, but this data folder was in use\.[^\n]*serve --new\n/,
    );
    await using panel = await PanelProcess.start({ dataDir, flags: ["--new"] });
    assert.equal((await panel.request("GET", "/initialization")).initialized, false);
    using file = new DatabaseSync(database, { readOnly: true });
    assert.ok(file.prepare("select 1 from kysely_migration").get());
    assert.ok([...Deno.readDirSync(dataDir)].some(({ name }) => name.startsWith("sundial.sqlite.before-")));
  }));
