// What a script written for qinglong finds around it: the table in the docs, row by row, in every place where such a script or
// hook runs.
import assert from "node:assert/strict";
import { realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { scriptFunctions } from "../../server/features/notifications/script_channels.ts";
import { readDocs } from "../support/docs_pages.ts";
import { TestEngine } from "../support/test_engine.ts";

interface Row {
  variables: string[];
  /** Absolute, below `/ql`. */
  paths: string[];
  /** In the data folder. */
  here: string;
}

const rows = readRows("en");
const names = ["QL_BRANCH", ...rows.flatMap(({ variables }) => variables)];

function readRows(language: "en" | "zh"): Row[] {
  const page = readDocs(language).find(({ name }) => name === "scripts.md");
  const lines = page!.text.split("\n").filter((line) => /^\| `(QL_|dir_|file_|dep_)/.test(line));
  return lines.map((line) => {
    const [variables = [], paths = [], [here = ""] = []] = line.split("|").slice(1, -1)
      .map((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, word = ""]) => word));
    return { variables, paths, here };
  });
}

/** Prints the variables in the language of each kind of script and hook. */
const printing = {
  sh: `for name in ${names.join(" ")}; do echo "$name=\${!name-unset}"; done`,
  js: `for (const name of ${JSON.stringify(names)}) console.log(name + "=" + process.env[name]);`,
  py: `import os\nfor name in ${JSON.stringify(names)}: print(name + "=" + os.environ.get(name, "unset"))`,
};

// What a path leads to; what does not exist is in a folder that does.
function targetOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return join(realpathSync(dirname(path)), basename(path));
  }
}

function checkVariables(log: string, root: string, where: string): void {
  const found = new Map(
    [...log.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = "", value = ""]) => [name, value]),
  );
  assert.equal(found.get("QL_BRANCH"), "master", `${where}: ${log}`);
  for (const { variables, here } of rows) {
    for (const name of variables) {
      const value = found.get(name) ?? "unset";
      assert.notEqual(value, "unset", `${name} in ${where}`);
      assert.equal(targetOf(value), targetOf(join(root, here)), `${name} in ${where}`);
    }
  }
}

Deno.test("old panel: the table is the same in both languages, and complete", () => {
  assert.deepEqual(readRows("zh"), rows);
  assert.ok(rows.length > 20);
});

Deno.test("old panel: every path of the table leads to the folder or file here", async () => {
  await using engine = await TestEngine.start();
  const root = engine.folder.root;
  for (const { paths, here } of rows) {
    for (const path of paths) {
      assert.equal(targetOf(path.replace("/ql", join(root, "ql"))), targetOf(join(root, here)), path);
    }
  }
  const isFile = (here: string) => Deno.stat(join(root, here)).then((stat) => stat.isFile);
  for (const here of ["scripts/notify.py", "scripts/sendNotify.js", "ql/shell/share.sh"]) {
    assert.ok(await isFile(here), here);
  }
});

Deno.test("old panel: tasks, hooks and configuration have every variable of the table", async () => {
  await using engine = await TestEngine.start();
  const { root, config } = engine.folder;
  const write = (path: string, text: string) => Deno.writeTextFile(join(root, path), text);
  for (const [extension, text] of Object.entries(printing)) await write(`scripts/print.${extension}`, text);
  for (const command of ["task print.sh", "task print.js", "task print.py", printing.sh]) {
    const run = await engine.runToEnd({ command });
    assert.equal(run.state, "succeeded", run.log);
    checkVariables(run.log, root, command);
  }
  const only = async (where: string, task: Parameters<TestEngine["runToEnd"]>[0]) => {
    checkVariables((await engine.runToEnd(task)).log, root, where);
  };
  await only("before", { command: "true", before: printing.sh });
  await only("after", { command: "true", after: printing.sh });
  for (const name of ["config.sh", "task_before.sh", "task_after.sh", "extra.sh"]) {
    await write(`config/${name}`, printing.sh);
    await only(name, { command: name === "extra.sh" ? "ql extra" : "true" });
    await Deno.remove(join(config, name));
  }
  // In a terminal that has nothing of it.
  await only("share.sh", {
    command: `env -i QL_DIR="$QL_DIR" QL_BRANCH=master bash -c '. "$QL_DIR/shell/share.sh"; . print.sh'`,
  });
});

const commands: [command: string, lines: string[]][] = [
  ["python3 /ql/data/scripts/rel/a.py", ["in rel"]],
  ["task /ql/data/scripts/rel/a.py", ["in rel"]],
  ["python3 -u rel/a.py", ["in rel"]],
  ["/ql/data/scripts/rel/a.py", ["in rel"]],
  ["/ql/scripts/rel/d.sh", ["in rel"]],
  ["ls /ql/data/deps", ["m.js"]],
  ["ls $QL_DIR/deps", ["m.js"]],
  ["task rel/paths.js", ["function", "function", "m"]],
  ["task rel/paths.mjs", ["function"]],
  ["task rel/sign.py", ["file", "function"]],
  ["cd rel && python3 sign.py", ["file", "function"]],
  ["find $dir_repo -type d -iname one_tool -exec basename {} ';'", ["one_tool"]],
];

for (const runtime of ["node", "deno"] as const) {
  Deno.test(`old panel: commands and scripts find its paths, with ${runtime}`, async () => {
    await using engine = await TestEngine.start({ runtime });
    const { root, scripts } = engine.folder;
    await Deno.mkdir(join(scripts, "rel"));
    await Deno.mkdir(join(root, "ql/data/repo/one_tool"));
    const files: Record<string, string> = {
      "rel/a.py": "import os; print('in', os.path.basename(os.getcwd()))",
      "rel/d.sh": 'echo "in $(basename "$PWD")"',
      "deps/m.js": 'module.exports = "m";',
      "rel/paths.js": `
        const path = require("path"), fs = require("fs");
        console.log(typeof require("/ql/data/scripts/sendNotify.js").sendNotify);
        console.log(typeof require(path.join(process.env.QL_DIR, "data/scripts/sendNotify")).sendNotify);
        console.log(require(process.env.dir_dep + "/m.js"));`,
      "rel/paths.mjs": `
        import { sendNotify } from "/ql/data/scripts/sendNotify.js";
        console.log(typeof sendNotify);`,
      "rel/sign.py": `
import os, sys
here = os.environ["dir_scripts"]
sys.path.append(here)
print("file" if os.path.exists(here + "/notify.py") else "no file")
from notify import send
print(type(send).__name__)`,
    };
    for (const [path, text] of Object.entries(files)) await Deno.writeTextFile(join(scripts, path), text);
    for (const [command, lines] of commands) {
      const { state, log } = await engine.runToEnd({ command });
      const output = log.split("\n").slice(2, -3).filter((line) => line !== "");
      assert.deepEqual([state, output], ["succeeded", lines], `${command}: ${log}`);
    }
  });
}

Deno.test("old panel: notify.py has a function for each channel, which sends nowhere else", async () => {
  await using engine = await TestEngine.start();
  const functions = ["console", "one", ...Object.keys(scriptFunctions)];
  assert.equal(functions.length, 24);
  const script = [
    `from notify import send, push_config, ${functions.join(", ")}`,
    "console('title', 'content')",
    ...Object.keys(scriptFunctions).map((name) => `${name}('title', 'content')`),
  ].join("\n");
  await Deno.writeTextFile(join(engine.folder.scripts, "all.py"), script);
  const { state, log } = await engine.runToEnd({ command: "task all.py" });
  assert.equal(state, "succeeded", log);
  assert.match(log, /title\n\ncontent/);
  for (const [name, [trigger]] of Object.entries(scriptFunctions)) {
    assert.ok(log.includes(`${name}: ${trigger} is not set`), `${name}: ${log}`);
  }
});
