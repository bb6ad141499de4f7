import type { SealedKind } from "../../contract/sealed_kinds.ts";
import type { Database } from "../../engine/store.ts";
import type { Sealer } from "../../platform/seal.ts";
import { listSealedValues, type SealedValue } from "./sealed_values.ts";

/** What is lost, by kind: the names of what it belongs to, each once. */
export type LostSecrets = ReadonlyMap<SealedKind, readonly string[]>;

/** Lists what the key file does not open; everything when it contains no key. */
export async function listLostSecrets(db: Database, sealer: Sealer): Promise<LostSecrets> {
  return findLostSecrets(await listSealedValues(db), sealer);
}

/** Returns those of the values that the key file does not open. */
export function findLostSecrets(values: readonly SealedValue[], sealer: Sealer): LostSecrets {
  const hasKey = sealer.findProblem() === null;
  const lost = values.filter(({ sealed, purpose }) => !hasKey || !sealer.opens(sealed, purpose));
  const byKind = Map.groupBy(lost, ({ kind }) => kind);
  return new Map([...byKind].map(([kind, values]) => [kind, [...new Set(values.map(({ name }) => name))]]));
}
