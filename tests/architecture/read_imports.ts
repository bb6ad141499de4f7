import { posix } from "node:path";

/** One reference to another module. */
export interface Import {
  /** As written: `../app.ts`, `hono`, `node:fs`. */
  specifier: string;
  /** Whether only types are imported, so that nothing of the module is loaded. */
  typeOnly: boolean;
  /** Whether it is loaded on demand, as a separate chunk. */
  lazy: boolean;
}

const commentOrText =
  /\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`/g;
const from = /(?:^|[;}\n])\s*(?:import|export)\s+(type\s+)?([\w*{][^;"'`()]*?)\bfrom\s*["']([^"']+)["']/g;
const bare = /(?:^|[;}\n])\s*import\s*["']([^"']+)["']/g;
const dynamic = /(typeof\s+)?\bimport\(\s*["']([^"']+)["']/g;
const worker = /new URL\(\s*["'](\.[^"']+\.tsx?)["']\s*,\s*import\.meta\.url/g;

/** Removes comments and template texts from a source, so that quoted code is not read as code. */
export function stripQuoted(source: string): string {
  return source.replace(commentOrText, (found) => {
    if (found.startsWith("/")) return found.includes("\n") ? "\n" : " ";
    return found.startsWith("`") ? "``" : found;
  });
}

/**
 * Returns the modules a source refers to: static imports, side-effect imports, dynamic imports, re-exports
 * and workers.
 */
export function readImports(source: string): Import[] {
  const code = stripQuoted(source);
  return [
    ...code.matchAll(from).map((match) => ({
      specifier: match[3]!,
      typeOnly: isTypeOnly(match[1], match[2]!),
      lazy: false,
    })),
    ...code.matchAll(bare).map((match) => ({ specifier: match[1]!, typeOnly: false, lazy: false })),
    ...code.matchAll(dynamic).map((match) => ({
      specifier: match[2]!,
      typeOnly: match[1] !== undefined,
      lazy: true,
    })),
    ...code.matchAll(worker).map((match) => ({ specifier: match[1]!, typeOnly: false, lazy: true })),
  ];
}

/** Resolves a relative specifier to a path from the project root; returns null for packages. */
export function resolveImport(importer: string, specifier: string): string | null {
  return specifier.startsWith(".") ? posix.join(posix.dirname(importer), specifier) : null;
}

function isTypeOnly(keyword: string | undefined, names: string): boolean {
  if (keyword !== undefined) return true;
  const inBraces = /^\{([\s\S]*)\}\s*$/.exec(names)?.[1];
  if (inBraces === undefined) return false;
  const named = inBraces.split(",").map((name) => name.trim()).filter((name) => name !== "");
  return named.length > 0 && named.every((name) => name.startsWith("type "));
}
