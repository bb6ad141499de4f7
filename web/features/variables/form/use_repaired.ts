import { useState } from "react";
import type { Draft } from "./draft.ts";

/** Remembers which fields were changed since the panel has last refused some: what was wrong with them may not be any more. */
export function useRepaired() {
  const [fields, setFields] = useState<ReadonlySet<string>>(new Set());
  return {
    isRepaired: (field: string) => fields.has(field),
    mend: (part: Partial<Draft>) => setFields((before) => new Set([...before, ...Object.keys(part)])),
    forget: () => setFields(new Set()),
  };
}
