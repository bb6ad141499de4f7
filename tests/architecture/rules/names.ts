import { posix } from "node:path";
import { readImports, resolveImport, stripQuoted } from "../read_imports.ts";
import { isCode, type Rule, type Tree } from "../rule.ts";

export const fileNameRule: Rule = {
  says: "Files are named in snake_case",
  find(tree) {
    return codeOf(tree).map(([path]) => path)
      .filter((path) => !/^[a-z0-9]+(_[a-z0-9]+)*(\.d)?\.tsx?$/.test(posix.basename(path)))
      .map((path) => `${path}: is not snake_case`);
  },
  broken: { "web/ui/DataTable.tsx": "", "server/http/rate-limit.ts": "", "server/http/bodyLimit.ts": "" },
  allowed: {
    "server/migrations/0001_first_light.ts": "",
    "server/http/rate_limit_test.ts": "",
    "tools/types/modules.d.ts": "",
  },
};

export const tellingNameRule: Rule = {
  says: "A file is named after its subject or action, never utils, helpers, common, misc or manager",
  find(tree) {
    return codeOf(tree).map(([path]) => path)
      .filter((path) => /(^|[/_])(utils?|helpers?|common|misc|manager)(_test)?\.tsx?$/.test(path))
      .map((path) => `${path}: does not say what is in it`);
  },
  broken: {
    "server/engine/utils.ts": "",
    "web/ui/form_helpers.tsx": "",
    "server/contract/common.ts": "",
    "server/engine/run_manager.ts": "",
  },
  allowed: { "server/features/uncommon_names.ts": "" },
};

export const barrelRule: Rule = {
  says: "No barrels: no file only re-exports others. The entry of a lazy chunk may list its parts",
  find(tree) {
    const listed = codeOf(tree);
    return listed.filter(([, source]) => isBarrel(source)).map(([path]) => path)
      .filter((path) => !isChunk(path, listed)).map((path) => `${path}: only re-exports`);
  },
  broken: {
    "web/ui/index.ts": `export { Button } from "./button.tsx";\nexport * from "./table.tsx";`,
    "web/ui/types.ts": `// all of them\nexport type { A } from "./a.ts";`,
  },
  allowed: {
    "web/messages/en/load.ts": `export { texts } from "./texts.ts";`,
    "web/messages/words.ts": `export const load = () => import("./en/load.ts");`,
    "web/ui/icon.tsx": `export { X } from "lucide-react";\nexport const size = 16;`,
  },
};

function isBarrel(source: string): boolean {
  const reexport = /export\s+(type\s+)?(\*(\s+as\s+\w+)?|\{[^}]*\})\s*from\s*["'][^"']+["'];?/g;
  const code = stripQuoted(source).trim();
  return code !== "" && code.replace(reexport, "").trim() === "";
}

function isChunk(path: string, files: [string, string][]): boolean {
  const uses = files.flatMap(([importer, source]) =>
    readImports(source).filter((reference) =>
      !reference.typeOnly && resolveImport(importer, reference.specifier) === path
    )
  );
  return uses.some((use) => use.lazy);
}

function codeOf(tree: Tree): [string, string][] {
  return [...tree].filter(([path]) => isCode(path));
}
