import assert from "node:assert/strict";
import { join } from "node:path";
import { readSourceCommit } from "./source_commit.ts";
import { temporaryFolder } from "../../tests/support/temporary_folder.ts";

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
  await using folder = await temporaryFolder();
  assert.equal(readSourceCommit(folder.path), null);
  await git(folder.path, "init", "-q", "-b", "trunk/one");
  assert.equal(readSourceCommit(folder.path), null, "nothing is committed yet");
  await git(folder.path, "commit", "-q", "--allow-empty", "-m", "one");
  const commit = await git(folder.path, "rev-parse", "HEAD");
  assert.equal(readSourceCommit(folder.path), commit);
  await git(folder.path, "pack-refs", "--all");
  assert.equal(readSourceCommit(folder.path), commit);
  const further = join(folder.path, "further");
  await git(folder.path, "worktree", "add", "-q", "-b", "two", further);
  await git(further, "commit", "-q", "--allow-empty", "-m", "two");
  assert.equal(readSourceCommit(further), await git(further, "rev-parse", "HEAD"));
  await git(folder.path, "checkout", "-q", "--detach");
  assert.equal(readSourceCommit(folder.path), commit);
});
