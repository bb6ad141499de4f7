// What is carried over is sealed with the current key; where the backup brings its own, that opens nothing of it.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { KEY_FILE, Sealer, SealError, type SealPurpose } from "../../platform/seal.ts";

/** The folders with the keys of the two databases. */
export interface KeyFolders {
  coming: string;
  present: string;
}

/** Seals a text anew with the key that will be in use. */
export type Reseal = (sealed: string, purpose: SealPurpose) => string;

/** Returns how to seal what is carried over; null where the current key stays. */
export function findReseal({ coming, present }: KeyFolders): Reseal | null {
  if (!existsSync(join(coming, KEY_FILE))) return null;
  const [from, to] = [new Sealer(present), new Sealer(coming)];
  return (sealed, purpose) => {
    if (to.opens(sealed, purpose)) return sealed;
    try {
      return to.seal(from.open(sealed, purpose), purpose);
    } catch (error) {
      // It could not be opened before either, and must not be removed.
      if (error instanceof SealError) return sealed;
      throw error;
    }
  };
}
