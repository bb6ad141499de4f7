import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";
import plugin from "../lint_plugin.ts";
import { readTree, root } from "../read_tree.ts";
import { findBacktracking } from "./find_backtracking.ts";

const slow = "export const sample = /=+$/;\n";

Deno.test("expressions: the lint rule reports slow ones in shipped code", () => {
  const reported = (path: string) =>
    Deno.lint.runPlugin(plugin, `${root}/${path}`, slow).filter(({ id }) =>
      id === "architecture/expressions"
    );
  for (const path of ["server/a.ts", "web/ui/a.tsx", "web/builder.ts"]) {
    assert.equal(reported(path).length, 1, path);
  }
  for (const path of ["tests/a.ts", "server/a_test.ts", "web/build/a.ts", "tools/a.ts"]) {
    assert.equal(reported(path).length, 0, path);
  }
});

Deno.test("expressions: each exception from the lint rule says why the text is short", () => {
  for (const [path, text] of readTree()) {
    for (const line of path.startsWith("tests/") ? [] : text.split("\n")) {
      if (!line.includes("deno-lint-ignore") || !line.includes("architecture/expressions")) continue;
      assert.match(line, / -- \S/, path);
    }
  }
});

Deno.test("expressions: those that modules put together are not slow either", async () => {
  const built = new Set<RegExp>();
  const real = globalThis.RegExp;
  globalThis.RegExp = new Proxy(real, {
    construct(target, values: [string, string?]) {
      const made = new target(...values);
      built.add(made);
      return made;
    },
  });
  try {
    for (const [path, text] of readTree()) {
      if (!/^server\/(?:contract|features\/tasks\/command)\/.*(?<!_test)\.ts$/.test(path)) continue;
      // The query makes it a module of its own: the other may have been loaded before.
      if (text.includes("new RegExp(")) await import(`${pathToFileURL(`${root}/${path}`)}?expressions`);
    }
  } finally {
    globalThis.RegExp = real;
  }
  assert.ok(built.size >= 8, `found only ${built.size}`);
  for (const { source, flags } of built) assert.equal(findBacktracking(source, flags), null, source);
});
