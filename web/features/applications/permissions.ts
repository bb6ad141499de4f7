// Scopes as the form shows them: for each module nothing, read, or write, which includes read.
import { type Module, modules, type Scope } from "../../../server/contract/scopes.ts";

export type Level = "none" | "read" | "write";
export type Permissions = Record<Module, Level>;

/** Reads scopes as levels. */
export function permissionsOf(scopes: readonly Scope[]): Permissions {
  const levelOf = (module: Module): Level =>
    scopes.includes(`${module}:write`) ? "write" : scopes.includes(`${module}:read`) ? "read" : "none";
  // Every module has its entry.
  return Object.fromEntries(modules.map((module) => [module, levelOf(module)])) as Permissions;
}

/** Writes levels as scopes, in the order of the modules. */
export function scopesOf(permissions: Permissions): Scope[] {
  return modules.flatMap((module) => {
    const level = permissions[module];
    return level === "none" ? [] : [`${module}:${level}` as const];
  });
}

/** Gives every module the same level. */
export function allOf(level: Level): Permissions {
  return Object.fromEntries(modules.map((module) => [module, level])) as Permissions; // every module has its entry
}
