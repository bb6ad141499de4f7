import { useQuery } from "@tanstack/react-query";
import type { Session } from "../../server/contract/auth.ts";
import { includesScope, type Scope } from "../../server/contract/scopes.ts";
import { useApi } from "./use_api.tsx";
import { sessionQuery } from "./use_session.ts";

/** What a person may need for a part of the page: a permission of the role, or to be an administrator. */
export type Permission = Scope | "administrator";

/** Returns whether a person may do something; null is for everyone with an account. */
export function hasPermission(
  session: Pick<Session, "role" | "permissions"> | undefined,
  wanted: Permission | null,
): boolean {
  if (!session) return false;
  if (wanted === null || session.role === "administrator") return true;
  return wanted !== "administrator" && includesScope(session.permissions, wanted);
}

/** Returns a function that tells whether the logged-in person may do something; renders again when the role changes. */
export function usePermissions(): (wanted: Permission | null) => boolean {
  // Only follows the query: whatever needs a session has asked for it.
  const { data } = useQuery({ ...sessionQuery(useApi()), enabled: false });
  return (wanted) => hasPermission(data, wanted);
}

/** Returns whether the logged-in person may do something: `useMay("tasks:write")`. */
export function useMay(wanted: Permission | null): boolean {
  return usePermissions()(wanted);
}

export function useIsAdministrator(): boolean {
  return useMay("administrator");
}
