import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { LoginAnswer } from "../../../server/contract/auth.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { tellEntry } from "./entry_channel.ts";
import { useTellEarlierLogins } from "./tell_earlier_logins.ts";

/** Gives what follows a login: the page knows the session, the person their earlier logins, the other tabs that there is one. */
export function useEnter(): (answer: LoginAnswer) => void {
  const queries = useQueryClient();
  const tell = useTellEarlierLogins();
  return useCallback(({ earlierLogins, ...session }) => {
    queries.removeQueries({ queryKey: queryKeys.loggingOut() });
    queries.setQueryData(queryKeys.session(), session);
    tellEntry();
    void tell(earlierLogins);
  }, [queries, tell]);
}
