import type { JoinRule, Variable } from "../../../../server/contract/variables.ts";

export interface VariableValues {
  name: string;
  /** Null keeps the stored secret, which the page never receives. */
  value: string | null;
  /** Whether the value becomes several variables. */
  split: boolean;
  secret: boolean;
  remarks: string;
  labels: readonly string[];
  enabled: boolean;
  /** How several variables of this name are combined; null keeps the stored rule. */
  join: JoinRule | null;
}

export const emptyValues: VariableValues = {
  name: "",
  value: "",
  split: false,
  secret: false,
  remarks: "",
  labels: [],
  enabled: true,
  join: null,
};

export function valuesOf({ name, value, secret, remarks, labels, enabled }: Variable): VariableValues {
  return { ...emptyValues, name, value: secret ? null : value, secret, remarks, labels, enabled };
}

/** Lists the values of the variables that the form would create. */
export function listValues({ value, split }: Pick<VariableValues, "value" | "split">): readonly string[] {
  return split ? splitValue(value ?? "") : [value ?? ""];
}

/** Returns the values as new variables: one, or several when the value is split. */
export function inputsOf(values: VariableValues) {
  const { secret, remarks, labels, enabled } = values;
  const name = values.name.trim();
  return listValues(values).map((value) => ({ name, value, secret, remarks, labels, enabled }));
}

/** Returns the fields that differ from the ones the form started with. */
export function patchOf(start: VariableValues, values: VariableValues): Record<string, unknown> {
  const fields = ["name", "value", "secret", "remarks", "labels", "enabled"] as const;
  const sent = { ...values, name: values.name.trim() };
  const changed = fields.filter((field) =>
    sent[field] !== null && JSON.stringify(sent[field]) !== JSON.stringify(start[field])
  );
  return Object.fromEntries(changed.map((field) => [field, sent[field]]));
}

/** Splits a pasted text into the values of several variables: at each `&`, else by lines. A single value is not split. */
export function splitValue(text: string): readonly string[] {
  const parts = text.includes("&") ? text.split("&") : text.split(/\r\n|\r|\n/);
  const values = [...new Set(parts.map((part) => part.trim()).filter((part) => part !== ""))];
  return values.length > 1 ? values : [text];
}

/** Parses a pasted `NAME=value`, also with `export` and quotes around the value; null for anything else. */
export function readAssignment(text: string): { name: string; value: string } | null {
  const [, name, given] = /^\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)=([^]*)$/.exec(text) ?? [];
  if (name === undefined || given === undefined) return null;
  const [, quoted, other] = /^(?:"([^]*)"|'([^]*)');?$/.exec(given.trim()) ?? [];
  return { name, value: quoted ?? other ?? given.trim() };
}

/** Counts the bytes of a text in UTF-8. */
export function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}

const secretName = /(^|_)(TOKENS?|SECRETS?|PASS|PASSWORDS?|PASSWD|PWD|KEYS?|COOKIES?|CREDENTIALS?|WEBHOOK)$/i;

/** Returns whether a name reads like that of a secret. */
export function readsLikeSecret(name: string): boolean {
  return secretName.test(name.trim());
}
