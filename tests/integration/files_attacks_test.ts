// Paths that lead elsewhere, sent to every path parameter of every route. The test checks the disk, not the
// responses: nothing outside is ever read, returned or stored, nothing outside changes, and nothing blocks
// forever.
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { lstatSync } from "node:fs";
import { join } from "node:path";
import { type FileArea, fileAreas } from "../../server/contract/files.ts";
import type { Hold } from "../../server/platform/files/pinned_folder.ts";
import { FileScene } from "../support/file_scene.ts";
import { spellPath } from "../support/path_spellings.ts";
import type { Call } from "../support/test_app.ts";

const CANARY = "canary-c0ffee";

async function run(...argv: [string, ...string[]]): Promise<boolean> {
  const [program, ...args] = argv;
  return (await new Deno.Command(program, { args, stdout: "null", stderr: "null" }).output()).success;
}

/** A data folder with canary files around it, and areas full of links to the outside. */
class Ground implements AsyncDisposable {
  #devices = true;

  private constructor(readonly root: string, readonly scene: FileScene) {}

  static async open(hold?: Hold): Promise<Ground> {
    // In memory where available, because thousands of saves wait for the disk thousands of times.
    const dir = kindOf("/dev/shm") === "other" ? { dir: "/dev/shm" } : {};
    const root = await Deno.makeTempDir({ prefix: "sundial-attack-", ...dir });
    const data = join(root, "data");
    for (const folder of ["outside/deep", "data/scripts-secret", "data/logs"]) {
      await Deno.mkdir(join(root, folder), { recursive: true });
      await Deno.writeTextFile(join(root, folder, "canary.txt"), CANARY);
    }
    await Deno.writeTextFile(join(root, "outside", "canary.js"), CANARY);
    await Deno.writeTextFile(join(data, "sundial.sqlite"), CANARY);
    const ground = new Ground(root, await FileScene.open(data, hold));
    await ground.plant();
    return ground;
  }

  /** Creates all links to the outside, again if necessary. */
  async plant(areas: readonly FileArea[] = fileAreas): Promise<void> {
    for (const area of areas) {
      const at = (name: string) => this.scene.path(area, name);
      Deno.mkdirSync(at("dir/deep"), { recursive: true });
      // Listed instead of queried one by one, because this runs after each of thousands of attacks.
      const there = kindsBelow(at(""), ["", "dir/", "dir/deep/"]);
      for (const [name, target] of Object.entries(linksOut(this.root))) {
        const kind = there.get(name);
        if (kind === "link") continue;
        if (kind === "other") Deno.removeSync(at(name), { recursive: true });
        Deno.symlinkSync(target, at(name));
      }
      for (const name of ["Case.js", "case.js"]) {
        if (!there.has(name)) Deno.writeTextFileSync(at(name), name);
      }
      if (!there.has("pipe")) assert.ok(await run("mkfifo", at("pipe")));
      // Device nodes require privileges; without them the name leads to nothing.
      if (this.#devices && !there.has("zero")) this.#devices = await run("mknod", at("zero"), "c", "1", "5");
    }
  }

  /**
   * Describes everything outside of the areas and of the panel's own files: names, kinds, modes, times and
   * contents.
   */
  outside(): string[] {
    const seen: string[] = [];
    const dataFolders = ["data/scripts", "data/config", "data/versions", "data/bin"];
    const walk = (folder: string) => {
      for (const { name } of [...Deno.readDirSync(join(this.root, folder))]) {
        const path = join(folder, name);
        if (dataFolders.includes(path)) continue;
        const stat = Deno.lstatSync(join(this.root, path));
        const content = stat.isFile ? Deno.readTextFileSync(join(this.root, path)) : "";
        // The panel creates its own folders in the data folder.
        const time = path === "data" ? "" : stat.mtime?.getTime();
        seen.push([path, stat.mode, time, content].join(" "));
        if (stat.isDirectory) walk(path);
      }
    };
    walk(".");
    return seen.sort();
  }

  /** Lists the panel's files whose content came from outside. */
  async stolen(): Promise<string[]> {
    const found: string[] = [];
    const walk = async (folder: string) => {
      for (const { name, isDirectory, isFile } of [...Deno.readDirSync(folder)]) {
        const path = join(folder, name);
        if (isDirectory) await walk(path);
        if (isFile && (await Deno.readTextFile(path)).includes(CANARY)) found.push(path);
      }
    };
    for (const folder of ["scripts", "config", "versions", "bin"]) {
      const path = join(this.scene.data, folder);
      if (kindOf(path) !== "none") await walk(path);
    }
    return found;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.scene[Symbol.asyncDispose]();
    await Deno.remove(this.root, { recursive: true });
  }
}

/** Returns links that leave an area, or form a cycle, and their targets. */
function linksOut(root: string): Record<string, string> {
  const links: Record<string, string> = {
    "etc": "/etc",
    "self": "/proc/self",
    "environ": "/proc/self/environ",
    "out": join(root, "outside"),
    "out-relative": "../../outside",
    "out-file": join(root, "outside/canary.txt"),
    "database": "../sundial.sqlite",
    "sibling": "../scripts-secret",
    "logs": "../logs",
    "dir/up": "../..",
    "dir/deep/top": "/",
    "through": "dir/up/scripts-secret",
    "dangling": join(root, "outside/made-through-a-link"),
  };
  for (let turn = 0; turn < 20; turn++) links[`chain${turn}`] = turn === 19 ? "out" : `chain${turn + 1}`;
  for (let turn = 0; turn < 100; turn++) links[`loop${turn}`] = `loop${(turn + 1) % 100}`;
  return links;
}

function kindsBelow(root: string, folders: readonly string[]): Map<string, "link" | "other"> {
  return new Map(
    folders.flatMap((folder) =>
      [...Deno.readDirSync(join(root, folder))].map(({ name, isSymlink }) =>
        [folder + name, isSymlink ? "link" : "other"] as const
      )
    ),
  );
}

function kindOf(path: string): "none" | "link" | "other" {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return "none";
  return stat.isSymbolicLink() ? "link" : "other";
}

/** Lists paths that must lead nowhere, or to files that must not be opened. */
function attacks(root: string): string[] {
  const outside = join(root, "outside/canary.txt");
  return [
    ...["..", ".", "/", "//", "../", "./.", "...", "~", "~/x", "-", "*", "$HOME", "`id`", "|id"],
    ...[
      "../outside/canary.txt",
      "../../outside/canary.txt",
      "../scripts-secret/canary.txt",
      "../sundial.sqlite",
    ],
    ...["dir/../../../outside/canary.txt", "dir/..", "dir/../..", "./dir", "dir/./deep", "dir//deep", "dir/"],
    ...["....//....//outside/canary.txt", "..;/outside", "../".repeat(40) + "etc/passwd"],
    ...[outside, `/${outside}`, `file://${outside}`, "/etc/passwd", "/proc/self/environ", "/dev/zero"],
    ...["..\\..\\outside\\canary.txt", "dir\\..\\..\\x", "C:\\canary.txt", "\\\\host\\share"],
    ...[
      "%2e%2e/%2e%2e/outside/canary.txt",
      "..%2f..%2foutside%2fcanary.txt",
      "%252e%252e/x",
      "%c0%ae%c0%ae/x",
    ],
    ...["\uff0e\uff0e/outside", "\u2025/outside", "..\u2215outside", ".\u200b./outside", "\u202e.."],
    ...["\0", "dir\0", `${outside}\0.js`, "dir/\0/../..", "x\0/../../outside/canary.txt"],
    ...["etc", "etc/passwd", "etc/../passwd", "self/environ", "self/root/etc/passwd", "self/cwd", "environ"],
    ...["out", "out/canary.txt", "out/deep", "out/deep/canary.txt", "out/new.js", "out-relative/canary.txt"],
    ...["out-file", "out-file/x", "database", "sibling/canary.txt", "logs/canary.txt", "through/canary.txt"],
    ...[
      "dir/up/scripts-secret/canary.txt",
      "dir/up/sundial.sqlite",
      "dir/up/scripts/Case.js",
      "dir/deep/top/etc/passwd",
    ],
    ...[
      "chain0",
      "chain0/canary.txt",
      "chain19/deep/canary.txt",
      "loop0",
      "loop0/x",
      "loop50",
      "dangling",
      "dangling/x",
    ],
    ...["pipe", "pipe/x", "zero", "zero/x", "CASE.JS", "Case.js/x", "n".repeat(256), "d/".repeat(2000)],
  ];
}

type Send = (path: string) => { target: string; call?: Call };

const query = (path: string, more = "") => `?path=${encodeURIComponent(path)}${more}`;
const json = (body: unknown, headers: Record<string, string> = {}): Call => ({ body, headers });
const anyTag = { "if-match": "*" };

function upload(name: string): Call {
  const boundary = "boundary-of-the-test";
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="f"; filename="${
    name.replaceAll('"', "%22")
  }"`;
  const raw = new TextEncoder().encode(`${head}\r\n\r\nfrom the attacker\r\n--${boundary}--\r\n`);
  return { raw, headers: { "content-type": `multipart/form-data; boundary=${boundary}` } };
}

// Every way to pass a path to each route. A route that is missing here fails the test below.
const senders: Record<string, Send[]> = {
  "get tree": [(path) => ({ target: query(path) })],
  "get stat": [(path) => ({ target: query(path) })],
  "get content": [(path) => ({ target: query(path) }), (path) => ({ target: query(path, "&force=true") })],
  "put content": [
    (path) => ({ target: query(path), call: json({ content: "from the attacker" }) }),
    (path) => ({ target: query(path), call: json({ content: "from the attacker" }, anyTag) }),
  ],
  "delete content": [
    (path) => ({ target: query(path) }),
    (path) => ({ target: query(path), call: { headers: { "if-match": `"${"0".repeat(64)}"` } } }),
  ],
  "delete ": [(path) => ({ target: "", call: json({ paths: [path] }) })],
  "post folder": [
    (path) => ({ target: "", call: json({ path }) }),
    (path) => ({ target: "", call: json({ path: `${path}/made` }) }),
  ],
  "post move": [
    (path) => ({ target: "", call: json({ items: [{ from: path, to: "got" }] }) }),
    (path) => ({ target: "", call: json({ items: [{ from: "case.js", to: path }] }) }),
    (path) => ({ target: "", call: json({ items: [{ from: "case.js", to: `${path}/x` }] }) }),
  ],
  "post copy": [
    (path) => ({ target: "", call: json({ items: [{ from: path, to: "got" }] }) }),
    (path) => ({ target: "", call: json({ items: [{ from: "case.js", to: path }] }) }),
    (path) => ({ target: "", call: json({ items: [{ from: "dir", to: `${path}/x` }] }) }),
  ],
  "post upload": [
    (path) => ({ target: query(path), call: upload("x.js") }),
    (path) => ({ target: query("", "&existing=replace"), call: upload(path) }),
    (path) => ({ target: query("dir", "&existing=keep"), call: upload(path) }),
  ],
  "post unpack": [(path) => ({ target: "", call: json({ path, existing: "replace" }) })],
  "get download": [(path) => ({ target: query(path) })],
  "get versions": [(path) => ({ target: query(path) })],
  "post restore": [(path) => ({ target: "", call: json({ path, versionId: 1 }, anyTag) })],
  "get search": [
    (path) => ({ target: query(path, "&q=canary") }),
    (path) => ({ target: query(path, "&q=canary&in=contents") }),
  ],
  "post check": [(path) => ({ target: "", call: json({ path, content: "echo" }) })],
};

const withoutPaths = ["get versions/{id}", "get bin", "post bin/restore", "delete bin", "get samples"];

for (const hold of ["descriptor", "path"] as const) {
  Deno.test(`attacks, held by ${hold}: no path parameter of any route reads or changes anything outside`, async () => {
    await using ground = await Ground.open(hold);
    const { scene } = ground;
    const names = scene.routes.map(({ method, path }) =>
      [method, path.split("/").slice(3).join("/")].join(" ")
    );
    assert.deepEqual([...new Set(names)].sort(), [...Object.keys(senders), ...withoutPaths].sort());
    await scene.save("scripts", "first.js", "a version to restore");
    const before = ground.outside();
    const secrets = [CANARY, "root:x:0:0", await Deno.readTextFile("/proc/self/environ")].filter((one) =>
      one !== ""
    );
    for (const [route, sends] of Object.entries(senders)) {
      const [method, name] = route.split(" ") as [string, string];
      // Each search starts a thread, so one spelling of each path must suffice.
      const area: FileArea = route === "get search" ? "scripts" : name.length % 2 ? "scripts" : "config";
      for (const path of attacks(ground.root)) {
        for (const [index, send] of sends.entries()) {
          const { target, call } = send(path);
          const address = `${area}${name && "/"}${name}${target}`;
          const response = await scene.send(method.toUpperCase(), address, call);
          const text = Buffer.from(await response.arrayBuffer()).toString("latin1");
          const how = `${route} ${index} ${JSON.stringify(path.slice(0, 80))}: ${response.status} ${
            text.slice(0, 200)
          }`;
          assert.ok(response.status !== 500, how);
          for (const secret of secrets) assert.ok(!text.includes(secret), how);
          if (method === "get") continue;
          assert.deepEqual(ground.outside(), before, how);
          await ground.plant([area]);
        }
      }
      assert.deepEqual(await ground.stolen(), [], route);
      assert.deepEqual(ground.outside(), before, route);
      await clean(scene);
      await ground.plant();
    }
  });

  Deno.test(`attacks, held by ${hold}: double, partial or upper-case encoding gives a path no other meaning`, async () => {
    await using ground = await Ground.open(hold);
    const before = ground.outside();
    const spell: ((path: string) => string)[] = [
      (path) => encodeURIComponent(encodeURIComponent(path)),
      (path) =>
        [...new TextEncoder().encode(path)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join(""),
      (path) => path.replaceAll(".", "%2E").replaceAll("/", "%2F"),
      (path) => path.replaceAll("/", "%255c"),
      (path) => path.replaceAll("..", "%u002e%u002e"),
      (path) => `${path}&path=case.js`,
      (path) => `case.js&path=${encodeURIComponent(path)}`,
      (path) => `case.js;path=${path}`,
    ];
    for (const path of ["../outside/canary.txt", "../sundial.sqlite", "out/canary.txt", "/etc/passwd"]) {
      for (const write of spell) {
        for (const name of ["content", "download", "stat"]) {
          const { text } = await ground.scene.call("GET", `scripts/${name}?path=${write(path)}`);
          assert.ok(!text.includes(CANARY) && !text.includes("root:x:0:0"), `${name} ${write(path)}`);
        }
        const saved = await ground.scene.call("PUT", `scripts/content?path=${write(path)}`, {
          body: { content: "x" },
        });
        assert.ok(saved.status !== 500, `${write(path)}: ${saved.text}`);
      }
      for (const { target } of spellPath("", "/api/files/scripts/content")) {
        const response = await ground.scene.sendTo(
          `http://localhost:5780${target}?path=${encodeURIComponent(path)}`,
        );
        assert.ok(!(await response.text()).includes(CANARY), target);
      }
    }
    assert.deepEqual(ground.outside(), before);
    assert.deepEqual(await ground.stolen(), []);
  });

  Deno.test(`attacks, held by ${hold}: ids of one area do not work in the other`, async () => {
    await using ground = await Ground.open(hold);
    const { scene } = ground;
    await scene.save("config", "secret.sh", CANARY);
    const binned = (await scene.call("DELETE", "config/content?path=secret.sh")).json.binId;
    const { json: list } = await scene.call("GET", "config/versions?path=secret.sh");
    const versionId = (list.items as { id: number }[])[0]!.id;
    assert.equal((await scene.call("GET", `scripts/versions/${versionId}`)).status, 404);
    assert.equal(
      (await scene.call("POST", "scripts/restore", { body: { path: "x", versionId } })).status,
      404,
    );
    const body = { ids: [binned] };
    for (const [method, path] of [["POST", "scripts/bin/restore"], ["DELETE", "scripts/bin"]] as const) {
      const { text } = await scene.call(method, path, { body });
      assert.match(text, /"not_found"/);
    }
    assert.equal((await scene.call("GET", "config/bin")).text.includes("secret.sh"), true);
  });
}

// Removes files with unusual but harmless names.
async function clean(scene: FileScene): Promise<void> {
  for (const area of fileAreas) {
    for (const { name } of [...Deno.readDirSync(scene.path(area))]) {
      await Deno.remove(scene.path(area, name), { recursive: true });
    }
  }
}

// Not resolved by path: another process may swap the folder between check and use.
Deno.test("attacks: swapping a folder for a link thousands of times escapes nowhere", async () => {
  await using ground = await Ground.open("descriptor");
  const { scene } = ground;
  await scene.save("scripts", "swapped/canary.js", "inside");
  await scene.save("scripts", "swapped/deep/canary.txt", "inside");
  await Deno.symlink(join(ground.root, "outside"), scene.path("scripts", "other"));
  const before = ground.outside();
  const swaps = 30_000;
  const swapper = startSwapping(scene.path("scripts", "swapped"), scene.path("scripts", "other"), swaps);
  const seen: Record<string, number> = {};
  const count = (what: string) => seen[what] = (seen[what] ?? 0) + 1;
  let isOver = false;
  void swapper.then(() => isOver = true);
  for (let turn = 0; !isOver; turn++) {
    const responses = await Promise.all([
      scene.call("GET", "scripts/content?path=swapped/canary.js"),
      scene.put("scripts", "swapped/canary.js", `inside ${turn}`, { "if-match": "*" }),
      scene.put("scripts", "swapped/new.js", "inside", turn % 2 ? { "if-match": "*" } : {}),
      scene.call("GET", "scripts/tree?path=swapped"),
      scene.call("GET", "scripts/download?path=swapped/deep/canary.txt"),
      scene.call("GET", "scripts/download?path=swapped"),
      scene.call("POST", "scripts/copy", {
        body: { items: [{ from: "swapped/canary.js", to: `copied/${turn}` }] },
      }),
      scene.call("POST", "scripts/copy", {
        body: { items: [{ from: "copied", to: `swapped/copied ${turn}` }] },
      }),
      scene.call("POST", "scripts/folder", { body: { path: `swapped/folder ${turn}/x` } }),
      scene.call("DELETE", "scripts/content?path=swapped/new.js"),
    ]);
    for (const { status, text } of responses) {
      assert.ok(!text.includes(CANARY), text.slice(0, 200));
      assert.notEqual(status, 500, text);
      count(String(status));
    }
  }
  assert.equal(await swapper, swaps);
  assert.deepEqual(ground.outside(), before);
  assert.deepEqual(await ground.stolen(), []);
  assert.ok((seen["200"] ?? 0) > 0 && (seen["403"] ?? 0) > 0, `both occurred: ${JSON.stringify(seen)}`);
});

// In a thread of its own: folder and link swap places, with only an instant without either.
function startSwapping(folder: string, link: string, swaps: number): Promise<number> {
  const source = `
    const [folder, link, aside] = ${JSON.stringify([folder, link, `${folder}-aside`])};
    // A save may recreate the folder in the instant without one.
    const rename = (from, to) => {
      for (;;) {
        try {
          return Deno.renameSync(from, to);
        } catch {
          try {
            Deno.removeSync(to, { recursive: true });
          } catch {
            // It is being filled, or gone again.
          }
        }
      }
    };
    for (let turn = 0; turn < ${swaps}; turn++) {
      rename(folder, aside);
      rename(link, folder);
      rename(folder, link);
      rename(aside, folder);
    }
    postMessage(${swaps});
  `;
  const worker = new Worker(`data:application/javascript,${encodeURIComponent(source)}`, { type: "module" });
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => {
      worker.terminate();
      resolve(data);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      reject(new Error(event.message));
    };
  });
}
