import assert from "node:assert/strict";
import type { TaskKind } from "../../../contract/task_kinds.ts";
import { taskKindOf } from "./task_kind.ts";

const commands: Record<TaskKind, string[]> = {
  javascript: [
    "task backup.js",
    "task -m 5m sub/backup.MJS now",
    "task 'two words.cjs' a b",
    "node /srv/a.js",
    "cd /srv && node a.js >> log 2>&1",
    "task sign.js conc NAME",
  ],
  typescript: ["task x.ts", "deno run -A ./x.mts --flag"],
  python: ["task x.py -- now", "python3 x.py", "FILE=/srv/x.py sh -c 'x'"],
  shell: [
    "task x.sh",
    "bash x.sh",
    "echo hello",
    "task rsync -a /a /b",
    "curl https://example.org/a.js | grep x",
  ],
  subscription: ["ql repo https://example.org/a.git", "  ql raw https://example.org/a.js", "task ql repo x"],
  other: ["task", "task -l", "php x.php", "ruby a.rb && true", "java -jar x.jar", "task x.constructor.php"],
};

for (const [kind, lines] of Object.entries(commands)) {
  Deno.test(`task kind: ${kind} by what the command runs`, () => {
    for (const line of lines) assert.equal(taskKindOf(line), kind, line);
  });
}

Deno.test("task kind: the first script wins, and a long line is parsed quickly", () => {
  assert.equal(taskKindOf("python3 a.py b.js"), "python");
  assert.equal(taskKindOf("./x.toString"), "shell");
  assert.equal(taskKindOf(`echo ${".".repeat(10_000)}`), "shell");
});
