import { type ReactNode, useState } from "react";
import type { View, ViewCount } from "../../../server/contract/views.ts";
import { ApiProblem, issueAt } from "../../api/api_problem.ts";
import { useLeaveGuard } from "../../shared/leave/leave_guard.tsx";
import { Button } from "../../ui/inputs/button.tsx";
import { Callout } from "../../ui/feedback/callout.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { SegmentedControl } from "../../ui/inputs/segmented_control.tsx";
import { TextField } from "../../ui/inputs/text_field.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { ConditionRows } from "./condition_rows.tsx";
import {
  type DraftSort,
  emptyConditions,
  inputOf,
  nextKey,
  sameDraft,
  type ViewDraft,
} from "./view_draft.ts";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { queryKeys } from "../../api/query_keys.ts";
import { useApi } from "../../api/use_api.tsx";
import { useSettled } from "../../ui/use_settled.ts";
import { useToast } from "../../ui/feedback/use_toast.tsx";
import { ArrowDown, ArrowUp, Plus, X } from "lucide-react";
import type { TaskSortField } from "../../../server/contract/tasks.ts";
import { IconButton } from "../../ui/inputs/icon_button.tsx";
import { Select } from "../../ui/inputs/select.tsx";
import { sortMessages } from "./view_messages.ts";

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

const settleMs = 300;

/** Says how many tasks the conditions of a draft fit; nothing while one of them is incomplete. */
function MatchCount({ draft }: { draft: ViewDraft }) {
  const { t } = useMessages();
  const { total } = useMatchCount(draft);
  return (
    <p aria-live="polite" className="min-h-4 text-xs text-muted tabular-nums">
      {total !== undefined && t("views.matches", { count: total })}
    </p>
  );
}

function useMatchCount(draft: ViewDraft): { total: number | undefined } {
  const api = useApi();
  const { conditions, relation } = inputOf(draft);
  // As text, for every drawing of the form makes them anew.
  const asked = JSON.stringify({ conditions, relation });
  const settled = useSettled(asked, settleMs);
  const incomplete = emptyConditions(draft).size > 0;
  const { data } = useQuery({
    queryKey: queryKeys.taskCount(JSON.parse(settled)),
    queryFn: ({ signal }) => api.post<ViewCount>("/views/count", JSON.parse(settled), { signal }),
    enabled: !incomplete && asked === settled,
    placeholderData: keepPreviousData,
    retry: false,
  });
  return { total: incomplete ? undefined : data?.total };
}

/** Gives the way to save a draft; `stale` once somebody else was found to have changed the view meanwhile. */
function useSaveView(view: View | null, onSaved: (view: View) => void) {
  const api = useApi();
  const queries = useQueryClient();
  const toast = useToast();
  const { t } = useMessages();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [stale, setStale] = useState(false);
  const send = (draft: ViewDraft, version: number | null): Promise<View> =>
    view
      ? api.patch(`/views/${view.id}`, inputOf(draft), { ...(version !== null && { version }) })
      : api.post("/views", inputOf(draft));
  const save = async (draft: ViewDraft, version: number | null) => {
    setBusy(true);
    try {
      const saved = await send(draft, version);
      await queries.invalidateQueries({ queryKey: queryKeys.views() });
      void queries.invalidateQueries({ queryKey: ["tasks"] });
      toast.message("success", t(view ? "views.saved" : "views.created", { name: saved.name }));
      onSaved(saved);
    } catch (error) {
      setError(error);
      const code = error instanceof ApiProblem ? error.code : null;
      if (code === "stale_version") {
        await queries.invalidateQueries({ queryKey: queryKeys.views() });
        setStale(true);
      } else if (code !== "validation_failed") toast.problem(error);
    } finally {
      setBusy(false);
    }
  };
  return { save, busy, error, stale };
}

const maxRows = 5;
const fields = Object.keys(sortMessages) as TaskSortField[]; // the record has exactly the fields as keys

/** The order of a view: what it is sorted by first, then by what among equals. */
function SortRows(
  { sort, onSort }: { sort: readonly DraftSort[]; onSort: (sort: readonly DraftSort[]) => void },
) {
  const { t } = useMessages();
  const unused = fields.filter((field) => !sort.some((row) => row.field === field));
  const change = (row: DraftSort, part: Partial<DraftSort>) =>
    onSort(sort.map((one) => one === row ? { ...row, ...part } : one));
  const [next] = unused;
  return (
    <div className="flex flex-col gap-2">
      {sort.map((row, at) => (
        <div
          key={row.key}
          role="group"
          aria-label={t("views.sortNumber", { number: at + 1 })}
          className="flex items-center gap-2"
        >
          <Select
            className="w-40 max-sm:flex-1"
            label={t("views.sortBy")}
            hideLabel
            value={row.field}
            onValue={(field) => change(row, { field })}
            options={fields.filter((field) => field === row.field || unused.includes(field))
              .map((value) => ({ value, label: t(sortMessages[value]) }))}
          />
          <SegmentedControl
            label={t("views.direction")}
            hideLabel
            value={row.descending ? "down" : "up"}
            onValue={(value) => change(row, { descending: value === "down" })}
            options={[
              { value: "up", label: t("views.ascending"), icon: <ArrowUp size={14} aria-hidden /> },
              { value: "down", label: t("views.descending"), icon: <ArrowDown size={14} aria-hidden /> },
            ]}
          />
          <IconButton
            tooltip={false}
            label={t("views.sortRemove", { number: at + 1 })}
            icon={<X size={16} />}
            onClick={() => onSort(sort.filter((one) => one !== row))}
            className="ms-auto"
          />
        </div>
      ))}
      {next && sort.length < maxRows && (
        <Button
          variant="ghost"
          size="small"
          icon={<Plus size={14} aria-hidden />}
          onClick={() => onSort([...sort, { key: nextKey(sort), field: next, descending: false }])}
          className="self-start"
        >
          {t("views.sortAdd")}
        </Button>
      )}
    </div>
  );
}
