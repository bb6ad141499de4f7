import type { ScopeTable } from "../../contract/applications.ts";
import { modules, type Scope, scopes } from "../../contract/scopes.ts";
import type { Route } from "../../http/route.ts";

/**
 * Returns the routes that each scope grants, derived from the routes themselves. Those of the compatible API
 * grant nothing else, so they are left out.
 */
export function scopeTable(routes: readonly Route[]): ScopeTable["items"] {
  return scopes.map((scope) => ({
    scope,
    module: moduleOf(scope),
    routes: routes.filter(({ access, compatible }) => access === scope && !compatible).map((
      { method, path, summary },
    ) => ({
      method: method.toUpperCase(),
      path,
      summary,
    })),
  }));
}

function moduleOf(scope: Scope): (typeof modules)[number] {
  return modules.find((module) => scope.startsWith(`${module}:`))!; // every scope starts with a module
}
