/** Configuration files that have a sample, in the order they take effect. */
export const sampleNames = [
  "config.sh",
  "task_before.sh",
  "task_before.js",
  "task_before.py",
  "task_after.sh",
  "task_after.js",
  "task_after.py",
  "extra.sh",
] as const;

/** The sample of each configuration file. */
export type SampleMessages = Record<(typeof sampleNames)[number], string>;
