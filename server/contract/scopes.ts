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
/** `run` is what starts, stops, enables and mutes tasks without changing what they do. */
export type Scope = `${Module}:${"read" | "write"}` | "tasks:run";

/** On whose behalf something is done; `person` is a logged-in user, as in the causes of runs and the audit log of the API. */
export type Requester = "person" | "application";

export const scopes: readonly Scope[] = modules.flatMap((module): Scope[] => [
  `${module}:read`,
  ...(module === "tasks" ? ["tasks:run"] as const : []),
  `${module}:write`,
]);

/** Returns whether scopes include one; each includes the weaker ones of its module. */
export function includesScope(has: readonly Scope[], wanted: Scope): boolean {
  const [module, action] = wanted.split(":") as [Module, Action];
  return stronger[action].some((one) => (has as readonly string[]).includes(`${module}:${one}`));
}

/** Returns the scopes that two lists both include. */
export function commonScopes(one: readonly Scope[], other: readonly Scope[]): Scope[] {
  return scopes.filter((scope) => includesScope(one, scope) && includesScope(other, scope));
}

type Action = "read" | "run" | "write";
const stronger: Record<Action, readonly Action[]> = {
  read: ["read", "run", "write"],
  run: ["run", "write"],
  write: ["write"],
};
