// Installs a finished build while a server may be serving the previous one: first the new files, then the manifest in one
// step, and only then removes the old files.

import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Bundle } from "./scripts.ts";
import type { Styles } from "./styles.ts";

const manifestName = "manifest.json";

interface Assets {
  bundle: Bundle;
  styles: Styles;
  outFolder: string;
  compress: boolean;
}

interface Written {
  name: string;
  copies: string[];
  /** Size of the brotli copy in bytes; 0 when there is none. */
  brotliBytes: number;
}

/** Writes all files of a build and its manifest, and removes those of earlier builds. */
export async function writeAssets({ bundle, styles, outFolder, compress }: Assets) {
  await Deno.mkdir(outFolder, { recursive: true });
  const written = await Promise.all(
    [...bundle.files, styles].map((file) => writeFile(file, { outFolder, compress })),
  );
  const files = written.map(({ name }) => name).sort();
  const { entry, preload, firstPage } = bundle;
  await writeManifest(outFolder, { entry, styles: [styles.name], preload, files });
  await removeOthers(
    outFolder,
    new Set([manifestName, ...files, ...written.flatMap(({ copies }) => copies)]),
  );
  const first = new Set([styles.name, ...firstPage]);
  const firstPageBytes = written.filter(({ name }) => first.has(name))
    .reduce((sum, { brotliBytes }) => sum + brotliBytes, 0);
  return { files, firstPageBytes };
}

async function writeFile(
  { name, bytes }: { name: string; bytes: Uint8Array },
  { outFolder, compress }: { outFolder: string; compress: boolean },
): Promise<Written> {
  await Deno.writeFile(join(outFolder, name), bytes);
  if (!compress) return { name, copies: [], brotliBytes: 0 };
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, { params }),
    promisify(gzip)(bytes, { level: 9 }),
  ]);
  await Deno.writeFile(join(outFolder, `${name}.br`), br);
  await Deno.writeFile(join(outFolder, `${name}.gz`), gz);
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
