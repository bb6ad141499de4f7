import { join } from "node:path";
import { type TemporaryFolder, temporaryFolder } from "./temporary_folder.ts";

export const builtScript = "main-ABC123.js";
export const builtStyle = "app-ABC123.css";
export const builtChunk = "chunk-ABC123.js";
export const builtFrame = "account_frame-ABC123.js";
export const builtLogin = "login_page-ABC123.js";
export const builtTexts = (language: "en" | "zh") => `start-${language.toUpperCase()}123.js`;
export const builtWorker = "service_worker-ABC123.js";

/** Writes a folder like the output of the build, in a few bytes. */
export async function builtPage(): Promise<TemporaryFolder> {
  const root = await temporaryFolder();
  const assets = join(root.path, "assets");
  await Deno.mkdir(assets);
  const lazy = [builtFrame, builtLogin, builtTexts("en"), builtTexts("zh")];
  const files = [builtScript, builtStyle, builtChunk, builtWorker, ...lazy];
  const manifest = {
    ...{ entry: builtScript, styles: [builtStyle], worker: builtWorker },
    preload: {
      always: [builtChunk],
      account: [builtFrame],
      login: [builtLogin],
      en: [builtTexts("en")],
      zh: [builtTexts("zh")],
    },
    files,
  };
  await Promise.all([
    Deno.writeTextFile(
      join(root.path, "index.html"),
      "<!doctype html><html><head><!--sundial:head--></head><body></body></html>",
    ),
    Deno.writeTextFile(join(root.path, "favicon.svg"), "<svg/>"),
    Deno.writeTextFile(join(root.path, "secret.txt"), "not for anybody"),
    Deno.writeTextFile(join(assets, "manifest.json"), JSON.stringify(manifest)),
    ...files.map((name) => Deno.writeTextFile(join(assets, name), `/* ${name} */`)),
    Deno.writeTextFile(join(assets, `${builtScript}.br`), "brotli"),
    Deno.writeTextFile(join(assets, `${builtScript}.gz`), "gzip"),
    Deno.writeTextFile(join(assets, `${builtStyle}.gz`), "gzip"),
  ]);
  return root;
}
