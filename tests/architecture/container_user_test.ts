// The script that gives up the rights of root in a container, with programs that only print what they are told: nothing of the
// machine changes, and the tests run as any user.
import assert from "node:assert/strict";
import { join } from "node:path";
import { runProgram } from "../support/run_program.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";
import { root } from "./read_tree.ts";

const logged = ["usermod", "groupmod", "chown", "setpriv"];

interface Start {
  /** Who starts the container. */
  user?: string;
  /** User and group of the account of the image. */
  account?: string;
  /** Groups that the container was given. */
  groups?: string;
  /** Owner of the data folder. */
  owner?: string;
  /** Files in the data folder. */
  files?: string[];
  /** Programs that fail. */
  failing?: string[];
  env?: Record<string, string>;
}

/** Runs the script, and returns the commands that it has called. */
async function start(
  { user = "0:0", account = "1000:1000", groups = "0", owner = "1000", files = [], failing = [], env = {} }:
    Start,
) {
  await using folder = await temporaryFolder();
  const bin = join(folder.path, "bin");
  const [data, log] = [join(folder.path, "data"), join(folder.path, "log")];
  await Deno.mkdir(bin);
  await Deno.mkdir(data);
  for (const file of files) await Deno.writeTextFile(join(data, file), "");
  const write = (name: string, text: string) =>
    Deno.writeTextFile(join(bin, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  const [uid, gid] = user.split(":");
  const [imageUid, imageGid] = account.split(":");
  await write(
    "id",
    `case "$*" in -u) echo ${uid};; -g) echo ${gid};; -G) echo ${groups};;
      "-u sundial") echo ${imageUid};; "-g sundial") echo ${imageGid};; esac`,
  );
  await write("stat", `case "$*" in *data) echo ${owner};; *) echo 1001;; esac`);
  for (const name of logged) {
    await write(name, `echo "${name} $*" >> ${log}\nexit ${failing.includes(name) ? 1 : 0}`);
  }
  await write("panel", `echo "panel $*" >> ${log}`);
  const { code, err } = await runProgram([
    "/bin/sh",
    join(root, "container/as-user"),
    ...["panel", "serve", "two words"],
  ], {
    clearEnv: true,
    env: { PATH: `${bin}:/usr/bin:/bin`, SUNDIAL_DATA_DIR: data, ...env },
  });
  const calls = (await Deno.readTextFile(log).catch(() => "")).replaceAll(data, "DATA").trim().split("\n");
  return { code, err, calls: calls.filter((line) => line !== "") };
}

const env = { PUID: "1001", PGID: "1002" };
const drop = "setpriv --reuid=1001 --regid=1002 --groups=1002 -- panel serve two words";
const account = [
  "groupmod --non-unique --gid 1002 sundial",
  "usermod --non-unique --uid 1001 --gid 1002 sundial",
];

Deno.test("container user: started as root, it takes the user and group, and an empty data folder", async () => {
  assert.deepEqual(await start({ env }), {
    code: 0,
    err: "",
    calls: [...account, "chown 1001:1002 DATA", drop],
  });
});

Deno.test("container user: gives the content of a data folder first, and never one that is theirs already", async () => {
  const { calls } = await start({ env, account: "1001:1002", files: ["installation", "sundial.sqlite"] });
  assert.equal(calls.length, 3);
  assert.match(calls[0]!, /^chown --no-dereference 1001:1002 (DATA\/(installation|sundial\.sqlite) ?){2}$/);
  assert.deepEqual(calls.slice(1), ["chown 1001:1002 DATA", drop]);
  const theirs = await start({ env, account: "1001:1002", owner: "1001", files: ["installation"] });
  assert.deepEqual(theirs.calls, [drop]);
});

Deno.test("container user: leaves a folder of others as it is, for the panel to complain about", async () => {
  const { calls, code } = await start({ env, account: "1001:1002", owner: "33", files: ["index.html"] });
  assert.deepEqual([code, calls], [0, [drop]]);
});

Deno.test("container user: continues with numbers where accounts cannot change, and keeps added groups", async () => {
  const { calls, err } = await start({ env, owner: "1001", groups: "0 998", failing: ["groupmod"] });
  assert.deepEqual(calls, [account[0], drop.replace("--groups=1002", "--groups=1002,998")]);
  assert.equal(err, "cannot change the user sundial; continuing with the numbers\n");
});

Deno.test("container user: started as another user, it continues as that one", async () => {
  const call = "panel serve two words";
  const other = await start({ env, user: "1000:1000" });
  assert.deepEqual([other.code, other.calls], [0, [call]]);
  assert.match(other.err, /^PUID and PGID have no effect: start the container as root/);
  assert.deepEqual(await start({ env, user: "1001:1002" }), { code: 0, err: "", calls: [call] });
  const asRoot = await start({ env: { PUID: "0", PGID: "0" } });
  assert.deepEqual([asRoot.code, asRoot.calls], [0, ["panel serve two words"]]);
});

Deno.test("container user: rejects what is no pair of numbers, in the language of the container", async () => {
  for (
    const wrong of [{ PUID: "1001" }, { PGID: "1" }, { PUID: "mira", PGID: "1" }, { PUID: "1:2", PGID: "" }]
  ) {
    const { code, err, calls } = await start({ env: wrong as Record<string, string> });
    assert.deepEqual([code, err, calls], [2, "PUID and PGID must both be set, to numbers\n", []]);
  }
  const { err } = await start({ env: { PUID: "1001", LC_ALL: "zh_CN.UTF-8" } });
  assert.equal(err, "PUID 和 PGID 必须同时设置，且为数字\n");
});

Deno.test("container user: the command of the image calls it only when a user is asked for", async () => {
  await using folder = await temporaryFolder();
  for (const name of ["deno", "as-user"]) {
    await Deno.writeTextFile(join(folder.path, name), `#!/bin/sh\necho ${name} "$1"\n`, { mode: 0o755 });
  }
  const first = async (env: Record<string, string>) => {
    const options = { clearEnv: true, env: { PATH: `${folder.path}:/usr/bin:/bin`, ...env } };
    return (await runProgram(["/bin/sh", join(root, "container/sundial"), "serve"], options)).out.trim();
  };
  assert.equal(await first({}), "deno run");
  assert.equal(await first({ PUID: "1001" }), "as-user deno");
  assert.equal(await first(env), "as-user deno");
});
