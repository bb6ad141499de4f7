import type { Requester } from "../../contract/scopes.ts";
import assert from "node:assert/strict";
import { join } from "node:path";
import type { SubscriptionInput, SubscriptionPatch } from "../../contract/subscriptions.ts";
import type { RunRow } from "../../engine/store.ts";
import type { SubscriptionRow } from "../../migrations/subscription_tables.ts";
import { foldersIn } from "../../platform/old_panel_folder.ts";
import { Repositories } from "./workspace/repositories.ts";
import { Sealer } from "../../platform/seal.ts";
import { RememberedHosts } from "./host_keys.ts";
import { PullOrders } from "./pull_orders.ts";
import { draftOf } from "./subscription_rows.ts";
import { inFolder } from "../../../tests/support/temporary_folder.ts";

const url = "https://git.example/owner/name.git";
const privately: SubscriptionInput = {
  name: "One",
  type: "private_repository",
  url: url,
  schedule: { kind: "manual" },
  pullMethod: "password",
  username: "u",
  password: "stored one",
};

const rowOf = (row: Omit<SubscriptionRow, "id">): SubscriptionRow => ({ ...row, id: 1 });

const moves: [string, SubscriptionPatch, boolean][] = [
  ["another name", { name: "Two" }, false],
  ["another repository on the server", { url: "https://git.example/other/name.git" }, false],
  ["the default port written out", { url: "https://git.example:443/owner/name.git" }, false],
  ["another server", { url: "https://evil.example/owner/name.git" }, true],
  ["another port", { url: "https://git.example:8443/owner/name.git" }, true],
  ["no encryption", { url: "http://git.example/owner/name.git" }, true],
  ["a proxy that cannot read the traffic", { proxy: "socks5://192.0.2.1:1080" }, false],
  ["a new server with its password", { url: "https://evil.example/a/b.git", password: "new" }, false],
  ["a removed password", { url: "https://evil.example/a/b.git", password: null }, false],
];

for (const [what, patch, needsPassword] of moves) {
  Deno.test(`subscriptions: ${what} ${needsPassword ? "requires the password again" : "does not require the password again"}`, () =>
    inFolder((folder) => {
      const options = { sealer: new Sealer(folder), requester: "application" as const };
      const { row } = draftOf(privately, { ...options, before: null });
      assert.equal(draftOf(patch, { ...options, before: rowOf(row) }).needsPassword, needsPassword);
    }));
}

Deno.test("subscriptions: a password is not sent unencrypted through a new proxy and is deleted once unused", () =>
  inFolder((folder) => {
    const options = { sealer: new Sealer(folder), requester: "person" as const };
    const plain = draftOf({ ...privately, url: "http://git.example/a/b.git" }, { ...options, before: null });
    const before = rowOf(plain.row);
    const draft = (patch: SubscriptionPatch) => draftOf(patch, { ...options, before });
    assert.equal(draft({ proxy: "http://192.0.2.1:3128" }).needsPassword, true);
    assert.equal(draft({ proxy: "" }).needsPassword, false);
    // Otherwise it would be sent once the subscription is private again.
    const open = draft({ type: "public_repository", url: "https://evil.example/a/b.git" });
    assert.deepEqual([open.needsPassword, open.row.password_sealed], [false, null]);
  }));

Deno.test("subscriptions: the source belongs to the application until a user submits it", () =>
  inFolder((folder) => {
    const sealer = new Sealer(folder);
    const draft = (patch: SubscriptionPatch, before: SubscriptionRow | null, requester: Requester) =>
      draftOf(patch, { before, sealer, requester }).row;
    const theirs = draft(privately, null, "application");
    assert.equal(theirs.by_application, 1);
    assert.equal(draft({ name: "Two" }, rowOf(theirs), "person").by_application, 1);
    const mine = draft({ url: url }, rowOf(theirs), "person");
    assert.equal(mine.by_application, 0);
    assert.equal(draft({ name: "Two", url: url }, rowOf(mine), "application").by_application, 0);
    assert.equal(draft({ url: `${url}/` }, rowOf(mine), "application").by_application, 1);
    assert.equal(draft({ proxy: "http://10.0.0.1:1" }, rowOf(mine), "application").by_application, 1);
  }));

Deno.test("subscriptions: a pull requested or configured by an application reaches only listed networks", () =>
  inFolder((folder) => {
    const sealer = new Sealer(folder);
    const orders = new PullOrders({
      jobs: join(folder, "jobs"),
      scripts: folder,
      hosts: new RememberedHosts({ file: "", shared: null }),
      folders: foldersIn(folder),
      repositories: new Repositories(join(folder, "repo")),
      sealer,
      panelSecrets: () => ({ proxy: null, sshKey: null }),
      gitProtocols: [],
      language: () => "en",
      networks: { person: ["10.0.0.0/8"], application: [] },
      zone: () => "UTC",
      inherited: {},
      pullHost: ["true"],
      connectHost: ["true"],
    });
    const networksOf = (requester: Requester, cause: "person" | "application" | "schedule") => {
      const { row } = draftOf(privately, { before: null, sealer, requester });
      // Nothing else of the run is read.
      orders.order({ id: 7, cause } as RunRow, rowOf(row), { kind: "pull" });
      const job = JSON.parse(Deno.readTextFileSync(join(orders.folder(7), "job.json")));
      return job.allowNetworks;
    };
    assert.deepEqual(networksOf("person", "schedule"), ["10.0.0.0/8"]);
    assert.deepEqual(networksOf("person", "person"), ["10.0.0.0/8"]);
    assert.deepEqual(networksOf("person", "application"), []);
    assert.deepEqual(networksOf("application", "schedule"), []);
    assert.deepEqual(networksOf("application", "person"), []);
  }));
