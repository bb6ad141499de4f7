import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { LoginResult } from "../../../server/contract/auth.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { publishEntry } from "./entry_channel.ts";
import { useNotifyEarlierLogins } from "./report_earlier_logins.ts";

/** Gives what follows a login: the page knows the session, the person their earlier logins, the other tabs that there is one. */
export function useEnter(): (result: LoginResult) => void {
  const queries = useQueryClient();
  const notify = useNotifyEarlierLogins();
  return useCallback(({ earlierLogins, ...session }) => {
    queries.removeQueries({ queryKey: queryKeys.loggingOut() });
    queries.setQueryData(queryKeys.session(), session);
    publishEntry();
    void notify(earlierLogins);
  }, [queries, notify]);
}
