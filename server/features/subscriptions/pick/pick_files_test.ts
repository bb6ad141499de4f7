import assert from "node:assert/strict";
import { fileChooser, type Pick } from "./pick_files.ts";

const rules = { whitelist: "", blacklist: "", dependencyWords: "util|lib", extensions: "js" };

// The keywords add files; they take none away from those that the two lists select.
const cases: [whitelist: string, blacklist: string, expected: Record<string, Pick>][] = [
  ["", "", { "a.js": "script", "util.js": "script", "lib/b.js": "script", "lib/b.json": null }],
  ["task_", "", { "a.js": null, "task_a.js": "script", "util.js": "dependency", "task_util.js": "script" }],
  ["", "util", { "a.js": "script", "util.js": "dependency", "lib/b.js": "script" }],
];

for (const [whitelist, blacklist, expected] of cases) {
  Deno.test(`pick files: dependency keywords with whitelist "${whitelist}" and blacklist "${blacklist}"`, async () => {
    const pick = await fileChooser({ ...rules, whitelist, blacklist });
    const picked = Object.fromEntries(Object.keys(expected).map((path) => [path, pick(path)]));
    assert.deepEqual(picked, expected);
  });
}
