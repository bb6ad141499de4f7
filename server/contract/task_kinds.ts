/** Kinds of command a list can be narrowed to. */
export const taskKinds = ["javascript", "typescript", "python", "shell", "subscription", "other"] as const;
export type TaskKind = (typeof taskKinds)[number];
