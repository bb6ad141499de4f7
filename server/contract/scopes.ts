export const modules = [
  "tasks",
  "views",
  "variables",
  "config",
  "scripts",
  "logs",
  "subscriptions",
  "dependencies",
  "notifications",
  "system",
] as const;

export type Scope = `${(typeof modules)[number]}:${"read" | "write"}`;
