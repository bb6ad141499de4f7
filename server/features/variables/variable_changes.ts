import type { AuditedChange } from "../../contract/changes.ts";
import { diffFields, diffMasked } from "../../platform/diff_fields.ts";
import type { VariableRow } from "./store.ts";
import { labelsOf } from "./variable_rows.ts";

const readers = {
  name: (row: VariableRow) => row.name,
  labels: (row: VariableRow) => labelsOf(row),
  enabled: (row: VariableRow) => row.enabled === 1,
  secret: (row: VariableRow) => row.secret === 1,
};

/** Fields that may contain a password, whether the variable is a secret or not. */
const masked = {
  value: (row: VariableRow) => row.value,
  remarks: (row: VariableRow) => row.remarks,
};

/** Returns the fields that differ between two states of a variable, without values and remarks. */
export function variableChanges(before: VariableRow, after: VariableRow): AuditedChange[] {
  const of = { kind: "variable", name: after.name } as const;
  return [...diffFields(readers, before, after), ...diffMasked(masked, before, after)]
    .map((change) => ({ ...of, ...change }));
}
