// Malicious repositories and servers: they can deliver files and nothing else.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type CommitFile, GitServer, script } from "../support/git_server.ts";
import { SubscriptionScene } from "../support/subscription_scene.ts";
import {
  appliedFile,
  jobFile,
  type Pulled,
  pulledFile,
  type PullJob,
  type PullLimits,
  readMessage,
  usualLimits,
  writeMessage,
} from "../../server/features/subscriptions/pull/job.ts";
import { pullHost } from "../../server/platform/script_host.ts";
import { until } from "../support/until.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";

const long = `${"n".repeat(260)}.js`;

Deno.test("subscriptions: a hostile repository yields only files", async () => {
  await using scene = await SubscriptionScene.open();
  const repository = await scene.repository({});
  const canary = join(scene.dataDir, "canary");
  const files: Record<string, CommitFile> = {
    "good.js": script("Good", "1 1 * * *"),
    ".gitattributes": "*.js filter=evil diff=evil merge=evil\n*.js filter=lfs\n",
    ".gitmodules":
      `[submodule "m"]\n path = m.js\n url = ext::sh -c touch% ${canary}\n update = !touch ${canary}\n`,
    ".lfsconfig": `[lfs]\n url = http://169.254.169.254/\n`,
    "m.js": { mode: "160000", hash: "1".repeat(40) },
    "out.js": { mode: "120000", content: "/etc/passwd" },
    "linked": { mode: "120000", content: ".." },
    "--upload-pack=x.js": script("Option", "2 2 * * *"),
    "-rf.js": script("Dash", "2 2 * * *"),
    "$(touch canary).js": script("Shell", "2 2 * * *"),
    'it\'s "both" $x.js': script("Quotes", "2 2 * * *"),
    "new\nline.js": "x",
    "bell\u0007.js": "x",
    "turned\u202esj.js": "x",
    "back\\slash.js": "x",
    ".sundial-save-x.js": "x",
    "..": { mode: "100644", content: "x" },
    "con.js": "x",
    "huge.js": new Uint8Array(25 * 1024 * 1024),
    "evil.js": "/*\n * name: new\u0000name\n * cron: ?\n */",
    [long]: "x",
    ".git/hooks/post-checkout.js": "#!/bin/sh\ntouch canary\n",
    ".GIT/config.js": "[core]\n fsmonitor = touch canary\n",
    "hooks/post-checkout": `#!/bin/sh\ntouch ${canary}\n`,
    "sub/../../escape.js": "x",
  };
  await repository.commit(files);
  const { id } = await scene.create();
  const run = await scene.pull(id);
  const names = [
    "good.js",
    "--upload-pack=x.js",
    "-rf.js",
    "$(touch canary).js",
    'it\'s "both" $x.js',
    "con.js",
    "evil.js",
  ];
  assert.deepEqual(await scene.files(), names.map((name) => `owner_one/${name}`).sort());
  for (
    const name of [
      "m.js",
      "out.js",
      "linked",
      "new\\nline.js",
      "huge.js",
      "escape.js",
      ".git/hooks",
      "n".repeat(100),
    ]
  ) {
    assert.ok(run.log.includes("Skipped ") && run.log.includes(name), `${name}\n${run.log}`);
  }
  assert.ok(!existsSync(canary));
  assert.ok(!run.log.includes("root:"));
  const copy = join(scene.dataDir, "ql", "data", "repo", "owner_one");
  const copied = [...walkSync(copy)];
  assert.ok(copied.every(({ isSymlink, isFile, isDirectory }) => !isSymlink && (isFile || isDirectory)));
  assert.deepEqual(
    copied.filter(({ name }) => /^\.git$|^escape\.js$|^\.sundial-|^huge|^new/i.test(name)),
    [],
  );
  assert.ok(copied.some(({ name }) => name === "post-checkout"));
  const tasks = await scene.tasks();
  assert.deepEqual(tasks.map(({ command }) => command).sort(), [
    "task 'owner_one/$(touch canary).js'",
    "task owner_one/--upload-pack=x.js",
    "task owner_one/-rf.js",
    "task owner_one/con.js",
    "task owner_one/evil.js",
    "task owner_one/good.js",
  ]);
  assert.match(run.log, /No task for it's "both" \$x\.js: its name cannot be used in a command/);
  const task = tasks.find(({ command }) => command.includes("canary"));
  await scene.panel.json("/api/tasks/run", { json: { ids: [task?.id] } });
  const { items: [made] } = await scene.panel.json<{ items: { id: number }[] }>(
    `/api/tasks/${task?.id}/runs`,
  );
  assert.equal((await scene.end(made?.id ?? 0)).state, "succeeded");
});

Deno.test("subscriptions: command injection in addresses, branches and expressions is rejected or inert", async () => {
  await using scene = await SubscriptionScene.open();
  await scene.repository({ "a.js": script("Alpha", "1 1 * * *") });
  const url = scene.server.url("owner/one.git");
  const rejected: Record<string, Record<string, unknown>> = {
    url: { url: "ext::sh -c touch% /tmp/x" },
    "url ": { url: "--upload-pack=touch /tmp/x" },
    " url": { url: "ssh://-oProxyCommand=touch/x.git" },
    branch: { branch: "--upload-pack=touch" },
    "branch ": { branch: "a..b" },
    " branch": { branch: "*" },
    alias: { alias: "../../etc" },
    "alias ": { alias: ".sundial-x" },
    whitelist: { whitelist: "(a)\\1" },
    blacklist: { blacklist: "((((" },
    proxy: { proxy: "socks9://x" },
    "schedule.rules.0": { schedule: { kind: "cron", rules: ["* * 30 2 *"] } },
    pinnedCommit: { pinnedCommit: "--exec=x", review: "pinned" },
    timeZone: { timeZone: "Mars/Base" },
  };
  for (const [field, input] of Object.entries(rejected)) {
    const response = await scene.panel.fetch("/api/subscriptions", {
      json: { name: "x", type: "public_repository", url, schedule: { kind: "manual" }, ...input },
    });
    const { issues } = await response.json() as { issues: { path: string }[] };
    assert.deepEqual([response.status, issues.map(({ path }) => path)], [422, [field.trim()]], field);
  }
  const { id } = await scene.create({ url, whitelist: "(a+)+|$(touch /tmp/x)", before: null });
  await scene.pull(id);
});

/** Runs the process of a pull without a panel; returns its result and its output. */
async function pullAlone(
  url: string,
  limits: Partial<PullLimits>,
  type: PullJob["type"] = "public_repository",
  { language = "en", env = {} }: { language?: PullJob["language"]; env?: Record<string, string> } = {},
): Promise<{ code: number; log: string; pulled: Pulled | null }> {
  await using folder = await temporaryFolder();
  const scripts = join(folder.path, "scripts");
  await Deno.mkdir(scripts);
  const job: PullJob = {
    ...{
      runId: 1,
      part: { kind: "preview" },
      language,
      type,
      url,
      branch: "",
      pinnedCommit: null,
      username: "",
    },
    rules: { whitelist: "", blacklist: "", dependencyWords: "", extensions: "" },
    ...{
      before: null,
      after: null,
      configFile: null,
      alias: "x",
      scripts,
      staging: "staging",
      environment: {},
      connect: [],
    },
    repository: null,
    ...{ knownHosts: join(folder.path, "known"), allowNetworks: ["127.0.0.1"], gitProtocols: ["http"] },
    requester: "person",
    limits: { ...usualLimits, ...limits },
  };
  writeMessage(folder.path, jobFile, job);
  const [program = "", ...args] = [...pullHost(), folder.path];
  const output = new Deno.Command(program, { args, env, stdout: "piped", stderr: "piped" }).output();
  let isOver = false;
  void output.then(() => isOver = true);
  await until("the pull to respond", () => isOver || existsSync(join(folder.path, pulledFile)));
  const pulled = readMessage<Pulled>(folder.path, pulledFile);
  if (pulled !== null) writeMessage(folder.path, appliedFile, { outcome: "previewed", lines: [] });
  const { code, stdout, stderr } = await output;
  const decoder = new TextDecoder();
  const log = decoder.decode(stdout) + decoder.decode(stderr);
  const left = [...Deno.readDirSync(folder.path)].map(({ name }) => name);
  assert.ok(!left.includes("repository") && !left.includes("home"), String(left));
  return { code, log, pulled };
}

Deno.test("pull: rejects too large repositories cleanly", async () => {
  await using server = new GitServer();
  const make = async (name: string, files: Record<string, CommitFile>) => {
    await (await server.repository(name)).commit(files);
    return server.url(name);
  };
  const noise = crypto.getRandomValues(new Uint8Array(60_000));
  const many = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`f${index}.js`, `${index}`]));
  const large = await make("large.git", { "a.js": "1", "noise.bin": noise });
  const numerous = await make("many.git", many);
  const zeros = await make("zeros.git", {
    "a.js": "1",
    "b.js": new Uint8Array(3_000_000),
    "c.js": new Uint8Array(3_000_000),
  });
  const tries: [string, Partial<PullLimits>, RegExp][] = [
    [large, { packBytes: 20_000 }, /git ended/],
    [numerous, { entries: 50 }, /more than 50 files/],
    [numerous, { files: 50 }, /More than 50 files match/],
    [zeros, { totalBytes: 5_000_000 }, /exceeds 5000000 bytes/],
  ];
  for (const [url, limits, reason] of tries) {
    const { code, log, pulled } = await pullAlone(url, limits);
    assert.deepEqual([code, pulled], [1, null], log);
    assert.match(log, reason);
  }
  const { pulled } = await pullAlone(zeros, { fileBytes: 1_000 });
  assert.deepEqual(pulled?.files.map(({ path }) => path), ["a.js"]);
  assert.deepEqual(pulled?.leftOut.map(({ reason }) => reason), ["too_large", "too_large"]);
});

Deno.test("pull: rejects a git without the required limits, in the panel's language; single files need no git", async () => {
  await using trash = await temporaryFolder();
  const calls = join(trash.path, "calls");
  {
    await using server = new GitServer({
      instead: ({ url }) => url.endsWith("/x.js") ? new Response(script("One", "1 1 * * *")) : null,
    });
    await (await server.repository("one.git")).commit({ "a.js": "1" });
    const pullWith = async (version: string, language: "en" | "zh", path = "one.git") => {
      const text = `#!/bin/sh\necho "$@" >> '${calls}'\necho 'git version ${version}'\n`;
      await Deno.writeTextFile(join(trash.path, "git"), text, { mode: 0o755 });
      await Deno.writeTextFile(calls, "");
      const type = path.endsWith(".js") ? "file" : "public_repository";
      const env = { PATH: `${trash.path}:${Deno.env.get("PATH")}` };
      const response = await pullAlone(server.url(path), {}, type, { language, env });
      return { ...response, calls: (await Deno.readTextFile(calls)).trim() };
    };
    for (const version of ["2.36.9", "1.99.0", "2.9.5", "unknown"]) {
      const printed = /^\d/.test(version) ? version : "?";
      for (const language of ["en", "zh"] as const) {
        const { code, pulled, log, calls } = await pullWith(version, language);
        assert.deepEqual([code, pulled, calls], [1, null, "--version"], log);
        assert.deepEqual(server.requested, [], "no server is contacted before that is known");
        const expected = language === "en" ? `git ${printed} is too old` : `git ${printed} 版本过低`;
        assert.ok(log.includes(expected) && log.includes("2.37"), log);
      }
    }
    for (const version of ["2.37.0", "2.39.5 (Apple Git-154)", "3.0.0"]) {
      const { log, calls } = await pullWith(version, "en");
      assert.ok(!log.includes("too old") && calls.includes("init"), log);
    }
    const single = await pullWith("2.30.0", "en", "x.js");
    assert.deepEqual([single.code, single.calls], [0, ""], single.log);
  }
});

/** Responds to a request for refs with ever more of them; limited, in case the client does not stop it. */
function endlessRefs(max: number, pauseMs: number): Response {
  const line = (text: string) => `${(text.length + 4).toString(16).padStart(4, "0")}${text}`;
  let sent = 0;
  const begin = `${line("# service=git-upload-pack\n")}0000${line(`${"1".repeat(40)} HEAD\0shallow\n`)}`;
  return new Response(
    new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode(begin)),
      async pull(controller) {
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
        if (sent > max) return controller.close();
        const count = pauseMs === 0 ? 2_000 : 1;
        const refs = Array.from(
          { length: count },
          () => `${"2".repeat(40)} refs/heads/${"x".repeat(60)}${sent++}\n`,
        );
        controller.enqueue(new TextEncoder().encode(refs.map(line).join("")));
      },
    }),
    { headers: { "content-type": "application/x-git-upload-pack-advertisement" } },
  );
}

Deno.test("pull: endless refs hit the memory limit, and slow ones the time limit", async () => {
  await using server = new GitServer({
    instead: ({ url }) => url.includes("/fast.git") ? endlessRefs(2_000_000, 0) : endlessRefs(2_000_000, 100),
  });
  const fast = await pullAlone(server.url("fast.git"), { memoryBytes: 64 * 1024 * 1024 });
  assert.deepEqual([fast.code, fast.pulled], [1, null], fast.log);
  assert.match(fast.log, /needs more memory than a pull may use \(64 MB\)/);
  const slow = await pullAlone(server.url("slow.git"), { fetchMs: 1_500 });
  assert.deepEqual([slow.code, slow.pulled], [1, null], slow.log);
  assert.match(slow.log, /longer than 2 seconds/);
});

Deno.test("pull: a slow server hits the time limit", async () => {
  const timers: ReturnType<typeof setInterval>[] = [];
  const drip = () =>
    new Response(
      new ReadableStream({
        start(controller) {
          timers.push(setInterval(() => {
            try {
              controller.enqueue(new TextEncoder().encode("0"));
            } catch {
              // The client has disconnected.
            }
          }, 900));
        },
      }),
      { headers: { "content-type": "application/x-git-upload-pack-result" } },
    );
  let posts = 0;
  const instead = (request: Request) => {
    // The first request lists the refs.
    const isFetch = request.method === "POST" && ++posts > 1;
    return isFetch || request.url.includes("/drip/") ? drip() : null;
  };
  await using server = new GitServer({ instead });
  await (await server.repository("one.git")).commit({ "a.js": "1" });
  for (const [path, type] of [["one.git", "public_repository"], ["drip/x.js", "file"]] as const) {
    const { code, log } = await pullAlone(server.url(path), { fetchMs: 1_500 }, type);
    assert.equal(code, 1);
    assert.match(log, /longer than 2 seconds/);
    // If the client had not disconnected, it would still be sending.
  }
  for (const timer of timers) clearInterval(timer);
});

function* walkSync(folder: string): Generator<Deno.DirEntry> {
  for (const entry of Deno.readDirSync(folder)) {
    yield entry;
    if (entry.isDirectory) yield* walkSync(join(folder, entry.name));
  }
}
