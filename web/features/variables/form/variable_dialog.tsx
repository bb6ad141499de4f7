import { useState } from "react";
import type { Variable } from "../../../../server/contract/variables.ts";
import { ApiProblem } from "../../../api/api_problem.ts";
import { Button } from "../../../ui/inputs/button.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { EmptyState } from "../../../ui/feedback/empty_state.tsx";
import { ErrorState } from "../../../ui/feedback/error_state.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { useVariable } from "../use_variables.ts";
import { draftOf, emptyDraft } from "./draft.ts";
import { VariableForm } from "./variable_form.tsx";

/** Creates or edits a variable over the list; opens when the one it edits is there. */
export default function VariableDialog({ id, onClose }: { id: number | null; onClose: () => void }) {
  const { t } = useMessages();
  const { data, error, refetch } = useVariable(id);
  // What came first is what is edited: changes by others meanwhile are told when it is saved.
  const [base, setBase] = useState<Variable | null>(null);
  if (!base && data) setBase(data);
  if (id === null) return <VariableForm variable={null} start={emptyDraft} onClose={onClose} />;
  if (base) return <VariableForm variable={base} start={draftOf(base)} onClose={onClose} />;
  if (!error) return null;
  const gone = error instanceof ApiProblem && error.status === 404;
  return (
    <Dialog open onClose={onClose} title={t("variables.editTitle")}>
      {gone
        ? (
          <EmptyState
            title={t("variables.notFound")}
            text={t("variables.notFoundHelp")}
            action={<Button onClick={onClose}>{t("ui.close")}</Button>}
          />
        )
        : <ErrorState error={error} onRetry={() => void refetch()} />}
    </Dialog>
  );
}
