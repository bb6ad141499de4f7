/** What the end of an upstream task must be, so that its link is followed. */
export const linkOutcomes = ["succeeded", "failed", "any"] as const;
export type LinkOutcome = (typeof linkOutcomes)[number];

/** Limits of flows. */
export const flowLimits = {
  /** Tasks that one task starts after. */
  upstream: 50,
  /** How long a due time waits for the tasks before it, in ms. */
  waitMs: 7 * 86_400_000,
  /** Values for which a task runs, and how many of these runs may be live at once. */
  items: 1_000,
  itemsAtOnce: 100,
  /** Characters of such a value that are shown. */
  itemValue: 200,
  /** Of the outputs of a run, in bytes. */
  outputBytes: 64 * 1024,
  /** Of the name of an output, in characters. */
  outputKey: 100,
  /** Files and folders that a run leaves for the tasks after it. */
  outputFiles: 1_000,
} as const;
