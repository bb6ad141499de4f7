import type { ImportNote, ImportOmission, ImportProblem, ImportRefusal } from "../import_reasons.ts";

/** The messages of imports in one language; a code without a message does not compile. */
export interface ImportMessages {
  refusals: Record<ImportRefusal, string>;
  notes: Record<ImportNote, string>;
  omissions: Record<ImportOmission, string>;
  problems: Record<ImportProblem, string>;
  /** Between a field and its issue. */
  colon: string;
}
