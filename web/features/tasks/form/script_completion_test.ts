import assert from "node:assert/strict";
import { complete, suggestScripts, typedPath } from "./script_completion.ts";

const typedAtEnd = (text: string) => typedPath(text, text.length)?.typed ?? null;

Deno.test("script completion: reads a path after task and interpreters, and any with a slash", () => {
  const typed = {
    "task ": "",
    "task back": "back",
    "task -m 5m back": "back",
    "cd x && task sub/b": "sub/b",
    "python3 rep": "rep",
    "echo 1; bash ./sub/": "sub/",
    "echo sub/x": "sub/x",
  };
  for (const [text, expected] of Object.entries(typed)) assert.equal(typedAtEnd(text), expected, text);
});

Deno.test("script completion: expects no script elsewhere", () => {
  const others = [
    "",
    "ta",
    "task",
    "task a.js arg",
    "task -",
    "echo back",
    "curl https://a/b",
    "node /etc/x",
    "ls '",
  ];
  for (const text of others) assert.equal(typedAtEnd(text), null, text);
  assert.equal(typedPath("task back.js", 7), null, "inside of a word");
  assert.deepEqual(typedPath("task ba && x", 7), { start: 5, typed: "ba" });
});

Deno.test("script completion: suggests the best names first, and only scripts", () => {
  const scripts = ["sub/a_backup.py", "backup.sh", "nobackup.js", "backup.md", "backup/run.sh"];
  assert.deepEqual(suggestScripts(scripts, "backup"), [
    "backup.sh",
    "sub/a_backup.py",
    "nobackup.js",
    "backup/run.sh",
  ]);
  assert.deepEqual(suggestScripts(scripts, "sub/"), ["sub/a_backup.py"]);
  assert.deepEqual(suggestScripts(scripts, "backup.sh"), [], "nothing is left to complete");
});

Deno.test("script completion: writes the path over what is typed, quoted if necessary", () => {
  const at = { start: 5, typed: "ba" };
  assert.deepEqual(complete("task ba --x", 7, at, "backup.sh"), { text: "task backup.sh --x", caret: 14 });
  assert.deepEqual(complete("task ba", 7, at, "my backup.sh"), { text: "task 'my backup.sh'", caret: 19 });
});
