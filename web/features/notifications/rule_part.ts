import type { RuleDraft } from "./rule_draft.ts";

/** What a part of the form of a rule is given. */
export interface RulePart {
  draft: RuleDraft;
  set: (change: Partial<RuleDraft>) => void;
  errorOf: (path: string) => string | undefined;
}
