import type { JoinRule, Variable } from "../../../../server/contract/variables.ts";
import { splitValue } from "./split_value.ts";

/** A variable as it is being edited. */
export interface Draft {
  name: string;
  /** Null: the secret that is there stays, unseen. */
  value: string | null;
  /** Whether the value becomes several variables. */
  split: boolean;
  secret: boolean;
  remarks: string;
  labels: readonly string[];
  enabled: boolean;
  /** What becomes of several of this name; null: as it is. */
  join: JoinRule | null;
}

export const emptyDraft: Draft = {
  ...{ name: "", value: "", split: false, secret: false, remarks: "", labels: [], enabled: true, join: null },
};

/** Begins with a variable that is there. */
export function draftOf({ name, value, secret, remarks: warnings, labels, enabled }: Variable): Draft {
  return { ...emptyDraft, name, value: secret ? null : value, secret, remarks: warnings, labels, enabled };
}

/** Lists the values that a draft makes variables of. */
export function valuesOf({ value, split }: Draft): readonly string[] {
  return split ? splitValue(value ?? "") : [value ?? ""];
}

/** Writes a draft as new variables: one, or several where its value is split. */
export function inputsOf(draft: Draft) {
  const { secret, remarks: warnings, labels, enabled } = draft;
  return valuesOf(draft).map((value) => ({
    name: draft.name.trim(),
    value,
    secret,
    remarks: warnings,
    labels,
    enabled,
  }));
}

/** Writes what a draft changes. */
export function patchOf(start: Draft, draft: Draft): Record<string, unknown> {
  const fields = ["name", "value", "secret", "remarks", "labels", "enabled"] as const;
  const written = { ...draft, name: draft.name.trim() };
  const changed = fields.filter((field) =>
    written[field] !== null && JSON.stringify(written[field]) !== JSON.stringify(start[field])
  );
  return Object.fromEntries(changed.map((field) => [field, written[field]]));
}

/** Tells whether there is something to lose. */
export function isChanged(start: Draft, draft: Draft): boolean {
  return draft.join !== null || Object.keys(patchOf(start, draft)).length > 0;
}
