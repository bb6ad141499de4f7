// A real update: a panel in one file, a local release server, and all possible failures.
import assert from "node:assert/strict";
import { join } from "node:path";
import { privateHosts } from "../support/private_hosts.ts";
import { describe, makeKeys, ReleaseServer } from "../support/release_server.ts";
import { selfSigned } from "../support/self_signed.ts";
import { mountsDisks, SmallDisk } from "../support/small_disk.ts";
import { buildStandIn } from "../support/stand_in.ts";
import { newVersion, oldVersion, UpdateScene, Versions } from "../support/update_scene.ts";

const sentence = "Update failed, please check network and logs or try again later";
const hasSmallDisks = await mountsDisks("an update on a full disk");

interface Problem {
  code: string;
  title: string;
  detail: string;
}

interface LogLine {
  level: string;
  fields: Record<string, string>;
}

Deno.test("update: the new version replaces the old one, and any failure leaves the old one running", async (t) => {
  await using versions = await Versions.build();
  await t.step("the new version runs", () => updateToTheEnd(versions));
  await t.step(
    "an invalid signature or an old release is rejected and logged",
    () => rejectInvalid(versions),
  );
  await t.step("a file other than the signed one is rejected", () => swapFile(versions));
  await t.step("an interrupted download resumes where it stopped", () => resume(versions));
  await t.step(
    "a program that does not start, or not with this database, is never installed",
    () => failTrial(versions),
  );
  await t.step(
    "a program that fails to start is rolled back, with its previous database",
    () => failStart(versions),
  );
  await t.step(
    "forbidden or untrusted URLs are not followed, including redirects",
    () => rejectUrls(versions),
  );
  await t.step(
    "no endpoint bypasses step-up or the allowed networks",
    () => rejectEndpoints(versions),
  );
  if (hasSmallDisks) await t.step("a full disk changes nothing", () => fillDisk(versions));
});

async function updateToTheEnd(versions: Versions): Promise<void> {
  await using scene = await UpdateScene.open(versions);
  const { pid } = scene.panel;
  assert.equal((await check(scene)).state, "available");
  assert.equal(await scene.install(), 202);
  assert.deepEqual(await scene.outcome(), { version: newVersion, error: null });
  assert.equal(scene.panel.pid, pid);
  assert.equal(scene.journal()?.step, "done");
  await scene.assertRuns(newVersion);
  assert.deepEqual(scene.beside(), ["sundial", "sundial.previous"]);
  assert.equal((await check(scene)).state, "latest");
  const { items } = await scene.panel.json<{ items: { act: string }[] }>("/api/audit-log");
  const actions = new Set(
    items.map(({ act }) => act).filter((action) => action.startsWith("system.update")),
  );
  const expected = ["check", "install", "replace", "done"].map((action) => `system.update.${action}`);
  assert.deepEqual([...actions].sort(), expected.sort());
}

async function check(scene: UpdateScene): Promise<Problem & { state: string }> {
  const response = await scene.panel.fetch("/api/system/update/check", { method: "POST" });
  return await response.json();
}

async function rejectInvalid(versions: Versions): Promise<void> {
  await using scene = await UpdateScene.open(versions);
  const { server, versions: { new: { text } } } = scene;
  const good = describe(newVersion, text);
  server.offer(good, text, makeKeys());
  await assertRejected(scene, "signature_wrong");
  const signed = JSON.parse(await (await fetch((server.offer(good, text), server.address))).text());
  const forged = btoa(atob(signed.release).replace(newVersion, "9.0.0"));
  server.offerText(JSON.stringify({ ...signed, release: forged }));
  await assertRejected(scene, "signature_wrong");
  server.offerText("<html>");
  await assertRejected(scene, "manifest_unreadable");
  server.offer({ ...good, expiresAt: new Date(Date.now() - 1).toISOString() }, text);
  await assertRejected(scene, "manifest_expired");
  server.offer(good, text);
  assert.equal((await check(scene)).state, "available");
  server.offer(describe(newVersion, text, Date.parse(good.releasedAt) - 60_000), text);
  await assertRejected(scene, "manifest_replayed");
  server.offer(describe("0.9.0", text), text);
  assert.equal((await check(scene)).state, "latest");
  await assertInstallFails(scene, "older_version", "0.9.0");
  server.offer({ ...describe(newVersion, text), assets: {} }, text);
  await assertInstallFails(scene, "no_asset");
  server.offer(describe("2.0.0", text), text);
  await assertInstallFails(scene, "other_version");
}

async function assertRejected(scene: UpdateScene, reason: string): Promise<void> {
  const { code, title, detail } = await check(scene);
  assert.deepEqual([code, title], ["update_failed", sentence], reason);
  assert.ok(detail.length > 10);
  await assertLogged(scene, reason);
  await assertInstallFails(scene, reason);
}

/** Asserts that an update fails, and that the panel's log says so. */
async function assertInstallFails(scene: UpdateScene, reason: string, version = newVersion): Promise<void> {
  assert.equal(await scene.install(version), 202);
  const { version: running, error } = await scene.outcome();
  assert.deepEqual([running, error?.code, error?.title], [oldVersion, "update_failed", sentence], reason);
  await assertLogged(scene, reason);
  await scene.assertRuns(oldVersion);
  assert.deepEqual(scene.beside(), ["sundial"], reason);
}

async function assertLogged(scene: UpdateScene, reason: string): Promise<void> {
  const { items } = await scene.panel.json<{ items: LogLine[] }>("/api/system-log?level=error&pageSize=2");
  assert.ok(items.some(({ fields }) => fields["reason"] === reason), `${reason} is not in the log`);
}

async function swapFile(versions: Versions): Promise<void> {
  await using scene = await UpdateScene.open(versions);
  const { new: { text } } = versions;
  scene.server.offer(describe(newVersion, text), `${text.slice(0, -1)}!`);
  await assertInstallFails(scene, "download_wrong");
  scene.server.offer(describe(newVersion, text), `${text} and more`);
  await assertInstallFails(scene, "download_wrong");
  scene.offer(versions.new);
  await scene.install();
  assert.equal((await scene.outcome()).version, newVersion);
}

async function resume(versions: Versions): Promise<void> {
  await using scene = await UpdateScene.open(versions);
  scene.server.cutAfter = 150_000;
  await scene.install();
  assert.deepEqual(await scene.outcome(), { version: newVersion, error: null });
  assert.equal(scene.server.ranges[0], null);
  assert.ok(scene.server.ranges.length >= 3, "it was not interrupted");
  assert.ok(scene.server.ranges.slice(1).every((range) => /^bytes=[1-9]\d*-$/.test(range ?? "")));
  await scene.assertRuns(newVersion);
}

async function failTrial(versions: Versions): Promise<void> {
  await using scene = await UpdateScene.open(versions);
  const faulty = {
    does_not_start: "#!/bin/sh\nexit 3\n",
    trial_failed:
      `#!/bin/sh\n[ "$1" = version ] && echo ${newVersion} && exit 0\necho "no such table" >&2\nexit 1\n`,
  };
  for (const [reason, text] of Object.entries(faulty)) {
    scene.offer({ version: newVersion, text });
    await assertInstallFails(scene, reason);
  }
  scene.offer({ version: newVersion, text: versions.old.text });
  await assertInstallFails(scene, "does_not_start");
}

async function failStart(versions: Versions): Promise<void> {
  await using scene = await UpdateScene.open(versions);
  // It opens the database, migrates it, and then does not respond.
  const { folder, keys } = versions;
  const ailing = { folder, releaseKey: keys.publicKey, migrates: true, neverReady: true };
  scene.offer(await buildStandIn({ ...ailing, version: newVersion }));
  assert.equal(await scene.install(), 202);
  const { version, error } = await scene.outcome();
  assert.deepEqual([version, error?.title], [oldVersion, sentence]);
  assert.deepEqual([scene.journal()?.step, scene.journal()?.fault], ["failed", "start_failed"]);
  await scene.assertRuns(oldVersion);
  await scene.panel.json("/api/tasks/1", { method: "PATCH", json: { name: "kept" } });
  scene.offer(versions.new);
  await scene.install();
  assert.equal((await scene.outcome()).version, newVersion);
  await scene.assertRuns(newVersion);
}

async function rejectUrls(versions: Versions): Promise<void> {
  await using scene = await UpdateScene.open(versions);
  const ask = async (updateAddress: string) => {
    await scene.panel.json("/api/settings", { method: "PATCH", json: { updateAddress } });
    return await check(scene);
  };
  const { server, versions: { new: { text, version } } } = scene;
  assert.equal((await ask(server.redirects.here)).state, "available");
  await ask(server.redirects.away);
  await assertRejected(scene, "address_refused");
  for (const host of privateHosts) {
    const { detail } = await ask(`http://${host}:9/release.json`);
    assert.match(detail, /SUNDIAL_ALLOW_NETWORKS/, host);
  }
  await ask(server.address.replace("release.json", "nothing"));
  await assertRejected(scene, "bad_answer");
  await ask(server.address);
  const away = describe(version, text);
  away.assets[Deno.build.target]!.address = "http://10.255.255.1/program";
  server.offer(away, text);
  await assertInstallFails(scene, "address_refused");
  await using nobody = ReleaseServer.start(versions.keys, await selfSigned());
  nobody.offer(describe(version, text), text);
  await ask(nobody.address);
  await assertRejected(scene, "certificate_refused");
}

async function rejectEndpoints(versions: Versions): Promise<void> {
  await using scene = await UpdateScene.open(versions, { flags: ["--allow-networks", "10.0.0.0/8"] });
  const { detail } = await check(scene);
  assert.match(detail, /SUNDIAL_ALLOW_NETWORKS/);
  await assertInstallFails(scene, "address_refused");
  scene.panel.forgetCookie();
  for (const path of ["update/check", "update/install", "restart"]) {
    const response = await scene.panel.fetch(`/api/system/${path}`, { json: {} });
    assert.equal(response.status, 401, path);
    await response.body?.cancel();
  }
}

async function fillDisk(versions: Versions): Promise<void> {
  const root = await Deno.makeTempDir({ prefix: "sundial-update-" });
  {
    await using disk = (await SmallDisk.mount(join(root)))!;
    await using scene = await UpdateScene.open(versions, { root });
    await disk.fill();
    // When there is no space even for an audit log entry, the response is an error.
    assert.ok([202, 500, 507].includes(await scene.install()));
    const { version, error } = await scene.outcome();
    assert.deepEqual([version, error?.title], [oldVersion, sentence]);
    await scene.assertRuns(oldVersion);
    await disk.makeRoom();
  }
  await Deno.remove(root, { recursive: true }).catch(() => {});
}
