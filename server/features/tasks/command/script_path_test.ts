import assert from "node:assert/strict";
import { scriptPathOf } from "./script_path.ts";

const named: Record<string, string | null> = {
  "task a.js": "a.js",
  "task -m 5m sub/../sub/./a.py now": "sub/a.py",
  "task 'two words.sh' x": "two words.sh",
  "task /data/scripts/sub/a.ts": "sub/a.ts",
  "task /elsewhere/a.ts": null,
  "task ../a.js": null,
  "task /data/scripts2/a.js": null,
  "task ..a.js": "..a.js",
  "task a.js conc X": "a.js",
  "task /ql/data/scripts/sub/a.js": "sub/a.js",
  "python3 /ql/scripts/a.py": "a.py",
  "task": null,
  "python3 a.py --flag b.py": "a.py",
  "/usr/bin/python3.11 -u sub/a.py": "sub/a.py",
  "task node a.mjs": "a.mjs",
  "deno run -A ./x.mts": "x.mts",
  "./sub/d.sh": "sub/d.sh",
  "/data/scripts/d.sh x": "d.sh",
  "php x.php": "x.php",
  "python3 -c 'import a.py'": null,
  "python3 -m a.py": null,
  "bash -e a.sh": "a.sh",
  "bash -ec a.sh": null,
  "echo a.js": null,
  "d.sh": null,
  "cd sub && node a.js": null,
  "node $HOME/a.js": null,
  "curl https://example.org/a.js": null,
  "node https://example.org/a.js": null,
};

Deno.test("script path: finds what a command clearly names below the scripts directory", () => {
  for (const [command, path] of Object.entries(named)) {
    const location = { command, workingDirectory: null, scripts: "/data/scripts" };
    assert.equal(scriptPathOf(location), path, command);
  }
});

Deno.test("script path: a shell line is relative to its working directory, `task` to the scripts directory", () => {
  const from = (command: string, workingDirectory: string) =>
    scriptPathOf({ command, workingDirectory, scripts: "/data/scripts" });
  assert.equal(from("python3 a.py", "sub"), "sub/a.py");
  assert.equal(from("python3 a.py", "/data/scripts/sub"), "sub/a.py");
  assert.equal(from("python3 a.py", "/srv"), null);
  assert.equal(from("python3 ../a.py", "sub"), "a.py");
  assert.equal(from("task a.py", "/srv"), "a.py");
});
