// Builds the page into static/assets: `deno run -A web/build.ts [--watch]`. File names carry a hash of their content and
// imports are relative, so one build works under any base path and browsers may cache it forever.

import { join } from "node:path";
import { stop } from "esbuild";
import { type Bundle, bundleScripts, watchScripts } from "./build/scripts.ts";
import { bundleStyles } from "./build/styles.ts";
import { writeAssets } from "./build/write_assets.ts";

const webFolder = import.meta.dirname ?? ".";

export interface BuildOptions {
  /** Output folder; defaults to `static/assets`. */
  outFolder?: string;
  /** Whether to write a compressed copy of each file; defaults to true. */
  compress?: boolean;
  /** Called with the result of every build. */
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
    return await finish(await bundleScripts(webFolder), options);
  } finally {
    await stop(); // its child process would keep the program alive
  }
}

/** Builds the page, and again on every source change, until the returned `stop` is called. */
export async function watchPage(options: BuildOptions = {}): Promise<{ stop(): Promise<void> }> {
  const watching = await watchScripts(webFolder, async (bundle) => void await finish(bundle, options));
  return {
    async stop() {
      await watching.dispose();
      await stop();
    },
  };
}

async function finish(bundle: Bundle, options: BuildOptions): Promise<BuildResult> {
  const { outFolder = join(webFolder, "..", "static", "assets"), compress = true, onBuilt } = options;
  const styles = await bundleStyles(webFolder);
  const result = await writeAssets({ bundle, styles, outFolder, compress });
  onBuilt?.(result);
  return result;
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
