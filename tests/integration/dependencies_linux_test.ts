// System packages with fake package managers, so that nothing on this machine changes.
import assert from "node:assert/strict";
import {
  dependenciesOf,
  fakePrograms,
  install,
  openDependencies,
  settled,
} from "../support/dependency_scene.ts";
import type { TestEngine } from "../support/test_engine.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";

/**
 * Returns fake package managers. Installed packages are one line each in `state`; their arguments are in
 * `calls`.
 */
function debian(folder: string): Record<string, string> {
  return {
    "apt-get": `printf '%s|' apt-get "$@" >> ${folder}/calls; echo >> ${folder}/calls
echo "frontend $DEBIAN_FRONTEND"
for word; do last=$word; done
case " $* " in
*" update "*) exit 0 ;;
*" remove "*) sed -i "/^\${last}\t/d" ${folder}/state ;;
*nosuch*) echo "E: Unable to locate package nosuch" >&2; exit 100 ;;
*) printf '%s\t%s\n' "\${last%%=*}" 1.2-3 >> ${folder}/state ;;
esac`,
    "dpkg-query": `while [ "$1" != -- ]; do shift; done; shift
for name; do grep -P "^\${name}\t" ${folder}/state | sed 's/^/ii \t/'; done; exit 1`,
  };
}

function alpine(folder: string): Record<string, string> {
  return {
    apk: `printf '%s|' apk "$@" >> ${folder}/calls; echo >> ${folder}/calls
for word; do last=$word; done
if [ "$1" = --repositories-file ]; then shift 2; fi
case $1 in
add) printf '%s\n' "\${last%%=*}" >> ${folder}/state ;;
del) sed -i "/^\${last}$/d" ${folder}/state ;;
info) while [ "$1" != -- ]; do shift; done; shift
  for name; do if grep -qx "$name" ${folder}/state; then echo "$name-2.3-r4"; fi; done ;;
esac`,
  };
}

interface Machine {
  root: string;
  engine: TestEngine;
  calls(): Promise<string[]>;
  /** Installed packages, one line each. */
  state: string;
}

async function withMachine(
  programs: (folder: string) => Record<string, string>,
  { id, userId = 0, more = {}, linuxMirror = null }: {
    id: string;
    userId?: number;
    more?: Record<string, string>;
    linuxMirror?: string | null;
  },
  action: (machine: Machine) => Promise<void>,
): Promise<void> {
  await using temporary = await temporaryFolder();
  const root = temporary.path;
  await Deno.writeTextFile(`${root}/os-release`, `NAME="Somewhere"\nID=${id}\n`);
  await Deno.writeTextFile(`${root}/state`, "");
  const folder = await fakePrograms(root, { ...programs(root), ...more });
  // The machine's own package managers are not on it.
  const tools = `${root}/tools`;
  await Deno.mkdir(tools);
  for (const name of ["sh", "ls", "find", "sed", "grep", "env", "cat", "printf", "mkdir", "rm"]) {
    await Deno.symlink(`/usr/bin/${name}`, `${tools}/${name}`);
  }
  const machine = {
    ...{ inherited: { PATH: `${folder}:${tools}` }, userId, osRelease: `${root}/os-release` },
    systemRoot: root,
  };
  await using engine = await openDependencies({ machine, settings: { linuxMirror } });
  await action({
    engine,
    root,
    state: `${root}/state`,
    calls: async () => (await Deno.readTextFile(`${root}/calls`).catch(() => "")).trim().split("\n"),
  });
}

Deno.test("dependencies: apt-get runs without questions, treats names as names, and reports failures", () =>
  withMachine(debian, { id: "debian" }, async ({ engine, calls }) => {
    const one = await install(engine, "linux", "jq=1.2-3");
    assert.deepEqual([one.state, one.installedVersion], ["installed", "1.2-3"], one.log);
    assert.match(one.log, /\nfrontend noninteractive\n/);
    const last = (await calls()).at(-1)!;
    assert.match(last, /^apt-get\|-y\|.*APT::Cmd::Pattern-Only=true\|.*\|install\|--\|jq=1.2-3\|$/);
    const failed = await install(engine, "linux", "nosuch");
    assert.deepEqual([failed.state, failed.reason], ["install_failed", "Unable to locate package nosuch"]);
    await dependenciesOf(engine).reinstall([one.id], "person");
    assert.equal((await settled(engine, one.id)).state, "installed");
    assert.match((await calls()).at(-1)!, /\|install\|--reinstall\|--\|jq=1.2-3\|$/);
    await dependenciesOf(engine).removeOne(one.id, "person", false);
    assert.equal((await settled(engine, one.id)).state, "deleted");
    assert.match((await calls()).at(-1)!, /\|remove\|--\|jq\|$/);
  }));

Deno.test("dependencies: uses apk on Alpine", () =>
  withMachine(alpine, { id: "alpine" }, async ({ engine, calls }) => {
    const one = await install(engine, "linux", "py3-pip");
    assert.deepEqual([one.state, one.installedVersion], ["installed", "2.3-r4"], one.log);
    assert.ok((await calls()).includes("apk|add|--no-cache|--|py3-pip|"));
    await dependenciesOf(engine).removeOne(one.id, "person", false);
    assert.equal((await settled(engine, one.id)).state, "deleted");
    assert.ok((await calls()).includes("apk|del|--no-cache|--|py3-pip|"));
  }));

Deno.test("dependencies: the log reports a missing permission or tool", async () => {
  await withMachine(debian, { id: "debian", userId: 1000 }, async ({ engine }) => {
    const { state, reason } = await install(engine, "linux", "jq");
    assert.equal(state, "install_failed");
    assert.match(reason!, /neither as root nor as a user with passwordless sudo/);
    const tools = await dependenciesOf(engine).tools();
    assert.equal(tools.find(({ type }) => type === "linux")?.lacks, "rights");
  });
  await withMachine(() => ({}), { id: "other" }, async ({ engine }) => {
    const { state, reason } = await install(engine, "linux", "jq");
    assert.equal(state, "install_failed");
    assert.match(reason!, /neither apt-get nor apk/);
    const lacks = Object.fromEntries(
      (await dependenciesOf(engine).tools()).map(({ type, lacks }) => [type, lacks]),
    );
    assert.deepEqual(lacks, { node: "npm", python: "python3", linux: "package_tool", deno: "deno" });
    assert.match((await install(engine, "node", "a")).reason!, /npm is not installed/);
    assert.match((await install(engine, "python", "a")).reason!, /python3 is not installed/);
    assert.match((await install(engine, "deno", "npm:a")).reason!, /Deno is not installed/);
  });
});

Deno.test("dependencies: uses passwordless sudo with only the environment it needs", async () => {
  const sudo =
    'printf "%s|" sudo "$@" >> "$(dirname "$0")/../calls"; echo >> "$(dirname "$0")/../calls"; shift 2; exec "$@"';
  const more = { sudo, dirname: 'echo "${1%/*}"' };
  await withMachine(debian, { id: "debian", userId: 1000, more }, async ({ engine, calls }) => {
    const one = await install(engine, "linux", "jq");
    assert.deepEqual([one.state, one.installedVersion], ["installed", "1.2-3"], one.log);
    const asRoot = (await calls()).find((line) => line.startsWith("sudo|-n|--|env|"))!;
    assert.match(asRoot, /\|DEBIAN_FRONTEND=noninteractive\|/);
    assert.equal((await dependenciesOf(engine).tools()).find(({ type }) => type === "linux")?.lacks, null);
  });
});

Deno.test("dependencies: a start inspects installed packages and installs nothing", () =>
  withMachine(debian, { id: "debian" }, async ({ engine, calls, state }) => {
    const stored = await install(engine, "linux", "jq");
    const gone = await install(engine, "linux", "rg");
    await dependenciesOf(engine).checked();
    const before = (await calls()).length;
    // Removed by hand.
    await engine.restart(async () => {
      const lines = (await Deno.readTextFile(state)).split("\n").filter((line) => !line.startsWith("rg\t"));
      await Deno.writeTextFile(state, lines.join("\n"));
    });
    await dependenciesOf(engine).checked();
    assert.equal((await dependenciesOf(engine).get(stored.id)).state, "installed");
    const found = await dependenciesOf(engine).get(gone.id);
    assert.deepEqual([found.state, found.installedVersion], ["install_failed", null]);
    assert.match(found.reason!, /no longer exists/);
    assert.equal((await calls()).length, before);
  }));

Deno.test("dependencies: a Linux mirror is used without changing the sources of the machine", async () => {
  const linuxMirror = "https://mirrors.example/a&b/";
  const more = (folder: string) => ({
    ...debian(folder),
    "apt-get": `cat "$APT_CONFIG" >> ${folder}/config\n${debian(folder)["apt-get"]}`,
  });
  await withMachine(more, { id: "debian", linuxMirror }, async ({ engine, root }) => {
    const sources = `${root}/etc/apt/sources.list.d`;
    await Deno.mkdir(sources, { recursive: true });
    const [deb822, other] = [
      "URIs: http://deb.debian.org/debian\n",
      "deb https://deb.nodesource.com/node_20.x x\n",
    ];
    await Deno.writeTextFile(`${sources}/debian.sources`, deb822);
    await Deno.writeTextFile(`${sources}/other.list`, other);
    await Deno.writeTextFile(
      `${root}/etc/apt/sources.list`,
      "deb http://security.ubuntu.com/ubuntu noble main\n",
    );
    const one = await install(engine, "linux", "jq");
    assert.equal(one.state, "installed", one.log);
    const own = `${root}/var/cache/sundial-apt/sources`;
    const read = (name: string) => Deno.readTextFile(`${own}/${name}`);
    assert.equal(await read("debian.sources"), "URIs: https://mirrors.example/a&b/debian\n");
    assert.equal(await read("sources.list"), "deb https://mirrors.example/a&b/ubuntu noble main\n");
    assert.equal(await read("other.list"), other);
    assert.equal(await Deno.readTextFile(`${sources}/debian.sources`), deb822);
    assert.ok((await Deno.readTextFile(`${root}/config`)).includes(`Dir::Etc::sourceparts "${own}";`));
  });
  await withMachine(alpine, { id: "alpine", linuxMirror }, async ({ engine, root, calls }) => {
    await Deno.mkdir(`${root}/etc/apk`, { recursive: true });
    const repositories = "https://dl-cdn.alpinelinux.org/alpine/v3.20/main\n";
    await Deno.writeTextFile(`${root}/etc/apk/repositories`, repositories);
    const { log } = await install(engine, "linux", "jq");
    const own = `${root}/var/cache/sundial-apk/repositories`;
    assert.equal(await Deno.readTextFile(own), "https://mirrors.example/a&b/alpine/v3.20/main\n", log);
    assert.equal((await calls())[0], `apk|--repositories-file|${own}|add|--no-cache|--|jq|`);
    assert.equal(await Deno.readTextFile(`${root}/etc/apk/repositories`), repositories);
  });
});
