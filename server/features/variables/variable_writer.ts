import { type FieldIssue, refuseIf } from "../../contract/app_error.ts";
import type { Parsed } from "../../contract/parsed.ts";
import type { VariableInput, VariablePatch } from "../../contract/variables.ts";
import type { Tx } from "../../engine/store.ts";
import { noteChanges } from "../../engine/change_scope.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Sealer } from "../../platform/seal.ts";
import { entryIssues, type StoredVariable, VariableStore } from "./variable_store.ts";
import { insertVariable, readRules, readVariables, updateVariable, type VariableRow } from "./store.ts";
import { variableChanges } from "./variable_changes.ts";
import { readValue, toColumns, toHeld } from "./variable_rows.ts";

const blank = { name: "", value: "", secret: 0, remarks: "", labels_json: "[]", enabled: 1 } as const;

/** Writes variables, each after checking it against all others. */
export class VariableWriter {
  constructor(private readonly options: { clock: Clock; sealer: Sealer }) {}

  async store(tx: Tx): Promise<VariableStore> {
    const rows = await readVariables(tx);
    return new VariableStore(rows.map((row) => toHeld(row, this.options.sealer)), await readRules(tx));
  }

  /**
   * Appends a variable and returns its id; `path` is the prefix of rejected fields. Throws
   * `validation_failed` or `secret_key_wrong`.
   */
  async add(tx: Tx, store: VariableStore, input: Parsed<VariableInput>, path = ""): Promise<number> {
    refuseIf(below(path, entryIssues(input, input.name)));
    const now = this.options.clock.now();
    const last = await tx.selectFrom("variable").select(({ fn }) => fn.max("position").as("position"))
      .executeTakeFirst();
    const row = {
      ...blank,
      ...toColumns(input, null, this.options.sealer),
      position: (last?.position ?? -1) + 1,
      created_at: now,
      updated_at: now,
      version: 1,
    };
    const id = await insertVariable(tx, row);
    const { value, name } = input;
    const held = { ...toHeld({ ...row, id }, this.options.sealer), value: () => value };
    refuseIf(below(path, tryOn(store, held, { value, name })));
    return id;
  }

  /** Updates a variable. Throws `validation_failed` or `secret_key_wrong`. */
  async amend(
    tx: Tx,
    store: VariableStore,
    before: VariableRow,
    patch: Parsed<VariablePatch>,
  ): Promise<void> {
    refuseIf(entryIssues(patch, before.name));
    // A longer name leaves less space for the value.
    if (patch.name !== undefined && patch.value === undefined) {
      const value = readValue(before, this.options.sealer) ?? "";
      refuseIf(entryIssues({ value }, patch.name).map((issue) => ({ ...issue, path: "name" })));
    }
    const columns = toColumns(patch, before, this.options.sealer);
    refuseIf(tryOn(store, toHeld({ ...before, ...columns }, this.options.sealer), patch));
    await updateVariable(tx, before.id, { ...columns, updated_at: this.options.clock.now() });
    // Whatever still rolls it back fails the request, which is then not in the audit log.
    noteChanges(variableChanges(before, { ...before, ...columns }));
  }
}

// The issue names the field of the patch that caused it.
function tryOn(
  store: VariableStore,
  held: StoredVariable,
  { value, name, enabled }: VariablePatch,
): FieldIssue[] {
  const path = value !== undefined ? "value" : name !== undefined ? "name" : "enabled";
  store.put(held);
  const isSpecified = value !== undefined || name !== undefined;
  if (isSpecified && store.hasTwin(held)) return [{ path, code: "same_variable" }];
  const grows = isSpecified || enabled === true;
  const issue = grows && held.enabled ? store.sizeIssue(path) : null;
  return issue ? [issue] : [];
}

function below(path: string, issues: FieldIssue[]): FieldIssue[] {
  return issues.map((issue) => ({ ...issue, path: path + issue.path }));
}
