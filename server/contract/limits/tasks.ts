/** Days a deleted task stays in the trash. */
export const TRASH_DAYS = 30;
/** Days a recorded change of a task stays. */
export const HISTORY_DAYS = 365;

/** Limits of tasks. Lengths are in characters. */
export const taskLimits = {
  name: 200,
  command: 10_000,
  logFolder: 100,
  serialGroup: 100,
  labelLength: 50,
  /** A value of a filter by free text, or of a condition of a view. */
  filterValue: 1000,
  labels: 50,
  /** Concurrent runs of one task. */
  parallelRuns: 1000,
  /** Missed due times that are caught up. */
  missedRuns: 100,
  retries: 100,
  minApprovalLapseMs: 60_000,
  maxApprovalLapseMs: 90 * 24 * 3_600_000,
  approvalRemark: 300,
  logKeepRuns: 100_000,
  logKeepDays: 3650,
  /** Failures in a row that are counted. */
  failureStreak: 100,
  /** Runs whose failures are returned at once: each costs the end of its log. */
  failures: 100,
  /** Recorded changes of the command or schedule of one task. */
  changes: 200,
  /** Recorded changes of the fields of one task. */
  history: 200,
  parameters: 50,
  parameterName: 100,
  parameterLabel: 100,
  parameterHelp: 1000,
  parameterPattern: 500,
  parameterChoice: 200,
  parameterChoices: 100,
  /** Characters of a value in a list of runs. */
  parameterPreview: 200,
  /** Longest request of a run (characters) whose values a flow run lists. */
  listedRequest: 16_384,
  /** Largest value of a parameter. */
  parameterBytes: 64 * 1024,
  /** All values of one run, and all that a task stores for its rules. */
  parameterBytesTogether: 256 * 1024,
  crontab: 512 * 1024,
  crontabLines: 1000,
} as const;
