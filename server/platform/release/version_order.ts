/**
 * Compares two versions by Semantic Versioning 2.0.0: negative when `a` is older. Returns null when either is not a
 * version.
 */
export function compareVersions(a: string, b: string): number | null {
  const [left, right] = [readVersion(a), readVersion(b)];
  if (left === null || right === null) return null;
  for (const at of [0, 1, 2] as const) {
    if (left.core[at] !== right.core[at]) return left.core[at] - right.core[at];
  }
  if (left.before.length === 0 || right.before.length === 0) return right.before.length - left.before.length;
  return compareBefore(left.before, right.before);
}

interface Version {
  core: [number, number, number];
  /** The pre-release identifiers: such a version precedes the one without them. */
  before: string[];
}

function readVersion(text: string): Version | null {
  const found = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})(?:-([0-9A-Za-z.-]{1,100}))?(?:\+[0-9A-Za-z.-]{1,100})?$/
    .exec(text);
  if (found === null) return null;
  const [, major, minor, patch, before] = found;
  return { core: [Number(major), Number(minor), Number(patch)], before: before?.split(".") ?? [] };
}

function compareBefore(a: readonly string[], b: readonly string[]): number {
  for (const [at, left] of a.entries()) {
    const right = b[at];
    if (right === undefined) return 1;
    const step = comparePart(left, right);
    if (step !== 0) return step;
  }
  return a.length - b.length;
}

// Numbers are compared by value and precede words; words are compared by their characters.
function comparePart(a: string, b: string): number {
  const [left, right] = [a, b].map((part) => /^\d+$/.test(part) ? Number(part) : null);
  if (left !== null && right !== null) return left! - right!;
  if (left !== null || right !== null) return left !== null ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}
