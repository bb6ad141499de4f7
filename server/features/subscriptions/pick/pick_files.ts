import { configurationFolders } from "../../../contract/configuration.ts";
import { compilePattern, type PathPattern } from "./path_pattern.ts";

/** The rules that select files of a repository, as a user wrote them. */
export interface PickRules {
  whitelist: string;
  blacklist: string;
  dependencyWords: string;
  extensions: string;
  /** Folder whose files describe objects of the panel; null for none. */
  applyFolder?: string | null;
}

const USUAL_EXTENSIONS: readonly string[] = ["js", "mjs", "py"];

/** Parses a list of extensions separated by spaces, commas or `|`, with or without dots. */
export function readExtensions(text: string): string[] {
  const extensions = text.split(/[\s,|]+/).map((word) => word.replace(/^[*.]+/, "")).filter((word) =>
    word !== ""
  );
  return extensions.length === 0 ? [...USUAL_EXTENSIONS] : [...new Set(extensions)];
}

/** How a file is used; null if it is skipped. */
export type Pick = "script" | "dependency" | null;

/**
 * Returns a function that decides for each path, relative to the repository, whether and how the file is
 * used. Throws `PatternError`.
 */
export async function fileChooser(rules: PickRules): Promise<(path: string) => Pick> {
  const extensions = readExtensions(rules.extensions);
  const white = await patternOf(rules.whitelist);
  const black = await patternOf(rules.blacklist);
  const dependency = await patternOf(rules.dependencyWords);
  const isConfiguration = configurationIn(rules.applyFolder ?? null);
  return (path) => {
    if (isConfiguration(path)) return "dependency";
    const name = path.slice(path.lastIndexOf("/") + 1);
    if (!extensions.some((extension) => name.endsWith(`.${extension}`))) return null;
    if ((!white || white(path)) && !black?.(path)) return "script";
    return dependency?.(path) ? "dependency" : null;
  };
}

/** Returns a function that says whether a path is that of an object in a folder; null for no folder. */
export function configurationIn(folder: string | null): (path: string) => boolean {
  if (folder === null) return () => false;
  const prefix = folder === "." ? "" : `${folder}/`;
  const kinds = Object.values(configurationFolders).join("|");
  const object = new RegExp(`^(?:${kinds})/[^/.][^/]*\\.ya?ml$`, "i");
  return (path) => path.startsWith(prefix) && object.test(path.slice(prefix.length));
}

async function patternOf(source: string): Promise<PathPattern | null> {
  return source.trim() === "" ? null : await compilePattern(source.trim());
}
