// Builds the page into static/assets: `deno run -A web/build.ts [--watch]`. File names carry a hash of their content and
// imports are relative, so one build works under any base path and browsers may cache it forever.

import { Scanner } from "@tailwindcss/oxide";
import { stop, transform } from "esbuild";
import { createHash } from "node:crypto";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { compile } from "tailwindcss";
import { type Bundle, bundleScripts, watchScripts } from "./build/scripts.ts";

const webFolder = import.meta.dirname ?? ".";

export interface BuildOptions {
  /** Output folder; defaults to `static/assets`. */
  outFolder?: string;
  /** Whether to write a compressed copy of each file; defaults to true. */
  compress?: boolean;
  /** Whether to add the pages for developers; defaults to false, and to true with `watchPage`. */
  development?: boolean;
  onBuilt?: (result: BuildResult) => void;
}

export interface BuildResult {
  files: string[];
  /** Total size in bytes of the brotli copies that the first page loads; 0 without compression. */
  firstPageBytes: number;
}

/** Builds the page once; throws when a source does not compile. */
export async function buildPage(options: BuildOptions = {}): Promise<BuildResult> {
  try {
    const { development = false } = options;
    return await finish(await bundleScripts(webFolder, development), { ...options, development });
  } finally {
    await stop(); // its child process would keep the program alive
  }
}

/** Builds the page, and again on every source change, until the returned `stop` is called. */
export async function watchPage(options: BuildOptions = {}): Promise<{ stop(): Promise<void> }> {
  const { development = true } = options;
  const watching = await watchScripts(webFolder, {
    development,
    onBundle: async (bundle) => void await finish(bundle, { ...options, development }),
  });
  return {
    async stop() {
      await watching.dispose();
      await stop();
    },
  };
}

async function finish(bundle: Bundle, options: BuildOptions): Promise<BuildResult> {
  const { outFolder = join(webFolder, "..", "static", "assets"), compress = true, onBuilt } = options;
  const { development = false } = options;
  const styles = await bundleStyles(webFolder, development);
  const result = await writeAssets({ bundle, styles, outFolder, compress, development });
  onBuilt?.(result);
  return result;
}

const manifestName = "manifest.json";
/** Class names that only builds for development include, and the addresses of their pages. */
const developmentSources = "../tests/gallery/**/*.tsx";
const developmentPages = ["/dev/gallery"];

interface Assets {
  bundle: Bundle;
  styles: Styles;
  outFolder: string;
  compress: boolean;
  development: boolean;
}

interface Written {
  name: string;
  copies: string[];
  /** Size of the brotli copy in bytes; 0 when there is none. */
  brotliBytes: number;
}

/**
 * Installs a build while a server may be serving the previous one: first the new files, then the manifest in one step,
 * and only then removes the old files.
 */
async function writeAssets({ bundle, styles, outFolder, compress, development }: Assets) {
  await Deno.mkdir(outFolder, { recursive: true });
  const { entry, preload, worker } = bundle;
  const first = new Set([styles.name, ...bundle.firstPage]);
  const written = await Promise.all([...bundle.files, styles].map(({ name, bytes }) => {
    const quality = compress ? first.has(name) ? FIRST_PAGE_QUALITY : QUALITY : null;
    return writeFile(join(outFolder, name), bytes, quality);
  }));
  const files = written.map(({ name }) => name).sort();
  await writeManifest(outFolder, {
    ...{ entry, styles: [styles.name], preload, worker, files },
    ...(development && { developmentPages }),
  });
  await removeOthers(
    outFolder,
    new Set([manifestName, ...files, ...written.flatMap(({ copies }) => copies)]),
  );
  const firstPageBytes = written.filter(({ name }) => first.has(name))
    .reduce((sum, { brotliBytes }) => sum + brotliBytes, 0);
  return { files, firstPageBytes };
}

/** Quality of brotli. The best one makes files 7 % smaller, in ten times the time. */
const QUALITY = 9;
const FIRST_PAGE_QUALITY = 11;

/** Writes a file, and compressed copies unless the quality is null. */
async function writeFile(path: string, bytes: Uint8Array, quality: number | null): Promise<Written> {
  const name = basename(path);
  await Deno.writeFile(path, bytes);
  // Fonts are compressed already.
  if (quality === null || name.endsWith(".woff2")) return { name, copies: [], brotliBytes: 0 };
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, { params }),
    promisify(gzip)(bytes, { level: 9 }),
  ]);
  await Deno.writeFile(`${path}.br`, br);
  await Deno.writeFile(`${path}.gz`, gz);
  return { name, copies: [`${name}.br`, `${name}.gz`], brotliBytes: br.length };
}

async function writeManifest(outFolder: string, manifest: object): Promise<void> {
  const beside = join(outFolder, `${manifestName}.new`);
  await Deno.writeTextFile(beside, `${JSON.stringify(manifest, null, 2)}\n`);
  await Deno.rename(beside, join(outFolder, manifestName));
}

async function removeOthers(outFolder: string, stored: Set<string>): Promise<void> {
  for await (const { name } of Deno.readDir(outFolder)) {
    if (!stored.has(name)) await Deno.remove(join(outFolder, name), { recursive: true });
  }
}

/** The style sheet of the page, in memory. */
interface Styles {
  name: string;
  bytes: Uint8Array;
}

/** Reads the style sheet of a package. */
async function loadStylesheet(name: string) {
  const path = fileURLToPath(import.meta.resolve(`${name}/index.css`));
  return { path, base: dirname(path), content: await Deno.readTextFile(path) };
}

/** Builds the style sheet from the class names in the sources. */
async function bundleStyles(webFolder: string, development: boolean): Promise<Styles> {
  const source = await Deno.readTextFile(join(webFolder, "styles.css"));
  const compiler = await compile(source, { base: webFolder, loadStylesheet });
  const added = { base: webFolder, pattern: developmentSources, negated: false };
  const sources = development ? [...compiler.sources, added] : compiler.sources;
  const names = new Scanner({ sources }).scan();
  const { code } = await transform(compiler.build(names.sort()), { loader: "css", minify: true });
  const bytes = new TextEncoder().encode(code);
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 8).toUpperCase();
  return { name: `styles-${hash}.css`, bytes };
}

function report({ files, firstPageBytes }: BuildResult): void {
  const size = firstPageBytes > 0 ? `, first page ${(firstPageBytes / 1000).toFixed(1)} kB brotli` : "";
  // deno-lint-ignore no-console -- this is the command's output
  console.log(`Built the page: ${files.length} files${size}`);
}

if (import.meta.main) {
  if (Deno.args.includes("--watch")) await watchPage({ compress: false, onBuilt: report });
  else await buildPage({ onBuilt: report });
}
