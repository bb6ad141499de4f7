// Converts between a variable of the API and its row. The value of a secret is stored sealed and decrypted
// only here.
import { AppError } from "../../contract/app_error.ts";
import { type JoinRule, MASK, type Variable, type VariablePatch } from "../../contract/variables.ts";
import { KEY_FILE, sealedTextBytes, type Sealer, SealError, withSealErrors } from "../../platform/seal.ts";
import { byteLength, type StoredVariable } from "./variable_store.ts";
import type { VariableRow } from "./store.ts";
import { storedJson } from "../../platform/stored_json.ts";
import { isoTime } from "../../platform/iso_time.ts";

type Columns = Pick<VariableRow, "name" | "value" | "secret" | "remarks" | "labels_json" | "enabled">;

/** Returns the value of a row; null if it is a secret that cannot be decrypted. */
export function readValue(
  { value, secret }: Pick<VariableRow, "value" | "secret">,
  sealer: Sealer,
): string | null {
  if (secret === 0) return value;
  try {
    return sealer.open(value, "variable");
  } catch (error) {
    if (error instanceof SealError) return null;
    throw error;
  }
}

/** Returns the value of a row. Throws `secret_key_wrong` if it is a secret that cannot be decrypted. */
export function revealValue(row: Pick<VariableRow, "value" | "secret">, sealer: Sealer): string {
  const value = readValue(row, sealer);
  if (value === null) throw new AppError("secret_key_wrong", { file: KEY_FILE });
  return value;
}

function writeValue(value: string, secret: boolean, sealer: Sealer): string {
  return secret ? withSealErrors(() => sealer.seal(value, "variable")) : value;
}

/** Converts fields to columns; `before` is the current row. Throws `secret_key_wrong`. */
export function toColumns(
  patch: VariablePatch,
  before: VariableRow | null,
  sealer: Sealer,
): Partial<Columns> {
  const { name, remarks, labels, enabled } = patch;
  return {
    ...(name !== undefined && { name }),
    ...valueColumns(patch, before, sealer),
    ...(remarks !== undefined && { remarks: remarks.trim() }),
    ...(labels !== undefined && { labels_json: JSON.stringify(tidyLabels(labels)) }),
    ...(enabled !== undefined && { enabled: enabled ? 1 as const : 0 as const }),
  };
}

// A value that becomes a secret, or stops being one, is rewritten.
function valueColumns(
  { value: sent, secret }: VariablePatch,
  before: VariableRow | null,
  sealer: Sealer,
): Partial<Columns> {
  const wasSecret = before?.secret === 1;
  const value = wasSecret && sent === MASK ? undefined : sent;
  const isSecret = secret ?? wasSecret;
  if (value === undefined && (before === null || isSecret === wasSecret)) return {};
  const plain = value ?? (before ? revealValue(before, sealer) : "");
  return { value: writeValue(plain, isSecret, sealer), secret: isSecret ? 1 : 0 };
}

/** Normalizes labels for storage: trimmed, without duplicates. */
export function tidyLabels(labels: readonly string[]): string[] {
  return [...new Set(labels.map((label) => label.trim()).filter((label) => label !== ""))];
}

export function labelsOf({ labels_json }: Pick<VariableRow, "labels_json">): string[] {
  return storedJson<string[]>(labels_json, []);
}

/** Converts a row for the rules over several variables. */
export function toHeld(row: VariableRow, sealer: Sealer): StoredVariable {
  let value: string | null | undefined;
  return {
    id: row.id,
    name: row.name,
    enabled: row.enabled === 1,
    bytes: row.secret === 1 ? sealedTextBytes(row.value) : byteLength(row.value),
    // Every variable of its name may request it.
    value: () => value === undefined ? value = readValue(row, sealer) : value,
  };
}

export interface Surroundings {
  join: JoinRule;
  usedBy: number;
  sealer: Sealer;
}

/** Converts a row to a variable of the API, with a secret masked. */
export function toVariable(row: VariableRow, { join, usedBy, sealer }: Surroundings): Variable {
  const secret = row.secret === 1;
  return {
    id: row.id,
    name: row.name,
    value: secret ? MASK : row.value,
    secret,
    unreadable: secret && readValue(row, sealer) === null,
    remarks: row.remarks,
    labels: labelsOf(row),
    enabled: row.enabled === 1,
    position: row.position,
    join,
    usedBy,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
    version: row.version,
  };
}
