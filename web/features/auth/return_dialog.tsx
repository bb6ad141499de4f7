import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { navigate } from "wouter/use-browser-location";
import type { LoginResult, Session } from "../../../server/contract/auth.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApi } from "../../api/use_api.tsx";
import { basePath, paths } from "../../paths.ts";
import { useGuards } from "../../shared/leave/leave_guard.tsx";
import { Button } from "../../ui/inputs/button.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { onEntry } from "./entry_channel.ts";
import { LoginSteps } from "./login_steps.tsx";
import { useEnter } from "./use_enter.ts";

/** Asks somebody whose session has ended to log in again, over the page, which stays as it is. */
export default function ReturnDialog({ onEnd }: { onEnd: (back: boolean) => void }) {
  const { t } = useMessages();
  const queries = useQueryClient();
  const guards = useGuards();
  const [before] = useState(() => queries.getQueryData<Session>(queryKeys.session()));
  const enter = useEnter();
  const goOn = ({ account }: Session) => {
    if (isSame(before?.account, account)) return onEnd(true);
    // What is on the page was somebody else's.
    guards.release();
    location.reload();
  };
  useOtherTabs(goOn);
  const leave = () =>
    guards.leave(() => {
      // After the login one comes back to this address.
      const here = location.pathname.slice(basePath.length) + location.search;
      navigate(basePath + paths.login(here));
      queries.clear();
      onEnd(false);
    });
  return (
    <Dialog
      open
      above
      title={t("shell.sessionExpired")}
      description={t("security.nothingLost")}
    >
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

/** Looks for a session when another tab says that there is one. */
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
    // Without a session after all, or without an answer, this tab goes on asking.
    const stop = onEntry(() => void check().catch(() => {}));
    return () => {
      stop();
      leaving.abort();
    };
  }, [api, queries]);
}

/** A name may change; another account, or the same number in another panel's data, began at another time. */
function isSame(before: Session["account"] | undefined, now: Session["account"]): boolean {
  return before?.id === now.id && before.createdAt === now.createdAt;
}
