import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

export interface TestFile {
  path: string;
  size: number;
}

/** Lists a test file, or the test files of a folder, sorted by path. A missing folder has none. */
export function listTestFiles(path: string): TestFile[] {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [{ path, size: statSync(path).size }];
  const names = readdirSync(path, { recursive: true }).map(String).filter((name) =>
    /_test\.tsx?$/.test(name)
  );
  return names.map((name) => join(path, name)).sort().map((file) => ({
    path: file,
    size: statSync(file).size,
  }));
}

/** Returns the files that `names` does not name, then those it names. Throws when a named file is missing. */
export function separate(files: readonly TestFile[], names: readonly string[]): [TestFile[], TestFile[]] {
  const named = names.map((name) => {
    const file = files.find(({ path }) => path === name || path.endsWith(`/${name}`));
    if (file === undefined) throw new Error(`there is no ${name} among the tests`);
    return file;
  });
  return [files.filter((file) => !named.includes(file)), named];
}

/** Divides files into at most `count` parts of consecutive files with about the same total size. */
export function divide(files: readonly TestFile[], count: number): TestFile[][] {
  const total = files.reduce((sum, { size }) => sum + size, 0);
  const parts: TestFile[][] = Array.from({ length: count }, () => []);
  let before = 0;
  for (const file of files) {
    parts[Math.min(count - 1, Math.floor(before * count / total))]!.push(file);
    before += file.size;
  }
  return parts.filter((part) => part.length > 0);
}
