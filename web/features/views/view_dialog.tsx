import { useState } from "react";
import { useLocation, useSearch } from "wouter";
import type { View } from "../../../server/contract/views.ts";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/inputs/button.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { EmptyState } from "../../ui/feedback/empty_state.tsx";
import { ErrorState } from "../../ui/feedback/error_state.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { readListState } from "../../shared/task/list_address.ts";
import { useViews } from "./use_views.ts";
import { draftOf, draftOfList } from "./view_draft.ts";
import { ViewForm } from "./view_form.tsx";

interface ViewDialogProps {
  /** The view to edit; null for a new one of what the list shows. */
  id: number | null;
  onClose: () => void;
}

/** Creates or edits a view over the list; opens when the views are there. */
export default function ViewDialog({ id, onClose }: ViewDialogProps) {
  const { data: views, error, refetch } = useViews();
  const state = readListState(useSearch());
  const [, navigate] = useLocation();
  // What came first is what is edited: changes by others meanwhile are told when it is saved.
  const [base, setBase] = useState<View | null>(null);
  const view = views?.find((one) => one.id === id);
  if (!base && view) setBase(view);
  if (!views) return error ? <Failed error={error} onClose={onClose} onRetry={() => void refetch()} /> : null;
  if (id !== null && !base && !view) return <Gone onClose={onClose} />;
  const visible = views.find((one) => one.id === state.view);
  const start = base ?? view;
  return (
    <ViewForm
      view={start ?? null}
      version={view?.version ?? null}
      start={start ? draftOf(start) : draftOfList(state, visible)}
      onClose={onClose}
      onSaved={(saved) =>
        id === null ? navigate(paths.tasks({ view: saved.id }), { replace: true }) : onClose()}
    />
  );
}

function Failed({ error, onClose, onRetry }: { error: unknown; onClose: () => void; onRetry: () => void }) {
  const { t } = useMessages();
  return (
    <Dialog open onClose={onClose} title={t("tasks.views")}>
      <ErrorState error={error} onRetry={onRetry} />
    </Dialog>
  );
}

function Gone({ onClose }: { onClose: () => void }) {
  const { t } = useMessages();
  return (
    <Dialog open onClose={onClose} title={t("views.editTitle")}>
      <EmptyState
        title={t("views.notFound")}
        text={t("views.notFoundHelp")}
        action={<Button onClick={onClose}>{t("ui.close")}</Button>}
      />
    </Dialog>
  );
}
