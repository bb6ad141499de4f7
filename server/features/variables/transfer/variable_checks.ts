import type { FieldIssue } from "../../../contract/app_error.ts";
import { MAX_VARIABLES, type VariableInput } from "../../../contract/variables.ts";
import type { Database } from "../../../engine/store.ts";
import type { Sealer } from "../../../platform/seal.ts";
import { readRules, readVariables } from "../store.ts";
import { toHeld } from "../variable_rows.ts";
import { byteLength, entryIssues, type StoredVariable, VariableStore } from "../variable_store.ts";

/** Checks variables before they are created, each also against those that were accepted before it. */
export class VariableChecks {
  readonly #byName: Map<string, StoredVariable[]>;
  #nextId = -1;

  private constructor(private readonly store: VariableStore, held: readonly StoredVariable[]) {
    this.#byName = Map.groupBy(held, ({ name }) => name);
  }

  static async load(db: Database, sealer: Sealer): Promise<VariableChecks> {
    const held = (await readVariables(db)).map((row) => toHeld(row, sealer));
    return new VariableChecks(new VariableStore(held, await readRules(db)), held);
  }

  /** Returns the id of the variable with this name and value; negative for one that was only accepted, null for none. */
  find({ name, value }: Pick<VariableInput, "name" | "value">): number | null {
    return this.#byName.get(name)?.find((one) => one.value() === value)?.id ?? null;
  }

  /** Accepts a variable that could be created, or returns its issues. */
  accept(input: VariableInput): FieldIssue[] {
    const { name, value, enabled } = input;
    const issues = entryIssues(input, name);
    if (issues.length > 0) return issues;
    if (this.store.size >= MAX_VARIABLES) {
      return [{ path: "name", code: "too_many", params: { max: MAX_VARIABLES } }];
    }
    const held = { id: this.#nextId--, name, enabled, bytes: byteLength(value), value: () => value };
    this.store.put(held);
    const issue = enabled ? this.store.sizeIssue("value") : null;
    if (issue) {
      this.store.remove(held.id);
      return [issue];
    }
    const named = this.#byName.get(name);
    if (named) named.push(held);
    else this.#byName.set(name, [held]);
    return [];
  }
}
