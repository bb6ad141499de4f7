export const modules = [
  "tasks",
  "views",
  "variables",
  "config",
  "scripts",
  "logs",
  "subscriptions",
  "dependencies",
  "heartbeats",
  "notifications",
  "system",
] as const;

export type Module = (typeof modules)[number];
export type Scope = `${Module}:${"read" | "write"}`;

/** On whose behalf something is done; `person` is a logged-in user, as in the causes of runs and the audit log of the API. */
export type Requester = "person" | "application";

export const scopes: readonly Scope[] = modules.flatMap((module) =>
  [`${module}:read`, `${module}:write`] as const
);

/** Returns whether scopes include one; write includes read. */
export function includesScope(has: readonly Scope[], wanted: Scope): boolean {
  return has.some((scope) => scope === wanted || scope === wanted.replace(/:read$/, ":write"));
}
