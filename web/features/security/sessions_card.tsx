import { useState } from "react";
import type { SessionEntry } from "../../../server/contract/auth.ts";
import { Button } from "../../ui/inputs/button.tsx";
import { Card } from "../../ui/data/card.tsx";
import { ConfirmDialog } from "../../ui/overlays/confirm_dialog.tsx";
import { ErrorState } from "../../ui/feedback/error_state.tsx";
import { useToast } from "../../ui/feedback/use_toast.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { SessionRows } from "./session_rows.tsx";
import { useAccountAction } from "./use_account.ts";
import { useSessions } from "./use_sessions.ts";

/** Where the account is logged in, and the ways to end it. */
export function SessionsCard() {
  const { t } = useMessages();
  const { data, error, refetch } = useSessions();
  const [asking, setAsking] = useState(false);
  const { endOne, endOthers, ending } = useEndSessions();
  const others = data?.items.some((one) => !one.current) ?? false;
  return (
    <Card
      title={t("security.sessions")}
      help={t("security.sessionsHelp")}
      flush
      actions={others && <Button onClick={() => setAsking(true)}>{t("security.endOthers")}</Button>}
    >
      {data
        ? <SessionRows sessions={data.items} ending={ending} onEnd={endOne} />
        : error
        ? <ErrorState error={error} onRetry={() => void refetch()} />
        : <div className="h-20" />}
      <ConfirmDialog
        open={asking}
        danger
        title={t("security.endOthers")}
        text={t("security.endOthersText")}
        confirmLabel={t("security.endOthers")}
        onConfirm={endOthers}
        onClose={() => setAsking(false)}
      />
    </Card>
  );
}

function useEndSessions() {
  const { t } = useMessages();
  const toast = useToast();
  const one = useAccountAction((api, { id }: SessionEntry) => api.delete<void>(`/auth/sessions/${id}`));
  const others = useAccountAction((api) => api.delete<void>("/auth/sessions"));
  return {
    ending: one.isPending ? one.variables : undefined,
    endOne: (session: SessionEntry) =>
      one.mutate(session, {
        onSuccess: () => toast.message("success", t("security.ended")),
        onError: toast.problem,
      }),
    endOthers: () =>
      others.mutateAsync(undefined, {
        onSuccess: () => toast.message("success", t("security.othersEnded")),
        onError: toast.problem,
      }),
  };
}
