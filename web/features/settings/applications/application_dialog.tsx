import { useState } from "react";
import type { Application, ApplicationWithSecret } from "../../../../server/contract/applications.ts";
import { ApiProblem } from "../../../api/api_problem.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { EmptyState } from "../../../ui/empty_state.tsx";
import { ErrorState } from "../../../ui/error_state.tsx";
import { useMessages } from "../../../words/use_words.tsx";
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
