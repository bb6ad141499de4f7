import { readImports, resolveImport, stripQuoted } from "../read_imports.ts";
import { isCode, isTest, type Rule, type Tree } from "../rule.ts";

const contractPackages = new Set(["zod", "croner"]);

export const contractPackagesRule: Rule = {
  says: "The contract runs in a browser: it imports only zod and croner, and never names Deno",
  find(tree) {
    return contractFiles(tree).flatMap(([path, source]) => {
      const packages = readImports(source).map((reference) => reference.specifier).filter((name) =>
        !name.startsWith(".")
      );
      const foreign = packages.filter((name) => !contractPackages.has(name)).map((name) =>
        `${path}: imports ${name}`
      );
      return /\bDeno\./.test(stripQuoted(source)) ? [...foreign, `${path}: names Deno`] : foreign;
    });
  },
  broken: {
    "server/contract/files.ts": `import { join } from "node:path";`,
    "server/contract/tables.ts": `import type { Generated } from "kysely";`,
    "server/contract/machine.ts": `export const cores = Deno.build.arch;`,
  },
  allowed: { "server/contract/tasks.ts": `import { z } from "zod"; import { Cron } from "croner";` },
};

export const webContractRule: Rule = {
  says: "The page takes only types from contract files that load zod, so that zod stays out of the browser",
  find(tree) {
    const heavy = filesThatLoadZod(tree);
    return [...tree].filter(([path]) => path.startsWith("web/") && isCode(path) && !isTest(path)).flatMap((
      [path, source],
    ) =>
      valueTargets(path, source).filter((target) => heavy.has(target)).map((target) =>
        `${path}: imports a value of ${target}, which loads zod`
      )
    );
  },
  broken: {
    "web/features/tasks/form.tsx": `import { taskInput } from "../../../server/contract/whole_task.ts";`,
  },
  allowed: {
    "web/features/tasks/list.tsx": `import type { Task } from "../../../server/contract/whole_task.ts";`,
    "server/contract/whole_task.ts": `import { z } from "./schema.ts";`,
    "server/contract/schema.ts": `import { z } from "zod";`,
  },
};

function filesThatLoadZod(tree: Tree): Set<string> {
  const heavy = new Set<string>();
  const loads = ([path, source]: [string, string]) =>
    readImports(source).some((reference) => !reference.typeOnly && reference.specifier === "zod") ||
    valueTargets(path, source).some((target) => heavy.has(target));
  for (let before = -1; before !== heavy.size;) {
    before = heavy.size;
    for (const file of contractFiles(tree)) if (loads(file)) heavy.add(file[0]);
  }
  return heavy;
}

function contractFiles(tree: Tree): [string, string][] {
  return [...tree].filter(([path]) => path.startsWith("server/contract/") && isCode(path) && !isTest(path));
}

function valueTargets(path: string, source: string): string[] {
  return readImports(source).filter((reference) => !reference.typeOnly).map((reference) =>
    resolveImport(path, reference.specifier)
  )
    .filter((target) => target !== null);
}
