import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { EarlierLogins, LoginResult } from "../../../server/contract/auth.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { publishEntry } from "./entry_channel.ts";
import { useToast } from "../../ui/feedback/use_toast.tsx";
import { useMessages } from "../../messages/use_messages.tsx";

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

/** Gives the way to tell whoever has logged in when that was last, and what failed since: they know whether it was them. */
function useNotifyEarlierLogins(): (earlier: EarlierLogins) => Promise<void> {
  const { t, format, later } = useMessages();
  const toast = useToast();
  return useCallback(async ({ last, failures }) => {
    if (last === null && failures === 0) return;
    await later();
    const location = last && (last.local ? t("security.localNetwork") : last.address ?? last.ip);
    const known = last && t("security.lastLogin", {
      time: format.dateTime(last.at),
      place: location ?? "",
      device: last.device || t("security.unknownDevice"),
    });
    const failed = failures > 0 ? t("security.failedSince", { count: failures }) : null;
    const tone = failures > 0 ? "warning" : "info";
    toast.notify(tone, t("security.loggedIn"), [known, failed].filter(Boolean).join("\n"));
  }, [t, format, later, toast]);
}
