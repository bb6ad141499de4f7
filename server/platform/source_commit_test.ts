import assert from "node:assert/strict";
import { join } from "node:path";
import { readSourceCommit } from "./source_commit.ts";

const git = async (folder: string, ...args: string[]): Promise<string> => {
  const env = { GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" };
  const identity = ["-c", "user.name=Mira", "-c", "user.email=mira@example.org"];
  const { success, stdout, stderr } = await new Deno.Command("git", {
    args: [...identity, ...args],
    cwd: folder,
    env,
  })
    .output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout).trim();
};

Deno.test("source commit: reads a branch, packed, detached, in a linked worktree, and none without git", async () => {
  const folder = await Deno.makeTempDir({ prefix: "sundial-commit-" });
  try {
    assert.equal(readSourceCommit(folder), null);
    await git(folder, "init", "-q", "-b", "trunk/one");
    assert.equal(readSourceCommit(folder), null, "nothing is committed yet");
    await git(folder, "commit", "-q", "--allow-empty", "-m", "one");
    const commit = await git(folder, "rev-parse", "HEAD");
    assert.equal(readSourceCommit(folder), commit);
    await git(folder, "pack-refs", "--all");
    assert.equal(readSourceCommit(folder), commit);
    const further = join(folder, "further");
    await git(folder, "worktree", "add", "-q", "-b", "two", further);
    await git(further, "commit", "-q", "--allow-empty", "-m", "two");
    assert.equal(readSourceCommit(further), await git(further, "rev-parse", "HEAD"));
    await git(folder, "checkout", "-q", "--detach");
    assert.equal(readSourceCommit(folder), commit);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
