// Kills the panel at any moment of a pull: the state found afterwards is the old or the new one, complete.
import assert from "node:assert/strict";
import { join } from "node:path";
import { script } from "../support/git_server.ts";
import { seededRandom } from "../support/seeded_random.ts";
import { SubscriptionScene } from "../support/subscription_scene.ts";
import { until } from "../support/until.ts";

const ROUNDS = 8;
const FILES = 40;

Deno.test("subscriptions: a kill at any moment of a pull leaves the old or the new scripts and tasks", async () => {
  await using scene = await SubscriptionScene.open();
  const repository = await scene.repository({});
  const filesOf = (letter: string) =>
    Object.fromEntries(Array.from({ length: FILES }, (_, index) => {
      const name = index % 2 === 0 ? `${letter}${index}` : `same${index}`;
      return [`${name}.js`, script(`${letter} ${index}`, "1 1 1 1 *")];
    }));
  const commits = new Map<string, string>();
  const { id } = await scene.create();
  commits.set(await repository.commit(filesOf("a")), "a");
  await scene.pull(id);
  await Deno.writeTextFile(join(scene.scripts, "owner_one/own.txt"), "mine");
  const random = seededRandom(20261121);
  const seen = new Set<string>();
  for (let round = 0; round < ROUNDS; round++) {
    const letter = round % 2 === 0 ? "b" : "a";
    commits.set(await repository.commit(filesOf(letter)), letter);
    await scene.panel.json("/api/subscriptions/run", { json: { ids: [id] } });
    const delay = 200 + random() * 900;
    await new Promise((resolve) => setTimeout(resolve, delay));
    await scene.restart("SIGKILL");
    await assertWhole(scene, id, commits);
    await until("the pull to end", async () => (await scene.get(id)).activeRun === null);
    seen.add(await assertWhole(scene, id, commits) === letter ? "new" : "old");
  }
  await scene.pull(id);
  assert.equal(await assertWhole(scene, id, commits), "a");
  await until("everything else to be removed", () => scene.left().join() === "owner_one,owner_one");
});

// Returns which of the two it is. A resumed pull may end during the check, which is then repeated.
async function assertWhole(
  scene: SubscriptionScene,
  id: number,
  commits: Map<string, string>,
): Promise<string> {
  for (;;) {
    const before = (await scene.get(id)).commit;
    const files = (await scene.files()).filter((file) => file.startsWith("owner_one/"));
    const texts = await Promise.all(files.map((file) => scene.read(file).catch(() => "")));
    const commands = (await scene.tasks()).map(({ command }) => command).sort();
    if ((await scene.get(id)).commit !== before) continue;
    const letter = commits.get(before ?? "") ?? "?";
    const expected = Array.from(
      { length: FILES },
      (_, index) => index % 2 === 0 ? `${letter}${index}.js` : `same${index}.js`,
    );
    assert.deepEqual(files, [...expected, "own.txt"].map((name) => `owner_one/${name}`).sort());
    for (const [index, file] of files.entries()) {
      if (file.endsWith(".js")) assert.match(texts[index] ?? "", new RegExp(`name: ${letter} `), file);
    }
    assert.deepEqual(commands, expected.map((name) => `task owner_one/${name}`).sort());
    return letter;
  }
}
