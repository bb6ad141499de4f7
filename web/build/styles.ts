import { createHash } from "node:crypto";
import { join } from "node:path";
import { compile } from "@tailwindcss/node";
import { Scanner } from "@tailwindcss/oxide";
import { transform } from "esbuild";

/** The style sheet of the page, in memory. */
export interface Styles {
  name: string;
  bytes: Uint8Array;
}

/** Builds the style sheet from the class names in the sources. */
export async function bundleStyles(webFolder: string): Promise<Styles> {
  const source = await Deno.readTextFile(join(webFolder, "styles.css"));
  const compiler = await compile(source, { base: webFolder, onDependency: () => {} });
  const names = new Scanner({ sources: compiler.sources }).scan();
  const { code } = await transform(compiler.build(names.sort()), { loader: "css", minify: true });
  const bytes = new TextEncoder().encode(code);
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 8).toUpperCase();
  return { name: `styles-${hash}.css`, bytes };
}
