import type { Draft } from "./draft.ts";

/** Everything the parts of the form need. */
export interface FormParts {
  draft: Draft;
  set: (part: Partial<Draft>) => void;
  /** What is wrong with a field, by its name in the API. */
  fault: (path: string) => string | undefined;
  /** The refused request itself. */
  error: unknown;
}
