import { readImports, resolveImport } from "../read_imports.ts";
import { isCode, isTest, type Rule, type Tree } from "../rule.ts";

export const circleRule: Rule = {
  says: "No file imports one that leads back to it, including types and lazy imports",
  find(tree) {
    const imports = importsOf(tree);
    return [...imports.keys()].flatMap((path) => {
      const way = wayBack(path, imports);
      return way === null ? [] : [`${path}: leads back to itself by ${way.join(", ")}`];
    });
  },
  broken: {
    "web/ui/overlays/dialog.tsx": `import { Box } from "./box.tsx";`,
    "web/ui/overlays/box.tsx": `import type { Question } from "./lazy_question.tsx";`,
    "web/ui/overlays/lazy_question.tsx": `const Dialog = lazy(() => import("./dialog.tsx"));`,
  },
  allowed: {
    "web/ui/data/card.tsx": `import { Dialog } from "./dialog.tsx"; import { line } from "./line.ts";`,
    "web/ui/line.ts": `export const line = 1;`,
  },
};

type Imports = ReadonlyMap<string, readonly string[]>;

function importsOf(tree: Tree): Imports {
  const code = [...tree].filter(([path]) => isCode(path) && !isTest(path));
  return new Map(code.map(([path, source]) => {
    const targets = readImports(source).map(({ specifier }) => resolveImport(path, specifier));
    return [path, [...new Set(targets)].filter((one) => one !== null && tree.has(one)) as string[]]; // nulls are filtered
  }));
}

/**
 * Returns the shortest import path from a file back to itself, as the files between; null when there is none.
 */
function wayBack(start: string, imports: Imports): string[] | null {
  const cameFrom = new Map<string, string>();
  const open = [start];
  for (const path of open) {
    for (const target of imports.get(path) ?? []) {
      if (target === start) return trace(path, start, cameFrom);
      if (cameFrom.has(target)) continue;
      cameFrom.set(target, path);
      open.push(target);
    }
  }
  return null;
}

function trace(end: string, start: string, cameFrom: ReadonlyMap<string, string>): string[] {
  const way: string[] = [];
  for (let at = end; at !== start; at = cameFrom.get(at)!) way.unshift(at);
  return way;
}
