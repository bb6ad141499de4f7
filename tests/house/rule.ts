/** Every text file of the project by its path from the top, such as `server/app.ts`. */
export type Tree = ReadonlyMap<string, string>;

/** One habit of the house, held by a test. */
export interface Rule {
  /** The rule in one sentence; a fault is shown with it. */
  says: string;
  /** Finds what breaks the rule, each fault as `path: what is wrong`. */
  find(tree: Tree): string[];
  /** Files that break the rule. Each of them must be found, or the rule could never fail. */
  broken: Record<string, string>;
  /** Files that keep the rule although they look alike. None of them may be found. */
  stored?: Record<string, string>;
}

/** Whether a path is code that is shipped or tests it: TypeScript of the project, nothing generated. */
export function isCode(path: string): boolean {
  return /\.tsx?$/.test(path);
}

/** Whether a path is only there to test. */
export function isTest(path: string): boolean {
  return /_test\.tsx?$/.test(path) || path.startsWith("tests/");
}
