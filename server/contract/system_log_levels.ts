export const systemLogLevels = ["debug", "info", "warn", "error"] as const;
export type SystemLogLevel = (typeof systemLogLevels)[number];
