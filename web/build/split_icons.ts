// Gives the start of the page only the icons that it renders: in one file with all of them, they are a twentieth of its weight.

import type { Plugin } from "esbuild";
import { importedModules } from "./imported_modules.ts";

interface IconPaths {
  /** The file with the icons. */
  icons: string;
  /** The components that the start of the page loads. */
  start: readonly string[];
}

/** Creates an esbuild plugin that puts the icons of all other parts into a file of their own; those of both are in both. */
export function splitIcons({ icons, start }: IconPaths): Plugin {
  return {
    name: "split-icons",
    setup({ onLoad, onResolve, onStart, resolve }) {
      let startModules: ReadonlySet<string> = new Set();
      onStart(async () => {
        startModules = await importedModules(start);
      });
      onResolve({ filter: /\/icons\.ts$/ }, async ({ path, importer, resolveDir, kind, pluginData }) => {
        if (pluginData === isResolved) return null;
        const found = await resolve(path, { kind, resolveDir, importer, pluginData: isResolved });
        return found.path === icons && !startModules.has(importer) ? { ...found, suffix: "?later" } : found;
      });
      // The calls must be known to have no effect for the unused ones to be left out.
      onLoad({ filter: /[/\\]icons\.ts$/ }, async ({ path }) => {
        if (path !== icons) return null;
        const source = await Deno.readTextFile(path);
        return {
          contents: source.replaceAll("= createIcon(", "= /* @__PURE__ */ createIcon("),
          loader: "ts",
        };
      });
    },
  };
}

/** Marks what this plugin resolves itself, for which it would otherwise be asked again. */
const isResolved = {};
