import { join } from "node:path";

const ASSETS = join(import.meta.dirname!, "..", "..", "static", "assets");

/**
 * Adds up what a browser loads for the list of tasks, compressed with brotli: page, style, entry, its static imports, one
 * language, and the chunk of the list with its own.
 */
export async function firstPageBytes(): Promise<number> {
  const manifest: { entry: string; styles: string[]; files: string[] } = JSON.parse(
    await Deno.readTextFile(join(ASSETS, "manifest.json")),
  );
  const lazily = ["tasks_page", "load"].map((name) => {
    const found = manifest.files.find((file) => file.startsWith(`${name}-`) && file.endsWith(".js"));
    if (found === undefined) throw new Error(`the build has no chunk ${name}`);
    return found;
  });
  const scripts = await withImports([manifest.entry, ...lazily]);
  const sizes = await Promise.all(
    [...scripts, ...manifest.styles].map(async (file) => (await Deno.stat(join(ASSETS, `${file}.br`))).size),
  );
  const page = (await Deno.stat(join(ASSETS, "..", "index.html"))).size;
  return sizes.reduce((sum, size) => sum + size, page);
}

async function withImports(files: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>();
  const open = [...files];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (found.has(file)) continue;
    found.add(file);
    const source = await Deno.readTextFile(join(ASSETS, file));
    // Only static imports: `import{a}from"./x.js"` and `import"./x.js"`, not `import("./x.js")`.
    for (const [, name] of source.matchAll(/(?:from|import)"\.\/([\w.-]+\.js)"/g)) if (name) open.push(name);
  }
  return found;
}
