// The variables that the panel itself sets for a run and the programs around it. Loaded by the `task` command of every script,
// so it imports nothing.

/** Their names, by what they tell. */
export const runVariables = {
  run: "SUNDIAL_RUN_ID",
  mark: "SUNDIAL_RUN_MARK",
  cause: "SUNDIAL_CAUSE",
  attempt: "SUNDIAL_ATTEMPT",
  scheduledAt: "SUNDIAL_SCHEDULED_AT",
  triggerFile: "SUNDIAL_TRIGGER_FILE",
  exitCode: "SUNDIAL_EXIT_CODE",
  task: "SUNDIAL_TASK_ID",
  taskName: "SUNDIAL_TASK_NAME",
  taskLevel: "SUNDIAL_TASK_LEVEL",
  subscription: "SUNDIAL_SUBSCRIPTION_ID",
  socket: "SUNDIAL_SOCKET",
  access: "SUNDIAL_ACCESS_DIR",
  scripts: "SUNDIAL_SCRIPTS_DIR",
  config: "SUNDIAL_CONFIG_DIR",
  logWriter: "SUNDIAL_LOG_WRITER",
  variablesFile: "SUNDIAL_VARIABLES_FILE",
  maskedUntil: "SUNDIAL_MASKED_UNTIL",
  maskLost: "SUNDIAL_MASK_LOST",
  maskResumed: "SUNDIAL_MASK_RESUMED",
} as const;
