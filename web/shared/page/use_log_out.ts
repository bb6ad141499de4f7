import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useLocation } from "wouter";
import type { LogoutResult } from "../../../server/contract/auth.ts";
import { isSignedOut } from "../../api/api_problem.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApi } from "../../api/use_api.tsx";
import { paths } from "../../paths.ts";
import { draftSession } from "../drafts/draft_session.ts";
import { useToast } from "../../ui/feedback/use_toast.tsx";
import { useGuards } from "../../ui/leave/leave_guard.tsx";

/** State of the history entry of the login page after a logout: nobody is then logged in without a click. */
export const loggedOutState = { loggedOut: true };

/** Returns a function that logs out: asks about unsaved text, ends the session, clears the cache and shows the login page. */
export function useLogOut(): () => void {
  const api = useApi();
  const queries = useQueryClient();
  const toast = useToast();
  const guards = useGuards();
  const [, navigate] = useLocation();
  const logOut = useCallback(async () => {
    queries.setQueryData(queryKeys.loggingOut(), true);
    let elsewhere: string | undefined;
    try {
      elsewhere = (await api.post<LogoutResult | undefined>("/auth/logout"))?.url;
    } catch (error) {
      queries.removeQueries({ queryKey: queryKeys.loggingOut() });
      if (!isSignedOut(error)) return toast.problem(error);
    }
    // Before the page unmounts, which would store its open drafts.
    draftSession().end();
    if (elsewhere !== undefined) return location.assign(elsewhere);
    navigate(paths.login(), { state: loggedOutState });
    queries.clear();
    // Until the next login: a user who logged out needs no message about the end of the session.
    queries.setQueryData(queryKeys.loggingOut(), true);
  }, [api, queries, toast, navigate]);
  // Asked before the session ends: without one, the page cannot stay open.
  return useCallback(() => guards.leave(() => void logOut()), [guards, logOut]);
}
