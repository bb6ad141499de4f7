import type { Variable } from "../../../../server/contract/variables.ts";
import type { Draft } from "./draft.ts";

/** Everything the parts of the form need. */
export interface FormParts {
  variable: Variable | null;
  draft: Draft;
  set: (part: Partial<Draft>) => void;
  error: (path: string) => string | undefined;
}
