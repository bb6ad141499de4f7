import { type ReactNode, useState } from "react";
import type { View } from "../../../server/contract/views.ts";
import { issueAt } from "../../api/api_problem.ts";
import { useLeaveGuard } from "../../shared/leave/leave_guard.tsx";
import { Button } from "../../ui/inputs/button.tsx";
import { Callout } from "../../ui/feedback/callout.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { SegmentedControl } from "../../ui/inputs/segmented_control.tsx";
import { TextField } from "../../ui/inputs/text_field.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { ConditionRows } from "./condition_rows.tsx";
import { MatchCount } from "./match_count.tsx";
import { SortRows } from "./sort_rows.tsx";
import { useSaveView } from "./use_save_view.ts";
import { emptyConditions, sameDraft, type ViewDraft } from "./view_draft.ts";

interface ViewFormProps {
  /** The view that is edited; null for a new one. */
  view: View | null;
  /** What the panel has now; more than the view's own once somebody else changed it. */
  version: number | null;
  start: ViewDraft;
  onClose: () => void;
  onSaved: (view: View) => void;
}

/** The form of a view in its dialog: name, conditions and how they are joined, order. */
export function ViewForm({ view, version, start, onClose, onSaved }: ViewFormProps) {
  const { t } = useMessages();
  const [first] = useState(start);
  const [draft, setDraft] = useState(start);
  const [tried, setTried] = useState(false);
  const release = useLeaveGuard(!sameDraft(first, draft));
  const { save, busy, error, stale } = useSaveView(view, (saved) => {
    release();
    onSaved(saved);
  });
  const set = (part: Partial<ViewDraft>) => setDraft((before) => ({ ...before, ...part }));
  const empty = emptyConditions(draft);
  const nameless = draft.name.trim() === "";
  const submit = () => {
    setTried(true);
    if (!busy && !nameless && empty.size === 0) void save(draft, stale ? version : view?.version ?? null);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      size="wide"
      onSubmit={submit}
      title={view ? t("views.editTitle") : t("views.createTitle")}
      footer={
        <>
          <Button onClick={onClose}>{t("ui.cancel")}</Button>
          <Button type="submit" variant="primary" loading={busy}>
            {view ? t("ui.save") : t("ui.create")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        {stale && <Callout tone="warning">{t("views.stale")}</Callout>}
        <TextField
          label={t("tasks.name")}
          value={draft.name}
          maxLength={60}
          onChange={(event) => set({ name: event.target.value })}
          error={tried && nameless ? t("form.required", { label: t("tasks.name") }) : issueAt(error, "name")}
        />
        <Part title={t("views.conditions")} help={draft.conditions.length === 0 && t("views.conditionsNone")}>
          {draft.conditions.length > 1 && (
            <SegmentedControl
              label={t("views.relation")}
              hideLabel
              value={draft.relation}
              onValue={(relation) => set({ relation })}
              options={[
                { value: "and", label: t("views.and") },
                { value: "or", label: t("views.or") },
              ]}
            />
          )}
          <ConditionRows
            conditions={draft.conditions}
            onConditions={(conditions) => set({ conditions })}
            errorOf={({ key }, at) =>
              tried && empty.has(key)
                ? t("form.required", { label: t("views.values") })
                : issueAt(error, `conditions.${at}`)}
          />
          <MatchCount draft={draft} />
        </Part>
        <Part title={t("views.sort")} help={draft.sort.length === 0 && t("views.sortNone")}>
          <SortRows sort={draft.sort} onSort={(sort) => set({ sort })} />
        </Part>
      </div>
    </Dialog>
  );
}

function Part({ title, help, children }: { title: string; help: ReactNode; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-2">
      <h3 className="text-sm font-medium">{title}</h3>
      {help && <p className="text-xs text-muted">{help}</p>}
      {children}
    </section>
  );
}
