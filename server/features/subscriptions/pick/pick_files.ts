import { PathPattern } from "./path_pattern.ts";

/** What is to be taken of a repository, as a person wrote it. */
export interface PickRules {
  whitelist: string;
  blacklist: string;
  dependencyWords: string;
  extensions: string;
}

/** Taken where nothing is said. */
export const USUAL_EXTENSIONS: readonly string[] = ["js", "mjs", "py"];

/** Reads a list of extensions: separated by blanks, commas or `|`, with or without their dot. */
export function readExtensions(text: string): string[] {
  const messages = text.split(/[\s,|]+/).map((word) => word.replace(/^[*.]+/, "")).filter((word) =>
    word !== ""
  );
  return messages.length === 0 ? [...USUAL_EXTENSIONS] : [...new Set(messages)];
}

/** What a file is taken as; null when it is not taken. */
export type Pick = "script" | "dependency" | null;

/** Makes what says, for each path relative to the repository, whether and as what it is taken. Throws `PatternFault`. */
export function fileChooser(rules: PickRules): (path: string) => Pick {
  const extensions = readExtensions(rules.extensions);
  const [white, black, dependency] = [rules.whitelist, rules.blacklist, rules.dependencyWords].map(patternOf);
  return (path) => {
    const name = path.slice(path.lastIndexOf("/") + 1);
    if (!extensions.some((extension) => name.endsWith(`.${extension}`))) return null;
    if ((!white || white.isIn(path)) && !black?.isIn(path)) return "script";
    return dependency?.isIn(path) ? "dependency" : null;
  };
}

function patternOf(source: string): PathPattern | null {
  return source.trim() === "" ? null : new PathPattern(source.trim());
}
