/** Kinds of command by which a list can be filtered. */
export const taskKinds = ["javascript", "typescript", "python", "shell", "subscription", "other"] as const;
export type TaskKind = (typeof taskKinds)[number];
