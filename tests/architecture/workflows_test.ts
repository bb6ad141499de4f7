// GitHub runs the workflows, not these tests: what they name is compared with the project, and their script is run.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { openRelease } from "../../server/platform/release/manifest.ts";
import { makeKeyPair } from "../../tools/sign_release.ts";
import { root } from "./read_tree.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";
import { runProgram } from "../support/run_program.ts";

const folder = join(root, ".github/workflows");
const workflows = readdirSync(folder).map((name) => ({
  name,
  text: readFileSync(join(folder, name), "utf8"),
}));

Deno.test("workflows: actions are pinned to a commit, with its version beside it", () => {
  const used = workflows.flatMap(({ text }) =>
    [...text.matchAll(/^\s*(?:- )?uses: (.*)$/gm)].map((match) => match[1]!)
  );
  assert.ok(used.length > 3);
  for (const action of used) assert.match(action, /^actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});

Deno.test("workflows: commands, tasks and files that they name exist", () => {
  const { tasks } = JSON.parse(readFileSync(join(root, "deno.json"), "utf8")) as {
    tasks: Record<string, unknown>;
  };
  const text = workflows.map((workflow) => workflow.text).join("\n");
  const named = [...text.matchAll(/deno task (\w+)/g)].map((match) => match[1]!);
  assert.deepEqual(named.filter((name) => !(name in tasks)), []);
  for (const path of text.match(/(?:\.ci\/run|\.github\/\w+\.sh|tools\/\w+\.ts)\b/g) ?? []) {
    assert.ok(existsSync(join(root, path)), path);
  }
});

Deno.test("workflows: they use the Deno of the image", () => {
  const [, version] = /ARG DENO_VERSION=(\S+)/.exec(readFileSync(join(root, "Dockerfile"), "utf8"))!;
  for (const { name, text } of workflows) {
    for (const [, used] of text.matchAll(/DENO_VERSION: (\S+)/g)) assert.equal(used, version, name);
  }
});

Deno.test("workflows: a release is signed with its notes, executables and image", async () => {
  await using temporary = await temporaryFolder();
  const path = (name: string) => join(temporary.path, name);
  makeKeyPair(path("release.key"));
  await Deno.mkdir(path("assets"));
  await Deno.writeTextFile(path("assets/sundial-x86_64-unknown-linux-gnu"), "linux");
  await Deno.writeTextFile(path("assets/sundial-aarch64-pc-windows-msvc.exe"), "windows");
  await Deno.writeTextFile(path("CHANGELOG.md"), "# Changelog\n\n## 1.2.0\n\n- New\n\n## 1.1.0\n\n- Old\n");
  await Deno.writeTextFile(path("CHANGELOG.zh.md"), "# 更新日志\n\n## 1.2.0\n\n- 新\n");
  const bin = path("bin");
  await Deno.mkdir(bin);
  await Deno.symlink(Deno.execPath(), join(bin, "deno"));
  const files = ["assets", "release.key", "release.json"];
  const sign = (version: string) =>
    runProgram([join(root, ".github/sign.sh"), version, ...files, "images.example.org/sundial"], {
      cwd: temporary.path,
      env: {
        PATH: `${bin}:${Deno.env.get("PATH")}`,
        ...{ GITHUB_SERVER_URL: "https://git.example.org", GITHUB_REPOSITORY: "owner/sundial" },
      },
    });
  const { code, err } = await sign("1.2.0");
  assert.equal(code, 0, err);
  const key = (await Deno.readTextFile(path("release.key.pub"))).trim();
  const text = await Deno.readTextFile(path("release.json"));
  const manifest = openRelease(text, { key, now: Date.now(), seen: null });
  assert.deepEqual(manifest.notes, { en: "\n- New\n\n", zh: "\n- 新\n" });
  assert.equal(manifest.image, "images.example.org/sundial:1.2.0");
  const addresses = Object.fromEntries(
    Object.entries(manifest.assets).map(([target, { address }]) => [target, address]),
  );
  const base = "https://git.example.org/owner/sundial/releases/download/v1.2.0";
  assert.deepEqual(addresses, {
    "aarch64-pc-windows-msvc": `${base}/sundial-aarch64-pc-windows-msvc.exe`,
    "x86_64-unknown-linux-gnu": `${base}/sundial-x86_64-unknown-linux-gnu`,
  });
  assert.equal((await sign("1.3.0")).code, 1);
});
