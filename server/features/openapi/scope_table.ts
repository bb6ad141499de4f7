import type { ScopeTable } from "../../contract/applications.ts";
import { modules, type Scope, scopes } from "../../contract/scopes.ts";
import type { Route } from "../../http/route.ts";

/** Returns the routes that each scope grants, derived from the routes themselves. */
export function scopeTable(routes: readonly Route[]): ScopeTable["items"] {
  return scopes.map((scope) => ({
    scope,
    module: moduleOf(scope),
    routes: routes.filter(({ access }) => access === scope).map(({ method, path, summary }) => ({
      method: method.toUpperCase(),
      path,
      summary,
    })),
  }));
}

function moduleOf(scope: Scope): (typeof modules)[number] {
  return modules.find((module) => scope.startsWith(`${module}:`))!; // every scope starts with a module
}
