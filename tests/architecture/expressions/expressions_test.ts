import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";
import { readTree, root } from "../read_tree.ts";
import { findBacktracking } from "./find_backtracking.ts";
import { readExpressions } from "./read_expressions.ts";

/** Shipped code reads text of others; what builds the page reads only the project's own. */
const reading = /^(?:server|web(?!\/build\/))\/(?!.*_test\.tsx?$).*\.tsx?$/;
const says = "Write it so that two repetitions in it never match the same text, or read the text by hand.";

function findSlow(path: string, source: string): string[] {
  if (!reading.test(path)) return [];
  return readExpressions(path, source).flatMap(({ pattern, flags }) => {
    const growth = findBacktracking(pattern, flags);
    return growth === null ? [] : `${path}: /${pattern}/${flags} takes ${growth} time for some texts`;
  });
}

Deno.test("expressions: shipped code has none that take more than linear time", () => {
  const slow = [...readTree()].flatMap(([path, source]) => findSlow(path, source));
  assert.equal(slow.length, 0, `${says}\n  ${slow.join("\n  ")}`);
});

Deno.test("expressions: slow ones are found wherever they stand in shipped code", () => {
  const sources = [
    "const end = /=+$/;",
    "text.replace(/=+$/, text)",
    "const ends = [\n  /=+$/g,\n];",
    "const find = () => /=+$/.exec(text);",
    "const isEnd = text !== null && /=+$/.test(text) || !/a/.test(text);",
    "function end() {\n  return /=+$/;\n}",
    "const page = <p title={`${/=+$/}`}>/</p>;",
  ];
  for (const source of sources) assert.equal(findSlow("web/ui/a.tsx", source).length, 1, source);
  for (const path of ["server/a.ts", "web/builder.ts"]) {
    assert.equal(findSlow(path, sources[0]!).length, 1, path);
  }
  for (const path of ["tests/a.ts", "server/a_test.ts", "web/build/a.ts", "tools/a.ts"]) {
    assert.equal(findSlow(path, sources[0]!).length, 0, path);
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
