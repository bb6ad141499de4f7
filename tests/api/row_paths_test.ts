// Paths in a restored or edited database: whatever a path column contains, nothing outside its folder is
// read, changed, moved or deleted.
import assert from "node:assert/strict";
import { basename, join, relative } from "node:path";
import { Trash } from "../../server/features/files/trash.ts";
import { openFiles } from "../../server/features/files/files_parts.ts";
import { keepFiles } from "../../server/features/files/upkeep.ts";
import { removeOldRuns } from "../../server/features/runs/retention.ts";
import { compareFile } from "../../server/features/subscriptions/stored_pulls.ts";
import { Bus } from "../../server/engine/bus.ts";
import { systemClock } from "../../server/platform/clock.ts";
import { FilesRoot } from "../../server/platform/files/files_root.ts";
import { everyFile } from "../support/retained_files.ts";
import { TestPanel } from "../support/test_panel.ts";
import { type PathColumn, pathColumns } from "../support/path_columns.ts";
import { until } from "../support/until.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";

const logger = { debug() {}, info() {}, warn() {}, error() {} };
const SECRET = "planted-outside-7f3a";

interface Scene {
  panel: TestPanel;
  headers: Record<string, string>;
  outside: string;
  /** Returns the spelling of `target` outside, relative to a folder of the data folder. */
  spell(folder: string, target: string): string;
  /** The panel's responses. */
  results: string[];
  request(method: string, path: string, body?: unknown): Promise<void>;
}

/** Spellings of a path outside a folder; each creates the links it needs. */
const spellings: Record<string, (folder: string, outside: string, target: string) => string> = {
  "by ..": (folder, outside, target) => relative(folder, join(outside, target)),
  "as an absolute path": (_, outside, target) => join(outside, target),
  "through a link": (folder, outside, target) => {
    linkTo(outside, join(folder, "way"));
    return join("way", target);
  },
  "as a link": (folder, outside, target) => {
    linkTo(join(outside, target), join(folder, "alias"));
    return "alias";
  },
};

function linkTo(target: string, path: string): void {
  Deno.mkdirSync(join(path, ".."), { recursive: true });
  try {
    Deno.symlinkSync(target, path);
  } catch (error) {
    if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
  }
}

async function inScene(how: string, action: (scene: Scene) => Promise<void>): Promise<void> {
  await using temporary = await temporaryFolder();
  const outside = temporary.path;
  await Deno.mkdir(join(outside, "folder"));
  for (const name of ["victim.log", "victim.log.times", "folder/kept", "folder/victim.js"]) {
    await Deno.writeTextFile(join(outside, name), SECRET);
  }
  await Deno.writeTextFile(join(outside, "picture.png"), SECRET);
  await Deno.writeTextFile(join(outside, "victim.sh"), `touch ${outside}/was-run; echo ${SECRET}\n`);
  await Deno.writeTextFile(join(outside, "folder/package.json"), `{"version": "${SECRET}"}`);
  await using panel = await TestPanel.open();
  const headers = await panel.logIn();
  const responses: string[] = [];
  const request = async (method: string, path: string, body?: unknown) => {
    const response = await panel.send(method, path, { headers, ...(body !== undefined && { body }) });
    responses.push(await response.text());
    assert.ok(response.status < 500, `${method} ${path}: ${response.status} ${responses.at(-1)}`);
  };
  const spell = (folder: string, target: string) =>
    spellings[how]!(join(panel.dataDir, folder), outside, target);
  const before = await everyFile(outside);
  await action({ panel, headers, outside, results: responses, request, spell });
  assert.deepEqual(await everyFile(outside), before, "outside");
  for (const response of responses) assert.ok(!response.includes(SECRET), response);
}

const run = {
  ...{ task_name: "odd", cause: "person", due_count: 1, queued_at: 1, start_after: 1, queue_rank: 0 },
  ...{ queue_order: 1, attempt: 1 },
} as const;

async function addRun({ panel }: Scene, values: Record<string, unknown>): Promise<number> {
  const { id } = await panel.db.insertInto("run").values(
    { ...run, state: "failed", finished_at: 2, ...values } as never,
  )
    .returning("id").executeTakeFirstOrThrow();
  return Number(id);
}

function files({ panel: { dataDir: root, db } }: Scene) {
  const bus = new Bus((error) => {
    throw error;
  });
  const folder = { root, scripts: join(root, "scripts"), config: join(root, "config") };
  return { parts: openFiles({ db, clock: systemClock, bus, folder }), pause: () => Promise.resolve() };
}

async function addTrashEntry({ panel }: Scene, path: string, place: string): Promise<number> {
  const row = {
    area: "scripts",
    path,
    kind: "file",
    size: 1,
    place,
    deleted_at: 1,
    deleted_by: null,
  } as const;
  return (await panel.db.insertInto("bin_entry").values(row).returning("id").executeTakeFirstOrThrow()).id;
}

async function emptyTrash(scene: Scene): Promise<void> {
  const { db, dataDir } = scene.panel;
  const trash = new Trash({ db, clock: systemClock, folder: join(dataDir, "bin") });
  await trash.purge(systemClock.now(), () => Promise.resolve());
}

async function addSubscription({ panel }: Scene, alias: string): Promise<number> {
  const { id } = await panel.db.insertInto("subscription").values({
    ...{ name: "odd", type: "public_repository", url: "https://example.invalid/a/b.git", branch: "", alias },
    ...{
      username: "",
      schedule_json: '{"kind":"manual"}',
      whitelist: "",
      blacklist: "",
      dependency_words: "",
    },
    ...{ extensions: "", auto_add: 1, auto_delete: 1, on_change: "keep", review: "never", enabled: 1 },
    ...{ cursor_at: 0, created_at: 0, updated_at: 0, version: 1 },
  } as never).returning("id").executeTakeFirstOrThrow();
  return Number(id);
}

async function addTree({ panel }: Scene, id: number, alias: string, paths: string[]): Promise<void> {
  const files_json = JSON.stringify(paths.map((path) => ({ path, hash: "0", size: 1, script: null })));
  await panel.db.insertInto("subscription_tree").values({
    ...{ subscription_id: id, run_id: 1, alias, commit: "c", files_json, at: 1 },
    counts_json: "{}",
  } as never).execute();
}

async function renameAndRemove(scene: Scene, id: number): Promise<void> {
  await scene.request("PATCH", `/subscriptions/${id}`, { alias: "renamed" });
  await scene.request("DELETE", `/subscriptions/${id}?withTasks=true`);
}

const attacks: Record<PathColumn, (scene: Scene) => Promise<void>> = {
  "account.avatar_hash": async (scene) => {
    const avatar_hash = scene.spell("avatars", "picture.png").replace(/\.png$/, "");
    if (avatar_hash === "alias") {
      linkTo(join(scene.outside, "picture.png"), join(scene.panel.dataDir, "avatars/alias.png"));
    }
    await scene.panel.db.updateTable("account").set({ avatar_hash }).execute();
    await scene.request("GET", "/account/avatar");
  },
  "bin_entry.path": async (scene) => {
    await Deno.mkdir(join(scene.panel.dataDir, "bin/one"), { recursive: true });
    await Deno.writeTextFile(join(scene.panel.dataDir, "bin/one/kept"), "new");
    const id = await addTrashEntry(scene, scene.spell("scripts", "new-file"), "one");
    await scene.request("POST", "/files/scripts/bin/restore", { ids: [id] });
  },
  "bin_entry.place": async (scene) => {
    const id = await addTrashEntry(scene, "given-back", scene.spell("bin", "folder"));
    await scene.request("GET", "/files/scripts/bin");
    await scene.request("POST", "/files/scripts/bin/restore", { ids: [id] });
    await scene.request("GET", "/files/scripts/content?path=given-back");
    await scene.request("DELETE", "/files/scripts/bin", { ids: [id] });
    await emptyTrash(scene);
    assert.deepEqual(
      await scene.panel.db.selectFrom("bin_entry").selectAll().execute(),
      [],
      "the row is deleted",
    );
  },
  "dependency.name": async (scene) => {
    const { db, dataDir } = scene.panel;
    await Deno.mkdir(join(dataDir, "deps/node/node_modules"), { recursive: true });
    const name = scene.spell("deps/node/node_modules", "folder");
    // A link that the user put there is meant to be followed.
    if (name === "alias") return;
    const row = { type: "node", name, state: "installed", remarks: "", act: "install" } as const;
    const { id } = await db.insertInto("dependency").values(
      { ...row, created_at: 1, updated_at: 1, version: 1 } as never,
    )
      .returning("id").executeTakeFirstOrThrow();
    await scene.request("POST", "/dependencies/reinstall", { ids: [Number(id)] });
    await until(
      "the installation has ended",
      async () =>
        (await db.selectFrom("dependency").select("state").executeTakeFirst())?.state !== "installing",
    );
    await scene.request("GET", "/dependencies");
  },
  "file_version.hash": async (scene) => {
    await Deno.writeTextFile(join(scene.panel.dataDir, "scripts/a.js"), "x");
    const hash = scene.spell("versions/..", "folder/kept");
    const row = {
      area: "scripts",
      path: "a.js",
      hash,
      size: 1,
      saved_at: 1,
      saved_by: null,
      cause: "saved",
    } as const;
    // Its first two letters name its folder.
    for (const one of [hash, `../${hash}`, hash.padStart(hash.length + 1, "/")]) {
      const { id } = await scene.panel.db.insertInto("file_version").values({ ...row, hash: one } as never)
        .returning("id").executeTakeFirstOrThrow();
      await scene.request("GET", `/files/scripts/versions/${id}`);
      await scene.request("POST", "/files/scripts/restore", { versionId: Number(id), path: "b.js" });
      await scene.request("GET", "/files/scripts/content?path=b.js");
    }
    await keepFiles({ db: scene.panel.db, clock: systemClock, ...files(scene) });
  },
  "file_version.path": async (scene) => {
    await Deno.writeTextFile(join(scene.panel.dataDir, "scripts/a.js"), "x");
    const path = scene.spell("scripts", "folder/kept");
    const row = {
      area: "scripts",
      path,
      hash: "0".repeat(64),
      size: 1,
      saved_at: 1,
      saved_by: null,
      cause: "saved",
    };
    const { id } = await scene.panel.db.insertInto("file_version").values(row as never).returning("id")
      .executeTakeFirstOrThrow();
    await scene.request("GET", `/files/scripts/versions/${id}`);
    await scene.request("GET", `/files/scripts/versions?path=${encodeURIComponent(path)}`);
    await keepFiles({ db: scene.panel.db, clock: systemClock, ...files(scene) });
  },
  "run.log_path": async (scene) => {
    const log_path = scene.spell("logs", "victim.log");
    const id = await addRun(scene, { log_path });
    for (
      const tail of [
        "log",
        "log/times",
        "log/search?q=planted",
        "log/first-error",
        "missing",
        "log?download=true",
      ]
    ) {
      await scene.request("GET", `/runs/${id}/${tail}`);
    }
    const { db, dataDir } = scene.panel;
    const removal = { db, logger, logs: join(dataDir, "logs"), before: systemClock.now() };
    await removeOldRuns(removal);
    assert.deepEqual(await db.selectFrom("run").selectAll().execute(), [], "the row is removed");
  },
  "run.subject_json": async (scene) => {
    const copy = scene.spell("scripts", "victim.sh");
    const subject_json = JSON.stringify({ script: "a.sh", copy });
    const id = await addRun(scene, { kind: "debug", subject_json, state: "queued", finished_at: null });
    // A requested run wakes the queue.
    await runTask(scene, {});
    await until("the run has ended", async () => {
      const found = await scene.panel.db.selectFrom("run").select("finished_at").where("id", "=", id)
        .executeTakeFirstOrThrow();
      return found.finished_at !== null;
    });
    await scene.request("GET", `/runs/${id}/log`);
  },
  "subscription.alias": async (scene) => {
    const alias = scene.spell("scripts", "folder");
    const id = await addSubscription(scene, alias);
    await addTree(scene, id, "tree", ["victim.js"]);
    await scene.request("POST", "/subscriptions/run", { ids: [id] });
    await until("the pull has ended", async () => {
      const rows = await scene.panel.db.selectFrom("run").select(["finished_at", "log_path"]).execute();
      return rows.length > 0 && rows.every(({ finished_at }) => finished_at !== null);
    });
    await renameAndRemove(scene, id);
  },
  "subscription_tree.alias": async (scene) => {
    const id = await addSubscription(scene, "plain");
    await Deno.mkdir(join(scene.panel.dataDir, "scripts/plain"));
    await addTree(scene, id, scene.spell("scripts", "folder"), ["victim.js"]);
    await renameAndRemove(scene, id);
  },
  "subscription_tree.files_json": async (scene) => {
    const path = scene.spell("scripts/plain", "folder/victim.js");
    const scripts = new FilesRoot(join(scene.panel.dataDir, "scripts"));
    const folder = join(scene.panel.dataDir, "scripts/plain");
    await Deno.mkdir(folder, { recursive: true });
    const file = { path, hash: "0", size: 1, script: null };
    const pull = { runId: 1, commit: "c", files: [file], defaultCron: null, leftOut: [] };
    const check = { pull, folder, before: [file], scripts, alias: "plain", path };
    scene.results.push(JSON.stringify(await compareFile(check as never)));
  },
  "task.log_folder": async (scene) => await runTask(scene, { log_folder: scene.spell("logs", "folder") }),
};

async function runTask(scene: Scene, values: Record<string, unknown>): Promise<void> {
  const { panel, headers } = scene;
  const body = { name: "odd", command: "echo hello", schedules: "manual" };
  const { id } = await panel.request("POST", "/tasks", { headers, body });
  await panel.db.updateTable("task").set(values.log_folder ? values : { name: "odd" }).where("id", "=", id)
    .execute();
  await scene.request("POST", "/tasks/run", { ids: [id] });
  await until("the run has ended", async () => {
    const rows = await panel.db.selectFrom("run").select("finished_at").where("task_id", "=", id).execute();
    return rows.length > 0 && rows.every(({ finished_at }) => finished_at !== null);
  });
}

for (const column of pathColumns) {
  for (const how of Object.keys(spellings)) {
    Deno.test(`row paths: ${column} cannot lead outside ${how}`, async () => {
      await inScene(how, attacks[column]);
    });
  }
}

Deno.test("row paths: valid paths are followed, so the rejections above are meaningful", async () => {
  await using panel = await TestPanel.open();
  const headers = await panel.logIn();
  const log_path = "odd/one.log";
  await Deno.mkdir(join(panel.dataDir, "logs/odd"));
  await Deno.writeTextFile(join(panel.dataDir, "logs", log_path), "what was said");
  const { id } = await panel.db.insertInto("run").values(
    { ...run, state: "failed", finished_at: 2, log_path } as never,
  )
    .returning("id").executeTakeFirstOrThrow();
  assert.match(await panel.request("GET", `/runs/${id}/log`, { headers }), /what was said/);
  const removal = { db: panel.db, logger, logs: join(panel.dataDir, "logs"), before: systemClock.now() };
  await removeOldRuns(removal);
  assert.deepEqual([...Deno.readDirSync(join(panel.dataDir, "logs"))].map(({ name }) => basename(name)), []);
});
