// Backups of a real panel: created, downloaded, restored, undone.
import assert from "node:assert/strict";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { Decrypter } from "age-encryption";
import { PanelProcess } from "../support/panel_process.ts";
import { until } from "../support/until.ts";
import { runSundial } from "../support/run_program.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";

const account = { username: "mira", password: "correct horse battery" };
const passphrase = "a lantern in the harbour";

async function withPanel(action: (panel: PanelProcess, root: string) => Promise<void>): Promise<void> {
  await using root = await temporaryFolder();
  await using panel = await PanelProcess.start({ dataDir: root.path });
  await panel.request("POST", "/initialization", account);
  await action(panel, root.path);
}

async function make(panel: PanelProcess, request: unknown = {}) {
  const { id, state } = await panel.request("POST", "/backups", request);
  assert.equal(state, "making");
  // deno-lint-ignore no-explicit-any -- any response of the API
  let found: any;
  await until("the backup", async () => {
    const { items } = await panel.request("GET", "/backups");
    found = items.find((item: { id: number }) => item.id === id);
    return found.state !== "making";
  });
  assert.deepEqual([found.state, found.verified], ["ready", true], JSON.stringify(found));
  return found;
}

async function download(panel: PanelProcess, id: number): Promise<Uint8Array<ArrayBuffer>> {
  const response = await panel.send("GET", `/backups/${id}`);
  assert.equal(response.status, 200);
  return new Uint8Array(await response.arrayBuffer());
}

async function upload(
  panel: PanelProcess,
  archive: Uint8Array<ArrayBuffer>,
  form = false,
): Promise<Response> {
  const body = new FormData();
  body.append("file", new Blob([archive]), "a.tar.gz");
  return await fetch(`${panel.address}/api/backups/inspect`, {
    method: "POST",
    headers: { cookie: panel.cookie, ...(!form && { "content-type": "application/octet-stream" }) },
    body: form ? body : archive,
  });
}

async function restoreAndWait(panel: PanelProcess, body: unknown, login = account): Promise<void> {
  await panel.request("POST", "/backups/restore", body);
  await until("the panel to require a login", async () => {
    const response = await panel.send("GET", "/tasks").catch(() => null);
    await response?.body?.cancel();
    return response?.status === 401;
  });
  await panel.request("POST", "/auth/login", login);
}

const task = (name: string) => ({ name, command: "echo hi", schedules: "manual" });
// deno-lint-ignore no-explicit-any -- any response of the API
const namesOf = ({ items }: any) => items.map(({ name }: { name: string }) => name).sort();

Deno.test("backups: create, upload, inspect, restore and undo in one panel process", () =>
  withPanel(async (panel, root) => {
    await panel.request("POST", "/tasks", task("first"));
    await panel.request("PUT", "/files/scripts/content?path=a.js", { content: "one" });
    const { id, parts, counts, encrypted } = await make(panel);
    assert.deepEqual([parts, counts.tasks, encrypted], [
      ["database", "scripts", "config", "history"],
      1,
      false,
    ]);
    await panel.request("POST", "/tasks", task("second"));
    const { pid, cookie } = panel;
    const archive = await download(panel, id);
    const half = await fetch(`${panel.address}/api/backups/${id}`, {
      headers: { cookie, range: "bytes=10-19" },
    });
    assert.equal(half.headers.get("content-range"), `bytes 10-19/${archive.length}`);
    assert.deepEqual(new Uint8Array(await half.arrayBuffer()), archive.slice(10, 20));
    for (const form of [true, false]) {
      const { contents, inspectionId } = await (await upload(panel, archive, form)).json();
      assert.ok(inspectionId > 0);
      assert.deepEqual([contents.counts.tasks, contents.replaces.counts.tasks], [1, 2]);
      assert.deepEqual([contents.sameInstallation, contents.secrets], [true, "none"]);
    }
    const { inspectionId } = await (await upload(panel, archive)).json();
    await restoreAndWait(panel, { inspectionId });
    assert.deepEqual(namesOf(await panel.request("GET", "/tasks")), ["first"]);
    assert.equal(panel.pid, pid);
    assert.equal(
      (await fetch(`${panel.address}/api/tasks`, { headers: { cookie } })).status,
      401,
      "the old cookie",
    );
    const { initialized } = await panel.request("GET", "/initialization");
    assert.equal(initialized, true);
    const { current } = await panel.request("GET", "/system/progress");
    assert.deepEqual([current.kind, current.done, current.error], ["restore", true, null]);
    const { items } = await panel.request("GET", "/audit-log?pageSize=100");
    const actions = items.map(({ act }: { act: string }) => act);
    for (const action of ["backups.create", "backups.restore", "backups.restored"]) {
      assert.ok(actions.includes(action), action);
    }
    const before = (await panel.request("GET", "/backups")).items.find((item: { kind: string }) =>
      item.kind === "before_restore"
    );
    await restoreAndWait(panel, { backupId: before.id });
    assert.deepEqual(namesOf(await panel.request("GET", "/tasks")), ["first", "second"]);
    const { items: entries } = await panel.request("GET", "/audit-log?pageSize=100");
    const restored = entries.find(({ act }: { act: string }) => act === "backups.restore");
    assert.equal(restored.object, `#${before.id}`);
    assert.ok([...Deno.readDirSync(root)].every(({ name }) => !/^restore-\d/.test(name)));
  }));

Deno.test("backups: contain no secret without a passphrase, and are unreadable with one", () =>
  withPanel(async (panel, root) => {
    const value = "planted-secret-93d1c5";
    await panel.request("POST", "/variables", { name: "TOKEN", value, secret: true });
    const open = await make(panel);
    const bytes = gunzipSync(await download(panel, open.id));
    const key = await Deno.readFile(join(root, "secret.key"));
    const hex = (some: Uint8Array) => some.toHex();
    assert.ok(!hex(bytes).includes(hex(new TextEncoder().encode(value))));
    assert.ok(!hex(bytes).includes(hex(key)), "the key is not in it");
    assert.ok(!hex(bytes).includes(hex(new TextEncoder().encode(account.password))));
    const sealed = await make(panel, { passphrase });
    const response = await panel.send("GET", `/backups/${sealed.id}`);
    assert.match(response.headers.get("content-disposition") ?? "", /\.tar\.gz\.age"/);
    const archive = await response.bytes();
    assert.equal(new TextDecoder().decode(archive.subarray(0, 21)), "age-encryption.org/v1");
    const decrypter = new Decrypter();
    decrypter.addPassphrase(passphrase);
    assert.ok(hex(gunzipSync(await decrypter.decrypt(archive))).includes(hex(key)));
    assert.ok(!hex(archive).includes(hex(new TextEncoder().encode("manifest"))));
    const checked = await (await upload(panel, archive)).json();
    assert.equal(checked.contents, null);
    const wrong = await panel.send("POST", `/backups/inspections/${checked.inspectionId}`, {
      passphrase: "wrong one",
    });
    assert.equal((await wrong.json()).code, "backup_passphrase_wrong");
    const { contents } = await panel.request("POST", `/backups/inspections/${checked.inspectionId}`, {
      passphrase,
    });
    assert.equal(contents.secrets, "included");
    assert.equal((await panel.request("POST", `/backups/${open.id}/inspect`)).contents.secrets, "same_key");
    await using other = await temporaryFolder();
    await using second = await PanelProcess.start({ dataDir: other.path });
    const noor = { ...account, username: "noor" };
    await second.request("POST", "/initialization", noor);
    const { contents: there } = await (await upload(second, await download(panel, open.id))).json();
    assert.deepEqual([there.secrets, there.sameInstallation], ["lost", false]);
    assert.deepEqual(there.lostSecrets, [{ kind: "variable", names: ["TOKEN"] }]);
    const { inspectionId } = await (await upload(second, archive)).json();
    // Restoring a backup of another panel keeps this panel's account; those in the backup cannot log in.
    await restoreAndWait(second, { inspectionId, passphrase }, noor);
    const { items } = await second.request("GET", "/variables");
    const restored = await second.request("GET", `/variables/${items[0].id}?reveal=true`);
    assert.equal(restored.value, value);
    await second.kill();
  }));

Deno.test("backups: a restore names the secrets that cannot be decrypted without their key", async () => {
  await using folder = await temporaryFolder();
  const [file, other, elsewhere] = ["a.tar.gz", "other", "elsewhere"].map((name) => join(folder.path, name));
  await withPanel(async (panel) => {
    await panel.request("POST", "/variables", { name: "TOKEN", value: "planted", secret: true });
    await panel.request("POST", "/subscriptions", {
      ...{
        type: "private_repository",
        name: "Mine",
        url: "https://git.example/a.git",
        pullMethod: "password",
      },
      ...{ username: "mira", password: "planted", schedule: { kind: "manual" }, enabled: false },
    });
    await Deno.writeFile(file!, await download(panel, (await make(panel)).id));
  });
  const lost = { variable: ["TOKEN"], subscription: ["Mine"] };
  const { code, out } = await runSundial(["restore", file!, "--data-dir", other!]);
  assert.equal(code, 0);
  assert.match(
    out,
    /cannot be decrypted[^]*\n {2}variables: TOKEN\n {2}credentials of subscriptions: Mine\n/,
  );
  const json = JSON.parse((await runSundial(["restore", file!, "--data-dir", elsewhere!, "--json"])).out);
  assert.deepEqual(json.lostSecrets, lost);
  await using panel = await PanelProcess.start({ dataDir: other! });
  await panel.request("POST", "/auth/login", account);
  const { items } = await panel.request("GET", "/audit-log");
  const { detail } = items.find(({ act }: { act: string }) => act === "backups.restored");
  assert.deepEqual(detail.lostSecrets, lost);
});

Deno.test("backups: a task running during a restore continues and is recorded; missed times do not run", () =>
  withPanel(async (panel) => {
    const barrier = await Deno.makeTempFile({ prefix: "sundial-gate-" });
    const once = {
      ...{ name: "long", schedules: "manual" },
      command: `while [ -e ${barrier} ]; do sleep 0.05; done; echo through`,
    };
    const often = { name: "often", command: "echo tick", schedules: ["* * * * * *"], enabled: false };
    const { id } = await panel.request("POST", "/tasks", once);
    const { id: oftenId } = await panel.request("POST", "/tasks", often);
    await panel.request("POST", "/tasks/enable", { ids: [oftenId] });
    const ticks = async () => (await panel.request("GET", `/tasks/${oftenId}/runs?pageSize=1`)).total;
    const twoMore = async () => {
      const before = await ticks();
      await until("it to be due twice more", async () => await ticks() > before + 1);
    };
    const backup = await make(panel);
    const made = Date.now();
    await twoMore();
    await panel.request("POST", "/tasks/run", { ids: [id] });
    // deno-lint-ignore no-explicit-any -- any response of the API
    const newest = async (): Promise<any> => (await panel.request("GET", `/tasks/${id}/runs`)).items[0];
    await until("the run to continue", async () => (await newest())?.state === "running");
    const run = await newest();
    const requested = Date.now();
    await restoreAndWait(panel, { backupId: backup.id });
    assert.deepEqual([(await newest()).id, (await newest()).state], [run.id, "running"]);
    await twoMore();
    await Deno.remove(barrier);
    await until("the run to end", async () => (await newest()).state === "succeeded");
    assert.match(await panel.request("GET", `/runs/${run.id}/log`), /through/);
    const { items } = await panel.request("GET", `/tasks/${oftenId}/runs?pageSize=500`);
    const dues = items.map(({ dueAt }: { dueAt: string }) => Date.parse(dueAt));
    // Due times since the backup ran once, which the restored state does not know.
    assert.deepEqual(dues.filter((due: number) => due > made && due < requested), []);
    assert.equal(new Set(dues).size, dues.length, "a due time is recorded twice");
  }));

Deno.test("backups: reject duplicate parts, and tolerate archives that vanish while listed", () =>
  withPanel(async (panel) => {
    for (const path of ["/backups", "/settings"]) {
      const parts = ["config", "config"];
      const method = path === "/settings" ? "PATCH" : "POST";
      const response = await panel.send(
        method,
        path,
        path === "/settings" ? { backups: { parts } } : { parts },
      );
      assert.equal(response.status, 422, await response.text());
    }
    const { id } = await make(panel, { parts: ["config"] });
    const archive = await download(panel, id);
    const sent = await Promise.all(Array.from({ length: 12 }, () => upload(panel, archive)));
    const bodies = await Promise.all(sent.map((one) => one.text()));
    const odd = sent.map(({ status }, at) => `${status} ${bodies[at]}`).filter((one) =>
      !/^(200|404) /.test(one)
    );
    assert.deepEqual(odd, []);
  }));

Deno.test("backups: the command line warns about the missing key, but not if there is a passphrase", () =>
  withPanel(async (_panel, root) => {
    const print = async (env: Record<string, string>) => {
      const { code, out } = await runSundial(["backup", "--data-dir", root], { env });
      assert.equal(code, 0);
      return out;
    };
    assert.match(await print({}), /does not include the key/);
    assert.doesNotMatch(await print({ SUNDIAL_BACKUP_PASSPHRASE: passphrase }), /does not include the key/);
  }));
