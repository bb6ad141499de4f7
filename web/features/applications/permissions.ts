// Scopes as the form presents them: no access, read, or write (which includes read) for each module.
import { type Module, modules, type Scope } from "../../../server/contract/scopes.ts";

export type Level = "none" | "read" | "write";
export type Permissions = Record<Module, Level>;

/** Converts scopes to levels. */
export function permissionsOf(scopes: readonly Scope[]): Permissions {
  const levelOf = (module: Module): Level =>
    scopes.includes(`${module}:write`) ? "write" : scopes.includes(`${module}:read`) ? "read" : "none";
  // Every module has an entry.
  return Object.fromEntries(modules.map((module) => [module, levelOf(module)])) as Permissions;
}

/** Converts levels to scopes, in the order of the modules. */
export function scopesOf(permissions: Permissions): Scope[] {
  return modules.flatMap((module) => {
    const level = permissions[module];
    return level === "none" ? [] : [`${module}:${level}` as const];
  });
}

/** Returns permissions with the same level for every module. */
export function allOf(level: Level): Permissions {
  return Object.fromEntries(modules.map((module) => [module, level])) as Permissions; // every module has an entry
}
