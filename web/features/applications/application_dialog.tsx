import { useState } from "react";
import type { Application, ApplicationWithSecret } from "../../../server/contract/applications.ts";
import { ApiProblem } from "../../api/api_problem.ts";
import { Button } from "../../ui/inputs/button.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { EmptyState } from "../../ui/feedback/empty_state.tsx";
import { ErrorState } from "../../ui/feedback/error_state.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { ApplicationForm } from "./application_form.tsx";
import { useApplication } from "./use_applications.ts";

/** Creates or edits an application over the list; opens when the one it edits is there. */
export default function ApplicationDialog(
  { id, onClose, onCreated }: {
    id: number | null;
    onClose: () => void;
    onCreated: (made: ApplicationWithSecret) => void;
  },
) {
  const { t } = useMessages();
  const { data, error, refetch } = useApplication(id);
  // What came first is what is edited: changes by others meanwhile are told when it is saved.
  const [base, setBase] = useState<Application | null>(null);
  if (!base && data) setBase(data);
  if (id === null || base) {
    return <ApplicationForm application={base} onClose={onClose} onCreated={onCreated} />;
  }
  if (!error) return null;
  const gone = error instanceof ApiProblem && error.status === 404;
  return (
    <Dialog open onClose={onClose} title={t("applications.editTitle")}>
      {gone
        ? (
          <EmptyState
            title={t("applications.notFound")}
            text={t("applications.notFoundHelp")}
            action={<Button onClick={onClose}>{t("ui.close")}</Button>}
          />
        )
        : <ErrorState error={error} onRetry={() => void refetch()} />}
    </Dialog>
  );
}
