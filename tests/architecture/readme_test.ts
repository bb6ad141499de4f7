import assert from "node:assert/strict";
import { readTree } from "./read_tree.ts";

const tree = readTree();
const readme = tree.get("README.md")!;

Deno.test("readme: opens with the commands to start and to test, and CI runs the latter", () => {
  const [start, test] = /```sh\n([\s\S]*?)```/.exec(readme)![1]!.split("\n").map((line) =>
    line.split(" #")[0]!.trim()
  );
  assert.equal(start, "npx -y deno task start");
  assert.equal(test, "npx -y deno task test");
  assert.ok(tree.get(".ci/run")!.includes(`exec ${test} `));
});

Deno.test("readme: the commands it names are tasks, and the files it links exist", () => {
  const { tasks } = JSON.parse(tree.get("deno.json")!) as { tasks: Record<string, unknown> };
  const named = new Set([...readme.matchAll(/deno task (\w+)/g)].map((match) => match[1]!));
  assert.deepEqual([...named].filter((name) => !(name in tasks)), []);
  const linked = [...readme.matchAll(/\]\(([^):]+)\)/g)].map((match) => match[1]!);
  assert.deepEqual(linked.filter((path) => !tree.has(path)), []);
});
