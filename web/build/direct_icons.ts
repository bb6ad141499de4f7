// Lets every file import its icons from their own modules. Through the package's list of all icons, each icon that any screen uses
// would count as used by every screen and be loaded at the start.

import type { Plugin, PluginBuild } from "esbuild";

export const packageName = "lucide-react";
const namespace = "direct-icons";

/** An esbuild plugin that replaces the package's list of icons by one for each importer, of what that importer names. */
export const directIcons: Plugin = {
  name: namespace,
  setup({ onLoad, onResolve, resolve }) {
    let files: Promise<Map<string, string>> | undefined;
    onResolve(
      { filter: new RegExp(`^${packageName}$`) },
      ({ importer, resolveDir, pluginData }) =>
        pluginData === namespace
          ? null
          : { path: importer, namespace, sideEffects: false, pluginData: { resolveDir } },
    );
    onLoad({ filter: /./, namespace }, async ({ path, pluginData: { resolveDir } }) => {
      const known = await (files ??= readIconFiles(resolve, resolveDir));
      const lines = importedIcons(await Deno.readTextFile(path)).map((icon) => {
        const file = known.get(icon);
        return file ? `export { default as ${icon} } from "${packageName}/icons/${file}";` : "";
      });
      return { contents: lines.join("\n"), resolveDir };
    });
  },
};

/** Finds the package's list of icons and reads it: the file of each icon, by its name. */
export async function readIconFiles(
  resolve: PluginBuild["resolve"],
  resolveDir: string,
): Promise<Map<string, string>> {
  const { path } = await resolve(packageName, {
    resolveDir,
    kind: "import-statement",
    pluginData: namespace,
  });
  return iconFiles(await Deno.readTextFile(path));
}

/** Reads the package's list: the file of each icon, by its name. */
export function iconFiles(list: string): Map<string, string> {
  const lines = list.matchAll(/export \{([^}]*)\} from '\.\/icons\/([\w-]+)\.mjs'/g);
  return new Map(
    [...lines].flatMap(([, names = "", file = ""]) =>
      [...names.matchAll(/default as (\w+)/g)].map(([, name = ""]) => [name, file] as const)
    ),
  );
}

/** Lists the icons that a source imports by name. */
export function importedIcons(source: string): string[] {
  const imports = source.matchAll(/import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/g);
  return [...imports].flatMap(([, names = ""]) =>
    names.split(",").map((name) => name.trim().replace(/\s+as\s+.*$/, "")).filter((name) =>
      name !== "" && !name.startsWith("type ")
    )
  );
}
