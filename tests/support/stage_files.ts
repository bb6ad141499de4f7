import { mkdtempSync, rmSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { ImportContent, ImportSource } from "../../server/features/imports/import_content.ts";
import { StagedFiles } from "../../server/features/imports/staged_files.ts";

/** Writes files to a temporary folder, as an upload is unpacked, and calls `use` with them. */
export async function withStagedFiles<T>(
  files: Readonly<Record<string, string>>,
  use: (files: StagedFiles) => Promise<T>,
): Promise<T> {
  const root = mkdtempSync(join(tmpdir(), "sundial-staged-"));
  try {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), text);
    }
    const staged = Object.entries(files).map(([path, text]) => ({
      path,
      size: new TextEncoder().encode(text).length,
      mode: 0o644,
    }));
    return await use(new StagedFiles({ root, files: staged, name: Object.keys(files)[0] ?? null }));
  } finally {
    rmSync(root, { recursive: true });
  }
}

/** Reads files with a source; `detected` states whether the source recognizes them. */
export function readSource(
  source: ImportSource,
  files: Readonly<Record<string, string>>,
): Promise<ImportContent & { detected: boolean }> {
  return withStagedFiles(files, async (staged) => ({
    detected: await source.detect(staged),
    ...await source.read(staged),
  }));
}
