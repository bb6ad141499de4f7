// Plans an import before anything is changed.
import type { ImportedVariable, VariableImport } from "../../../contract/variables.ts";
import type { Entry } from "./read_entries.ts";

/** An existing variable; its value is null if it cannot be decrypted. */
export interface Known {
  id: number;
  name: string;
  value: string | null;
}

export interface Planned {
  entry: Entry;
  state: ImportedVariable["state"];
  act: ImportedVariable["act"];
  /** Id of the variable that it replaces; null otherwise. */
  replaces: number | null;
}

/**
 * Plans an import. If a name exists, entries whose value exists too are duplicates and are skipped; the
 * others replace, in order, the existing variables that have no duplicate among the entries.
 */
export function planImport(
  entries: readonly Entry[],
  known: readonly Known[],
  existing: VariableImport["existing"],
): Planned[] {
  const names = Map.groupBy(known, ({ name }) => name);
  const free = new Map([...names].map(([name, all]) => [name, unmatched(all, entries)]));
  const taken = new Set(known.flatMap(({ name, value }) => value === null ? [] : key(name, value)));
  return entries.map((entry) => {
    const { name, value } = entry.input;
    if (entry.reason !== null) return skipped(entry, "refused");
    if (taken.has(key(name, value))) return skipped(entry, "same");
    const state = names.has(name) ? "changed" : "new";
    if (state === "changed" && existing === "skip") return skipped(entry, state);
    taken.add(key(name, value));
    const replaces = existing === "replace" ? free.get(name)?.shift()?.id ?? null : null;
    return { entry, state, act: replaces === null ? "added" : "replaced", replaces };
  });
}

function unmatched(known: readonly Known[], entries: readonly Entry[]): Known[] {
  const wanted = new Set(entries.map(({ input }) => key(input.name, input.value)));
  return known.filter(({ name, value }) => value === null || !wanted.has(key(name, value)));
}

function skipped(entry: Entry, state: ImportedVariable["state"]): Planned {
  return { entry, state, act: "skipped", replaces: null };
}

function key(name: string, value: string): string {
  return `${name}=${value}`;
}
