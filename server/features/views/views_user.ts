import { type Caller, hasScope, isAdministrator, reachOf } from "../../http/route.ts";

/** On whose behalf views are read and changed. */
export interface ViewsUser {
  /** To whom new views belong; null for the panel. */
  accountId: number | null;
  /** Which views exist for the user: only own ones, also those that are shared, or all. */
  sees: "own" | "shared" | "all";
  /** Whether the user can share views. */
  mayShare: boolean;
  /** Whether the user can change and delete views that others have shared. */
  managesShared: boolean;
}

/** The panel itself, as for imports, and the command line. */
export const panelUser: ViewsUser = { accountId: null, sees: "all", mayShare: true, managesShared: true };

export function viewsUserOf(caller: Caller): ViewsUser {
  if (caller.kind === "operator") return panelUser;
  const accountId = "accountId" in caller ? caller.accountId : null;
  // The name and the conditions of a shared view may tell of any task.
  const isWhole = reachOf(caller) === null;
  return {
    accountId,
    sees: isWhole ? "shared" : "own",
    // What belongs to the panel would be seen by nobody.
    mayShare: accountId === null || isWhole && hasScope(caller, "tasks:write"),
    managesShared: isAdministrator(caller) || caller.kind === "application" && caller.isOfAdministrator,
  };
}
