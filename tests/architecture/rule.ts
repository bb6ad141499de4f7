/** Every text file of the project by its path from the root, such as `server/app.ts`. */
export type Tree = ReadonlyMap<string, string>;

export interface Rule {
  /** The rule in one sentence; it is printed with every violation. */
  says: string;
  /** Returns the violations of the rule, each as `path: what is wrong`. */
  find(tree: Tree): string[];
  /** Files that violate the rule. Each of them must be reported, or the rule could never fail. */
  broken: Record<string, string>;
  /** Files that follow the rule although they look similar. None of them may be reported. */
  allowed?: Record<string, string>;
}

/** Returns whether a path is TypeScript code of the project, shipped or for tests, and not generated. */
export function isCode(path: string): boolean {
  return /\.tsx?$/.test(path);
}

export function isTest(path: string): boolean {
  return /_test\.tsx?$/.test(path) || path.startsWith("tests/");
}
