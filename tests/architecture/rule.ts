/** Every text file of the project by its path from the top, such as `server/app.ts`. */
export type Tree = ReadonlyMap<string, string>;

/** One rule of the architecture, held by a test. */
export interface Rule {
  /** The rule in one sentence; every violation is shown with it. */
  says: string;
  /** Finds what breaks the rule, each violation as `path: what is wrong`. */
  find(tree: Tree): string[];
  /** Files that break the rule. Each of them must be found, or the rule could never fail. */
  broken: Record<string, string>;
  /** Files that keep the rule although they look alike. None of them may be found. */
  allowed?: Record<string, string>;
}

/** Whether a path is code that is shipped or tests it: TypeScript of the project, nothing generated. */
export function isCode(path: string): boolean {
  return /\.tsx?$/.test(path);
}

/** Whether a path is only there to test. */
export function isTest(path: string): boolean {
  return /_test\.tsx?$/.test(path) || path.startsWith("tests/");
}
