import { dirname, join } from "node:path";

const staticImport = /^import\b(?! type\b)[^;]*?"(\.\.?\/[^"]+)";/gm;

/** Returns components of the page and the files that they import directly or indirectly, except lazy ones; only those that a filter follows. */
export async function importedModules(
  components: readonly string[],
  isFollowed: (path: string) => boolean = () => true,
): Promise<ReadonlySet<string>> {
  const modules = new Set(components);
  for (const path of modules) {
    if (!/\.tsx?$/.test(path)) continue;
    const source = await Deno.readTextFile(path);
    for (const [, relative = ""] of source.matchAll(staticImport)) {
      const target = join(dirname(path), relative);
      if (isFollowed(target)) modules.add(target);
    }
  }
  return modules;
}
