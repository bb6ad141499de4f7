import assert from "node:assert/strict";
import { join } from "node:path";
import { freshDatabase } from "../../../tests/support/fresh_database.ts";
import { RememberedHosts } from "./host_keys.ts";
import { inFolder } from "../../../tests/support/temporary_folder.ts";

const url = "git@example.org:owner/one.git";
const other = "git@example.com:owner/two.git";
const key = (type: string) => `ssh-${type} AAAAC3NzaC1lZDI1NTE5AAAAIGJ1c3kgYmVlcyBvZiB0aGUgbWVhZG93`;

/** Adds a line as ssh does. */
async function accept(hosts: RememberedHosts, host: string, type = "ed25519"): Promise<void> {
  await Deno.writeTextFile(hosts.file, `${host} ${key(type)}\n`, { append: true });
}

async function typesOf(hosts: RememberedHosts, address: string): Promise<string[]> {
  return (await hosts.list(address))!.keys.map(({ type }) => type);
}

Deno.test("host keys: a single machine keeps those that ssh stored until they are forgotten", () =>
  inFolder(async (folder) => {
    const hosts = new RememberedHosts({ file: join(folder, "known_hosts"), shared: null });
    await accept(hosts, "example.org");
    await accept(hosts, "example.com");
    assert.deepEqual(await typesOf(hosts, url), ["ssh-ed25519"]);
    assert.equal(await hosts.forget(url), true);
    assert.equal(await hosts.forget(url), false);
    assert.deepEqual([await typesOf(hosts, url), await typesOf(hosts, other)], [[], ["ssh-ed25519"]]);
    assert.equal(await hosts.list("https://example.org/one.git"), null);
  }));

Deno.test("host keys: what one panel accepted or forgot is so for all panels", () =>
  inFolder(async (folder) => {
    await using db = await freshDatabase();
    const open = (name: string) => new RememberedHosts({ file: join(folder, name), shared: db });
    const [a, b] = [open("a"), open("b")];
    // From the time when this was the only panel.
    await accept(a, "example.com");
    await a.share();
    await accept(a, "example.org");
    await a.share();
    await b.share();
    assert.deepEqual(await Deno.readTextFile(b.file), await Deno.readTextFile(a.file));
    await accept(b, "example.org", "rsa");
    await b.share();
    assert.deepEqual(await typesOf(a, url), ["ssh-ed25519", "ssh-rsa"]);
    assert.equal(await b.forget(url), true);
    // A file of before the restart does not bring them back.
    const restarted = open("a");
    await restarted.share();
    for (const panel of [restarted, b]) {
      assert.deepEqual([await typesOf(panel, url), await typesOf(panel, other)], [[], ["ssh-ed25519"]]);
    }
  }));
