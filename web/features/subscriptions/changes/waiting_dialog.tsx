import { ClipboardCheck } from "../../../ui/icons/icons.ts";
import { useState } from "react";
import type { WaitingChanges } from "../../../../server/contract/subscriptions.ts";
import { ApiProblem } from "../../../api/api_problem.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { Callout } from "../../../ui/feedback/callout.tsx";
import ConfirmBox from "../../../ui/overlays/confirm_box.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { EmptyState } from "../../../ui/feedback/empty_state.tsx";
import { ErrorState } from "../../../ui/feedback/error_state.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { useSubscription, useWaiting } from "../api.ts";
import { ChangesView, type HeaderChoice } from "./changes_view.tsx";
import { useAction } from "../../../shared/actions/use_action.ts";
import { useToast } from "../../../ui/feedback/use_toast.tsx";
import { useSubscriptionActions } from "../actions/use_subscription_actions.tsx";

/** Renders the changes that wait for approval, with buttons to apply or discard them. */
export default function WaitingDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useMessages();
  const { data: subscription } = useSubscription(id);
  const waiting = useWaiting(id);
  // The first loaded changes are the ones to approve: they do not change while the user reads them. Cached
  // ones belong to another pull.
  const [seen, setSeen] = useState<WaitingChanges | null>(null);
  if (!seen && waiting.data && waiting.isFetchedAfterMount) setSeen(waiting.data);
  const newer = waiting.data && seen && waiting.data.runId !== seen.runId ? waiting.data : null;
  const [isRequired, setRequired] = useState(false);
  const { decide, deciding } = useDecide({ id, runId: seen?.runId ?? null, isRequired, onDone: onClose });
  const [rejecting, setRejecting] = useState(false);
  const { mayWrite } = useSubscriptionActions();
  const some = mayWrite && seen !== null && !waiting.error;
  return (
    <Dialog
      onClose={onClose}
      size="wide"
      title={t("subscriptions.waitingTitle", { name: subscription?.name ?? "…" })}
      footer={some
        ? (
          <>
            <Button
              className="me-auto text-danger-text!"
              disabled={deciding !== null}
              onClick={() => setRejecting(true)}
            >
              {t("subscriptions.reject")}
            </Button>
            <Button onClick={onClose}>{t("ui.close")}</Button>
            <Button
              variant="primary"
              loading={deciding === "approve"}
              disabled={deciding !== null || newer !== null}
              onClick={() => void decide("approve").catch(() => {})}
            >
              {t("subscriptions.approve")}
            </Button>
          </>
        )
        : <Button onClick={onClose}>{t("ui.close")}</Button>}
    >
      <WaitingChangesView
        {...{ id, seen, newer }}
        header={{ isRequired, onRequired: setRequired }}
        error={waiting.error}
        alias={subscription?.alias}
        onRetry={() => void waiting.refetch()}
        onNewer={() => setSeen(newer)}
      />
      {rejecting && (
        <ConfirmBox
          danger
          title={t("subscriptions.rejectTitle")}
          text={t("subscriptions.rejectText")}
          confirmLabel={t("subscriptions.reject")}
          onConfirm={() => decide("reject")}
          onClose={() => setRejecting(false)}
        />
      )}
    </Dialog>
  );
}

interface WaitingChangesProps {
  id: number;
  seen: WaitingChanges | null;
  /** Changes that replaced these meanwhile. */
  newer: WaitingChanges | null;
  header: HeaderChoice;
  error: unknown;
  alias: string | undefined;
  onRetry: () => void;
  onNewer: () => void;
}

function WaitingChangesView(
  { id, seen, newer, header, error, alias, onRetry, onNewer }: WaitingChangesProps,
) {
  const { t, format } = useMessages();
  if (error instanceof ApiProblem && (error.status === 404 || error.code === "nothing_waiting")) {
    return (
      <EmptyState
        icon={<ClipboardCheck size={22} />}
        title={t("subscriptions.waitingGone")}
        text={t("subscriptions.waitingGoneHelp")}
      />
    );
  }
  if (error) return <ErrorState error={error} onRetry={onRetry} />;
  if (!seen) return <Skeleton className="h-40 w-full" />;
  return (
    <div className="flex flex-col gap-4">
      {newer
        ? (
          <Callout tone="danger">
            <p>{t("subscriptions.waitingNewer")}</p>
            <Button size="small" className="mt-2 mb-1" onClick={onNewer}>{t("log.showNewer")}</Button>
          </Callout>
        )
        : (
          <Callout tone="warning">
            {t("subscriptions.waitingSince", { time: format.dateTime(seen.at) })}
          </Callout>
        )}
      <ChangesView
        key={seen.runId}
        changes={seen.changes}
        header={header}
        source={{ address: `/subscriptions/${id}/waiting`, runId: seen.runId }}
        alias={alias}
      />
    </div>
  );
}

type Decision = "approve" | "reject";

const timeoutMs = 120_000;

interface DecideParts {
  id: number;
  /** The pull that the user reads; no other pull is approved. */
  runId: number | null;
  /** Whether approving also lets the subscription require a header. */
  isRequired: boolean;
  onDone: () => void;
}

/** Returns a function that approves or rejects the waiting changes; `deciding` is the running decision. */
function useDecide({ id, runId, isRequired, onDone }: DecideParts) {
  const toast = useToast();
  const { t } = useMessages();
  const { mutateAsync, isPending, variables } = useAction({
    async send(api, decision: Decision) {
      try {
        const choice = decision === "approve" && isRequired ? { requireHeader: true } : {};
        await api.post(`/subscriptions/${id}/${decision}`, { runId, ...choice }, { timeoutMs });
      } catch (error) {
        if (!(error instanceof ApiProblem && error.code === "stale_version")) throw error;
        return toast.notify("warning", t("subscriptions.waitingNewer"));
      }
      toast.message(
        "success",
        t(decision === "approve" ? "subscriptions.approved" : "subscriptions.rejected"),
      );
      onDone();
    },
    invalidates: [["subscriptions"], ["tasks"], ["scripts"]],
  });
  return { decide: mutateAsync, deciding: isPending ? variables : null };
}
