/** Kinds of command by which a list can be filtered; `subscription` includes all tasks that a subscription created. */
export const taskKinds = ["javascript", "typescript", "python", "shell", "subscription", "other"] as const;
export type TaskKind = (typeof taskKinds)[number];
