// All variables in memory, as far as rules over several of them need it: no duplicates, and the variables of
// a task fit into an environment. Each change is checked here first.
import type { FieldIssue } from "../../contract/app_error.ts";
import {
  type JoinRule,
  MAX_ENVIRONMENT_BYTES,
  maxValueBytes,
  RESERVED_PREFIX,
  SHELL_NAMES,
  type VariablePatch,
} from "../../contract/variables.ts";
import { variableLimits } from "../../contract/limits/variables.ts";

/** One variable as seen by the rules. */
export interface StoredVariable {
  id: number;
  name: string;
  /** Size of its value in bytes. */
  bytes: number;
  enabled: boolean;
  /** Returns its value; null if it cannot be decrypted. Called only for variables with the same name. */
  value(): string | null;
}

export class VariableStore {
  readonly #rules: Map<string, JoinRule>;
  readonly #byName = new Map<string, Map<number, StoredVariable>>();
  readonly #byId = new Map<number, StoredVariable>();
  /** Maximum size in bytes of what a task gets under each name, and in total. */
  readonly #sizes = new Map<string, number>();
  #total = 0;

  constructor(held: Iterable<StoredVariable>, rules: ReadonlyMap<string, JoinRule>) {
    this.#rules = new Map(rules);
    for (const one of held) this.#keep(one);
    for (const name of this.#byName.keys()) this.#measure(name);
  }

  get size(): number {
    return this.#byId.size;
  }

  find(id: number): StoredVariable | undefined {
    return this.#byId.get(id);
  }

  /** Adds a variable; replaces one with the same id. */
  put(held: StoredVariable): void {
    this.remove(held.id);
    this.#keep(held);
    this.#measure(held.name);
  }

  remove(id: number): void {
    const held = this.#byId.get(id);
    if (!held) return;
    this.#byId.delete(id);
    this.#byName.get(held.name)?.delete(id);
    this.#measure(held.name);
  }

  setRule(name: string, rule: JoinRule): void {
    this.#rules.set(name, rule);
    this.#measure(name);
  }

  /** Returns whether another variable than `id` has this name and value. */
  hasTwin({ id, name, value }: StoredVariable): boolean {
    const wanted = value();
    return wanted !== null && this.#named(name).some((one) => one.id !== id && one.value() === wanted);
  }

  /** Returns the issue if all values together are too large; null otherwise. */
  sizeIssue(path: string): FieldIssue | null {
    if (this.#total <= MAX_ENVIRONMENT_BYTES) return null;
    const params = { bytes: this.#total, max: MAX_ENVIRONMENT_BYTES };
    return { path, code: "variables_too_long", params };
  }

  #named(name: string): StoredVariable[] {
    return [...this.#byName.get(name)?.values() ?? []];
  }

  #keep(held: StoredVariable): void {
    this.#byId.set(held.id, held);
    const named = this.#byName.get(held.name) ?? new Map<number, StoredVariable>();
    this.#byName.set(held.name, named.set(held.id, held));
  }

  #measure(name: string): void {
    const isThere = this.#named(name).some(({ enabled }) => enabled);
    const size = isThere ? name.length + this.#joined(name) + 2 : 0;
    this.#total += size - (this.#sizes.get(name) ?? 0);
    this.#sizes.set(name, size);
  }

  // For values that are not joined, the longest: depending on its labels, a task may get any of them as its
  // last.
  #joined(name: string): number {
    const sizes = this.#named(name).filter(({ enabled }) => enabled).map(({ bytes }) => bytes);
    if (sizes.length === 0) return 0;
    if (this.#rules.get(name) === "last") return Math.max(...sizes);
    return sizes.reduce((sum, size) => sum + size + 1, -1);
  }
}

/** Returns the issues of a single variable that the schema does not catch. */
export function entryIssues(
  { name, value, labels = [] }: Pick<VariablePatch, "name" | "value" | "labels">,
  knownName: string,
): FieldIssue[] {
  const max = maxValueBytes(name ?? knownName);
  return [
    ...(name?.startsWith(RESERVED_PREFIX)
      ? [{ path: "name", code: "reserved_name" as const, params: { prefix: RESERVED_PREFIX } }]
      : []),
    ...(name !== undefined && SHELL_NAMES.includes(name)
      ? [{ path: "name", code: "shell_name" as const, params: { name } }]
      : []),
    ...(value !== undefined && byteLength(value) > max
      ? [{ path: "value", code: "too_many_bytes" as const, params: { max } }]
      : []),
    ...labels.flatMap((label, index) =>
      label.trim() === "" ? [{ path: `labels.${index}`, code: "required" as const }] : []
    ),
  ];
}

/** Returns the length of a text in UTF-8 bytes. */
export function byteLength(text: string): number {
  // A text has at least as many bytes as UTF-16 units: above the limit it need not be encoded.
  return text.length > variableLimits.entryBytes ? text.length : new TextEncoder().encode(text).length;
}
