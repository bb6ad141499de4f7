import { useState } from "react";
import type { Subscription } from "../../../../server/contract/subscriptions.ts";
import { ApiProblem } from "../../../api/api_problem.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { ErrorState } from "../../../ui/error_state.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { useDelayed } from "../../../ui/use_delayed.ts";
import { useWords } from "../../../words/use_words.tsx";
import { useSubscription } from "../show/use_subscriptions.ts";
import { draftOf, emptyDraft } from "./draft.ts";
import { SubscriptionForm } from "./subscription_form.tsx";

/** Creates or edits a subscription over the list; opens when the one it starts from is there. */
export default function FormDialog({ id, onClose }: { id: number | null; onClose: () => void }) {
  const { data, error, refetch } = useSubscription(id);
  // What came first is what is edited: changes by others meanwhile are told when it is saved.
  const [base, setBase] = useState<Subscription | null>(null);
  const [round, setRound] = useState(0);
  if (!base && data) setBase(data);
  if (id !== null && !base) {
    return <FormWaiting error={error} onRetry={() => void refetch()} onClose={onClose} />;
  }
  return (
    <SubscriptionForm
      key={round}
      subscription={base}
      start={base ? draftOf(base) : emptyDraft}
      onClose={onClose}
      onReload={(subscription) => {
        setBase(subscription);
        setRound(round + 1);
      }}
    />
  );
}

function FormWaiting(
  { error, onRetry, onClose }: { error: unknown; onRetry: () => void; onClose: () => void },
) {
  const { t } = useWords();
  const shown = useDelayed(true);
  const gone = error instanceof ApiProblem && error.status === 404;
  if (!error && !shown) return null;
  return (
    <Dialog open onClose={onClose} title={t("subscriptions.editTitle")}>
      {error
        ? (
          <ErrorState
            error={error}
            {...(gone && { title: t("subscriptions.notFound"), text: t("subscriptions.notFoundHelp") })}
            onRetry={gone ? undefined : onRetry}
          />
        )
        : (
          <div className="flex flex-col gap-6 py-2">
            {[1, 2, 3].map((row) => (
              <div key={row} className="flex flex-col gap-2">
                <Skeleton className="h-3.5 w-24" />
                <Skeleton className="h-8 w-full" />
              </div>
            ))}
          </div>
        )}
      {gone && (
        <div className="flex justify-center">
          <Button onClick={onClose}>{t("ui.close")}</Button>
        </div>
      )}
    </Dialog>
  );
}
