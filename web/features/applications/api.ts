import { keepPreviousData } from "@tanstack/react-query";
import type {
  Application,
  ApplicationWithSecret,
  ScopeTable,
} from "../../../server/contract/applications.ts";
import type { List } from "../../../server/contract/shapes.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApiQuery } from "../../api/use_api.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { useChange } from "../../shared/actions/use_action.ts";
import type { Submission } from "../../ui/form/use_server_form.ts";
import { type Module, modules, type Scope } from "../../../server/contract/scopes.ts";

/** Queries the applications that match a text. There are at most two hundred, so the list has no pages. */
export function useApplications(q: string) {
  return useApiQuery<List<Application>>(queryKeys.applications("list", q), "/applications", {
    query: { q, pageSize: 500 },
    placeholderData: keepPreviousData,
  });
}

/** Queries one application; null queries nothing. */
export function useApplication(id: number | null) {
  return useApiQuery<Application>(queryKeys.applications("one", id), `/applications/${id}`, {
    enabled: id !== null,
  });
}

/** Queries the API routes that each permission allows. */
export function useScopeTable() {
  return useApiQuery<ScopeTable>(queryKeys.applications("scopes"), "/applications/scopes", {
    staleTime: Infinity,
  });
}

interface ApplicationValues {
  name: string;
  scopes: Permissions;
}

/** Returns a mutation that creates or changes an application; resolves to the new one with its secret. */
export function useSaveApplication(application: Application | null) {
  const { t } = useMessages();
  return useChange({
    send: async (api, { values, base }: Submission<ApplicationValues, Application>) => {
      const input = { name: values.name.trim(), scopes: scopesOf(values.scopes) };
      if (!application) return await api.post<ApplicationWithSecret>("/applications", input);
      await api.patch(`/applications/${application.id}`, input, { version: base?.version });
      return null;
    },
    invalidates: [queryKeys.applications()],
    done: (created, { values: { name } }) =>
      t(created ? "applications.created" : "applications.saved", { name: name.trim() }),
  });
}

// Scopes as the form presents them: no access, read, or write (which includes read) for each module; tasks can also be run only.
export type Level = "none" | "read" | "run" | "write";
export type Permissions = Record<Module, Level>;

export function permissionsOf(scopes: readonly Scope[]): Permissions {
  const levelOf = (module: Module): Level =>
    levelsOf(module).findLast((level) => (scopes as readonly string[]).includes(`${module}:${level}`)) ??
      "none";
  // Every module has an entry.
  return Object.fromEntries(modules.map((module) => [module, levelOf(module)])) as Permissions;
}

/** Converts levels to scopes, in the order of the modules. */
export function scopesOf(permissions: Permissions): Scope[] {
  return modules.flatMap((module) => {
    const level = permissions[module];
    // Only those of a module are chosen for it.
    return level === "none" ? [] : [`${module}:${level}` as Scope];
  });
}

/** Returns the levels that a module has, the one that permits least first. */
export function levelsOf(module: Module): readonly Level[] {
  return module === "tasks" ? ["none", "read", "run", "write"] : ["none", "read", "write"];
}

/** Returns the levels of a module that somebody may give an application, and the one that it has. */
export function levelsFor(module: Module, current: Level, may: (scope: Scope) => boolean): readonly Level[] {
  return levelsOf(module).filter((level) =>
    level === "none" || level === current || may(`${module}:${level}` as Scope) // of its levels
  );
}

/** Returns permissions with one level for every module, or the one below it that somebody may give. */
export function allOf(level: Exclude<Level, "run">, may: (scope: Scope) => boolean): Permissions {
  const entries = modules.map((module) => {
    const upTo = levelsOf(module).slice(0, levelsOf(module).indexOf(level) + 1);
    return [module, levelsFor(module, "none", may).findLast((one) => upTo.includes(one))];
  });
  return Object.fromEntries(entries) as Permissions; // every module has an entry, and the level "none"
}
