// Names of environment variables that begin like ours. A misspelled one would otherwise have no effect, without a word.
import { configOptions } from "./config_options.ts";
import { runVariables } from "./run_variables.ts";

const PREFIX = "SUNDIAL_";
/** What a run gets of the tasks before it, under names of their own. */
const INPUT_PREFIX = "SUNDIAL_INPUT_";
/** Read by the build and the tests only. */
const elsewhere = ["BUILD_COMMIT", "RELEASE_KEY_FILE", "RELEASE_KEY", "TEST_ENGINE"].map((name) =>
  PREFIX + name
);
/** With more changes, a name was hardly meant to be the other. */
const MAX_CHANGES = 6;

/** Every variable that some part of the panel reads. */
export const knownVariables: ReadonlySet<string> = new Set([
  ...configOptions.map(({ variable }) => variable),
  ...Object.values(runVariables),
  ...elsewhere,
]);

export interface UnknownVariable {
  name: string;
  /** The setting that was probably meant; null when none is similar. */
  nearest: string | null;
}

/** Lists the variables that begin like ours and that nothing reads. */
export function listUnknownVariables(variables: Readonly<Record<string, string>>): UnknownVariable[] {
  const names = Object.keys(variables).filter((name) =>
    name.startsWith(PREFIX) && !name.startsWith(INPUT_PREFIX) && !knownVariables.has(name)
  );
  return names.sort().map((name) => ({ name, nearest: nearestTo(name) }));
}

function nearestTo(name: string): string | null {
  const ranked = configOptions.map(({ variable }) => ({ variable, changes: countChanges(name, variable) }))
    .sort((one, other) => one.changes - other.changes);
  const [best] = ranked;
  return best !== undefined && best.changes <= MAX_CHANGES ? best.variable : null;
}

// The distance of Levenshtein.
function countChanges(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let line = 1; line <= from.length; line++) {
    const next = [line];
    for (let column = 1; column <= to.length; column++) {
      const same = from[line - 1] === to[column - 1] ? 0 : 1;
      next.push(Math.min(next[column - 1]! + 1, row[column]! + 1, row[column - 1]! + same));
    }
    row = next;
  }
  return row[to.length]!;
}
