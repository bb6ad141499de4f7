import { readImports, resolveImport } from "../architecture/read_imports.ts";
import { runCommand } from "./run_command.ts";

const LIMIT_MS = 60_000;
/** What composes the whole panel reaches all of it: API tests of other features are left to a whole run. */
const COMPOSITION = /^server\/services(\.ts|\/)/;
const CODE = /\.(tsx?|[cm]?js)$/;

/** Lists the files that differ from a commit, also those that are new; with nothing changed, those of the last commit. */
export async function listChanged(since: string): Promise<string[]> {
  const changed = [
    ...await git("diff", "--name-only", since),
    ...await git("ls-files", "--others", "--exclude-standard"),
  ];
  return changed.length > 0 ? changed : await git("diff", "--name-only", "HEAD~1", "HEAD");
}

export async function listCode(): Promise<string[]> {
  return (await git("ls-files", "--cached", "--others", "--exclude-standard")).filter((path) =>
    CODE.test(path)
  );
}

/**
 * Returns a filter of test files: those that changed, that load something that changed, directly or through others, and the API
 * tests of a feature that changed. The architecture rules look at every file.
 */
export function reachedBy(
  changed: readonly string[],
  sources: ReadonlyMap<string, string>,
): (testFile: string) => boolean {
  const importers = new Map<string, string[]>();
  for (const [path, source] of sources) {
    if (COMPOSITION.test(path)) continue;
    for (const { specifier, typeOnly } of readImports(source)) {
      // What a type changes is left to the type check.
      if (typeOnly) continue;
      const target = resolveImport(path, specifier);
      if (target !== null) importers.set(target, [...importers.get(target) ?? [], path]);
    }
  }
  const reached = new Set<string>();
  const visit = (path: string) => {
    if (reached.has(path)) return;
    reached.add(path);
    importers.get(path)?.forEach(visit);
  };
  changed.forEach(visit);
  const features = new Set(changed.flatMap((path) => featureOf(path) ?? []));
  return (path) =>
    reached.has(path) || path.startsWith("tests/architecture/") ||
    path.startsWith("tests/api/") && features.has(firstWord(path.slice("tests/api/".length)));
}

function featureOf(path: string): string | undefined {
  const folder = /^server\/features\/([^/]+)\//.exec(path)?.[1];
  return folder === undefined ? undefined : firstWord(folder);
}

// `tasks` and `task_trash_test.ts` are about the same.
function firstWord(name: string): string {
  return name.split(/[_.]/)[0]!.replace(/ies$/, "y").replace(/s$/, "");
}

async function git(...args: string[]): Promise<string[]> {
  const { code, output } = await runCommand("git", args, { limitMs: LIMIT_MS, output: "held" });
  if (code !== 0) throw new Error(`git ${args.join(" ")}: ${output.trim()}`);
  return output.split("\n").filter((line) => line !== "");
}
