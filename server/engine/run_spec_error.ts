// Why a run cannot be started. A file of its own, because the `task` command of every script loads it, but not the rest.
import type { Language } from "../contract/settings.ts";

/** Why a run cannot be started: a code for the API, and a line for its log. */
export interface Refusal {
  code: string;
  line: Readonly<Record<Language, string>>;
}

/** Thrown when a run cannot be started the way its source is configured. */
export class RunSpecError extends Error {
  override readonly name = "RunSpecError";

  constructor(readonly refusal: Refusal) {
    super(refusal.code);
  }
}
