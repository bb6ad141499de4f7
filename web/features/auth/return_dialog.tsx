import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { navigate } from "wouter/use-browser-location";
import type { LoginResult, Session } from "../../../server/contract/auth.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApi } from "../../api/use_api.tsx";
import { basePath, paths } from "../../paths.ts";
import { useGuards } from "../../ui/leave/leave_guard.tsx";
import { Button } from "../../ui/buttons/button.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { LoginSteps, onEntry, useEnter } from "./login_flow.tsx";

/** Asks a user whose session has ended to log in again, over the unchanged page. */
export default function ReturnDialog({ onEnd }: { onEnd: (back: boolean) => void }) {
  const { t } = useMessages();
  const queries = useQueryClient();
  const guards = useGuards();
  const [before] = useState(() => queries.getQueryData<Session>(queryKeys.session()));
  const enter = useEnter();
  const goOn = ({ account }: Session) => {
    if (isSame(before?.account, account)) return onEnd(true);
    // The page has data of another user.
    guards.release();
    location.reload();
  };
  useOtherTabs(goOn);
  const leave = () =>
    guards.leave(() => {
      // After the login the user returns to this URL.
      const here = location.pathname.slice(basePath.length) + location.search;
      navigate(basePath + paths.login(here));
      queries.clear();
      onEnd(false);
    });
  return (
    <Dialog above title={t("app.sessionExpired")} description={t("security.nothingLost")}>
      <div className="flex flex-col gap-2">
        <LoginSteps
          known={before?.account.username}
          onEntered={(result: LoginResult) => {
            enter(result);
            goOn(result);
          }}
        />
        <Button variant="ghost" onClick={leave}>{t("security.toLoginPage")}</Button>
      </div>
    </Dialog>
  );
}

/** Checks for a session when another tab has logged in. */
function useOtherTabs(onSession: (session: Session) => void): void {
  const api = useApi();
  const queries = useQueryClient();
  useEffect(() => {
    const leaving = new AbortController();
    const check = async () => {
      const session = await api.get<Session>("/auth/session", { signal: leaving.signal });
      if (leaving.signal.aborted) return;
      queries.setQueryData(queryKeys.session(), session);
      onSession(session);
    };
    // Without a session or a response, the dialog stays.
    const stop = onEntry(() => void check().catch(() => {}));
    return () => {
      stop();
      leaving.abort();
    };
  }, [api, queries]);
}

/** Compares by creation time: names can change, and ids are reused in other data. */
function isSame(before: Session["account"] | undefined, now: Session["account"]): boolean {
  return before?.id === now.id && before.createdAt === now.createdAt;
}
