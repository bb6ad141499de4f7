import { join } from "node:path";

export const builtScript = "main-ABC123.js";
export const builtStyle = "app-ABC123.css";
export const builtChunk = "chunk-ABC123.js";
export const builtWorker = "service_worker-ABC123.js";

/** Writes a folder like the build's output, in a few bytes; the caller removes it. */
export async function writeBuiltPage(): Promise<string> {
  const root = await Deno.makeTempDir({ prefix: "sundial-page-" });
  const assets = join(root, "assets");
  await Deno.mkdir(assets);
  const files = [builtScript, builtStyle, builtChunk, builtWorker];
  const manifest = {
    ...{ entry: builtScript, styles: [builtStyle], preload: [builtChunk], worker: builtWorker },
    files,
  };
  await Promise.all([
    Deno.writeTextFile(
      join(root, "index.html"),
      "<!doctype html><head><!--sundial:head--></head><body></body>",
    ),
    Deno.writeTextFile(join(root, "favicon.svg"), "<svg/>"),
    Deno.writeTextFile(join(root, "secret.txt"), "not for anybody"),
    Deno.writeTextFile(join(assets, "manifest.json"), JSON.stringify(manifest)),
    ...files.map((name) => Deno.writeTextFile(join(assets, name), `/* ${name} */`)),
    Deno.writeTextFile(join(assets, `${builtScript}.br`), "brotli"),
    Deno.writeTextFile(join(assets, `${builtScript}.gz`), "gzip"),
    Deno.writeTextFile(join(assets, `${builtStyle}.gz`), "gzip"),
  ]);
  return root;
}
