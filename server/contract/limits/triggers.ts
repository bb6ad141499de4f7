/** Limits of triggers. */
export const triggerLimits = {
  /** Triggers of one task. */
  triggers: 20,
  /** Characters of a path. */
  path: 1_000,
  /** How long a file must stay unchanged, in ms. */
  settleMs: { min: 500, usual: 2_000, max: 3_600_000 },
} as const;
