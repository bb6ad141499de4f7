import { ManagedNotice } from "../../shared/managed/managed_notice.tsx";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ArrowDown, ArrowUp, Plus, X } from "../../ui/icons/icons.ts";
import type { ReactNode } from "react";
import { useLocation, useSearch } from "wouter";
import type { List } from "../../../server/contract/shapes.ts";
import { taskSortFields } from "../../../server/contract/task_fields.ts";
import type { View, ViewCount } from "../../../server/contract/views.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApi } from "../../api/use_api.tsx";
import { useHasOtherAccounts } from "../../api/use_other_accounts.ts";
import { useMay } from "../../api/use_permissions.ts";
import { useSession } from "../../api/use_session.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { paths } from "../../paths.ts";
import { useChange } from "../../shared/actions/use_action.ts";
import { readListState } from "../../shared/task/list_address.ts";
import {
  SegmentedControl,
  Switch,
  TextField,
  useErrorsInside,
  useFormField,
  useFormValues,
} from "../../ui/form/fields.tsx";
import { FormDialog } from "../../ui/form/form_dialog.tsx";
import { LoadedForm } from "../../ui/form/loaded_form.tsx";
import { type Submission, useServerForm } from "../../ui/form/use_server_form.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { IconButton } from "../../ui/buttons/icon_button.tsx";
import { SegmentedControl as SegmentedInput } from "../../ui/inputs/segmented_control.tsx";
import { Select } from "../../ui/inputs/select.tsx";
import { useSettled } from "../../ui/use_settled.ts";
import { ConditionRows } from "./condition_rows.tsx";
import { useViews } from "./use_views.ts";
import {
  type DraftCondition,
  draftOf,
  draftOfList,
  type DraftSort,
  emptyConditions,
  inputOf,
  nextKey,
  type ViewDraft,
} from "./view_draft.ts";
import { fieldMessage } from "../../shared/task/field_values.tsx";

interface ViewDialogProps {
  /** The view to edit; null for a new one with the current filters. */
  id: number | null;
  onClose: () => void;
}

/** Creates or edits a view over the list. */
export default function ViewDialog({ id, onClose }: ViewDialogProps) {
  const { t } = useMessages();
  const { data: views, error, refetch } = useViews();
  const state = readListState(useSearch());
  const [, navigate] = useLocation();
  const current = views?.find((one) => one.id === state.view);
  const view = views?.find((one) => one.id === id);
  const ofList = { view: null, start: draftOfList(state, current) };
  const base = id === null ? ofList : view?.editable ? { view, start: draftOf(view) } : null;
  return (
    <LoadedForm
      isNew={false}
      query={{ data: views && base, error, refetch }}
      title={t(id === null ? "views.createTitle" : "views.editTitle")}
      gone={{ title: t("views.notFound"), text: t("views.notFoundHelp") }}
      onClose={onClose}
    >
      {(base) =>
        base && (
          <ViewForm
            {...base}
            onClose={onClose}
            onSaved={(saved) =>
              id === null ? navigate(paths.tasks({ view: saved.id }), { replace: true }) : onClose()}
          />
        )}
    </LoadedForm>
  );
}

interface ViewFormProps {
  /** The view to edit; null for a new one. */
  view: View | null;
  start: ViewDraft;
  onClose: () => void;
  onSaved: (view: View) => void;
}

/** Renders the form of a view: name, conditions and how they are combined, sort order. */
function ViewForm({ view, start, onClose, onSaved }: ViewFormProps) {
  const { t } = useMessages();
  const loadCurrent = useLoadCurrent();
  const form = useServerForm({
    values: start,
    base: view,
    save: useSaveView(view).mutateAsync,
    onSaved,
    check: (draft) => ({
      name: draft.name.trim() === "" && t("ui.required", { label: t("tasks.name") }),
      ...Object.fromEntries(
        draft.conditions.map(({ values }, at) => [
          `conditions.${at}`,
          values.length === 0 && t("ui.required", { label: t("views.values") }),
        ]),
      ),
    }),
    loadCurrent: view ? () => loadCurrent(view) : undefined,
  });
  return (
    <FormDialog
      form={form}
      size="wide"
      title={t(view ? "views.editTitle" : "views.createTitle")}
      submitLabel={t(view ? "ui.save" : "ui.create")}
      stale={{ text: t("views.stale") }}
      onClose={onClose}
    >
      <ManagedNotice kind="view" id={view?.id} />
      <TextField name="name" label={t("tasks.name")} maxLength={60} />
      <Conditions />
      <SortRows />
      <SharedSwitch wasShared={view?.shared ?? false} />
    </FormDialog>
  );
}

/** Renders whether others see the view; nothing where there are none, or where the role does not include sharing it. */
function SharedSwitch({ wasShared }: { wasShared: boolean }) {
  const { t } = useMessages();
  const { labels } = useSession();
  const mayShare = useMay("tasks:write") && labels === null;
  const hasOthers = useHasOtherAccounts();
  if (!hasOthers || !mayShare && !wasShared) return null;
  return <Switch name="shared" label={t("views.share")} help={t("views.shareHelp")} />;
}

function useSaveView(view: View | null) {
  const { t } = useMessages();
  return useChange({
    send: (api, { values, base }: Submission<ViewDraft, View>): Promise<View> =>
      view
        ? api.patch(`/views/${view.id}`, inputOf(values), { version: base?.version })
        : api.post("/views", inputOf(values)),
    invalidates: [queryKeys.views(), ["tasks"]],
    waits: true,
    done: ({ name }) => t(view ? "views.saved" : "views.created", { name }),
  });
}

/** Returns a function that loads a view again, which the API lists only together with the others. */
function useLoadCurrent() {
  const api = useApi();
  return async (view: View): Promise<View> => {
    const { items } = await api.get<List<View>>("/views");
    return items.find(({ id }) => id === view.id) ?? view;
  };
}

function Conditions() {
  const { t } = useMessages();
  const { value, onValue } = useFormField<readonly DraftCondition[]>("conditions");
  const errorAt = useErrorsInside("conditions");
  return (
    <Part title={t("views.conditions")} help={value.length === 0 && t("views.conditionsNone")}>
      {value.length > 1 && (
        <SegmentedControl
          name="relation"
          label={t("views.relation")}
          hideLabel
          options={[
            { value: "and", label: t("views.and") },
            { value: "or", label: t("views.or") },
          ]}
        />
      )}
      <ConditionRows conditions={value} onConditions={onValue} errorOf={(_row, at) => errorAt(at)} />
      <MatchCount />
    </Part>
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

/** Renders how many tasks match the conditions; nothing while one of them is incomplete. */
function MatchCount() {
  const { t } = useMessages();
  const { total } = useMatchCount(useFormValues<ViewDraft>());
  return (
    <p aria-live="polite" className="min-h-4 text-xs text-muted tabular-nums">
      {total !== undefined && t("views.matches", { count: total })}
    </p>
  );
}

function useMatchCount(draft: ViewDraft): { total: number | undefined } {
  const api = useApi();
  const { conditions, relation } = inputOf(draft);
  // As text, because every render creates new objects.
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

const maxRows = 5;

/** Renders the sort order of a view: the fields by priority. */
function SortRows() {
  const { t } = useMessages();
  const { value: sort, onValue: onSort } = useFormField<readonly DraftSort[]>("sort");
  const unused = taskSortFields.filter((field) => !sort.some((row) => row.field === field));
  const change = (row: DraftSort, part: Partial<DraftSort>) =>
    onSort(sort.map((one) => one === row ? { ...row, ...part } : one));
  const [next] = unused;
  return (
    <Part title={t("views.sort")} help={sort.length === 0 && t("views.sortNone")}>
      {sort.map((row, at) => (
        <div
          key={row.key}
          role="group"
          aria-label={t("views.sortNumber", { number: at + 1 })}
          className="flex items-center gap-2 max-sm:grid max-sm:grid-cols-[1fr_auto] sm:pe-2"
        >
          <Select
            className="sm:w-40"
            label={t("views.sortBy")}
            hideLabel
            value={row.field}
            onValue={(field) => change(row, { field })}
            options={taskSortFields.filter((field) => field === row.field || unused.includes(field))
              .map((value) => ({ value, label: t(fieldMessage(value)) }))}
          />
          <SegmentedInput
            label={t("views.direction")}
            hideLabel
            value={row.descending ? "down" : "up"}
            onValue={(value) => change(row, { descending: value === "down" })}
            options={[
              { value: "up", label: t("views.ascending"), icon: <ArrowUp size={14} /> },
              { value: "down", label: t("views.descending"), icon: <ArrowDown size={14} /> },
            ]}
          />
          <IconButton
            tooltip={false}
            label={t("views.sortRemove", { number: at + 1 })}
            icon={<X />}
            onClick={() => onSort(sort.filter((one) => one !== row))}
            className="ms-auto max-sm:col-start-2 max-sm:row-start-1"
          />
        </div>
      ))}
      {next && sort.length < maxRows && (
        <Button
          variant="ghost"
          size="small"
          icon={<Plus size={14} />}
          onClick={() => onSort([...sort, { key: nextKey(sort), field: next, descending: false }])}
          className="-ms-2 self-start"
        >
          {t("views.sortAdd")}
        </Button>
      )}
    </Part>
  );
}
