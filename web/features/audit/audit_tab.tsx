import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { RotateCw, ScrollText, ShieldCheck } from "../../ui/icons/icons.ts";
import { useCallback, useMemo, useState } from "react";
import type { AuditEntry, AuditVerdict } from "../../../server/contract/audit_log.ts";
import type { List } from "../../../server/contract/shapes.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApi } from "../../api/use_api.tsx";
import { Button } from "../../ui/buttons/button.tsx";
import { EmptyState } from "../../ui/feedback/empty_state.tsx";
import { DataTable } from "../../ui/data/data_table.tsx";
import { Pagination } from "../../ui/data/pagination.tsx";
import { useLastPage } from "../../ui/data/use_list_state.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { useNarrow } from "../../ui/use_narrow.ts";
import { AuditCard, auditColumns, EntryDialog, filterableModules } from "./audit_entries.tsx";
import {
  isFiltered,
  noFilters,
  pageSize,
  queryOf,
  type UrlState,
  type UrlStateHandle,
  useUrlState,
  visibleActors,
} from "./url_state.ts";
import { Callout } from "../../ui/feedback/callout.tsx";
import { useAction } from "../../shared/actions/use_action.ts";
import type { MessageKey } from "../../messages/messages.ts";
import { IconButton } from "../../ui/buttons/icon_button.tsx";
import { Chip } from "../../ui/feedback/badge.tsx";
import { FilterButton } from "../../ui/inputs/filter_button.tsx";
import type { MenuEntry } from "../../ui/overlays/menu_entries.ts";
import { SearchField, useSearchText } from "../../ui/inputs/search_field.tsx";
import { DayFields } from "../../shared/settings/day_fields.tsx";

const none: readonly AuditEntry[] = [];

export default function AuditTab() {
  const { t } = useMessages();
  const handle = useUrlState();
  const { state, change } = handle;
  const list = useEntries(state);
  const { button, outcome } = useVerify();
  const [open, setOpen] = useState<AuditEntry | null>(null);
  const columns = useMemo(() => auditColumns(setOpen), []);
  const onPage = useCallback((page: number) => change({ page }), [change]);
  useLastPage({ total: list.data?.total, page: state.page, pageSize, onPage });
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-center gap-4">
        <p className="min-w-0 flex-1 text-sm text-muted">{t("audit.intro")}</p>
        {button}
      </div>
      {outcome}
      <AuditToolbar handle={handle} onReload={() => void list.refetch()} />
      <DataTable
        label={t("audit.tab")}
        columns={columns}
        rows={list.data?.items ?? none}
        loading={!list.data}
        error={list.data ? null : list.error}
        onRetry={() => void list.refetch()}
        empty={list.data?.total === 0 && <Nothing handle={handle} />}
        minWidth={560}
        card={(entry) => <AuditCard entry={entry} onOpen={setOpen} />}
      />
      {list.data && list.data.total > 0 && (
        <Pagination page={state.page} pageSize={pageSize} total={list.data.total} onPage={onPage} />
      )}
      {open && <EntryDialog entry={open} onClose={() => setOpen(null)} />}
    </div>
  );
}

function useEntries(state: UrlState) {
  const api = useApi();
  const query = queryOf(state);
  return useQuery({
    queryKey: queryKeys.auditLog(query),
    queryFn: ({ signal }) => api.get<List<AuditEntry>>("/audit-log", { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

function Nothing({ handle: { state, change } }: { handle: UrlStateHandle }) {
  const { t } = useMessages();
  const filtered = isFiltered(state);
  return (
    <EmptyState
      frame="solid"
      icon={<ScrollText size={22} />}
      title={t(filtered ? "audit.noMatch" : "audit.empty")}
      {...(filtered &&
        { action: <Button onClick={() => change(noFilters)}>{t("ui.clearFilters")}</Button> })}
    />
  );
}

/** Verifying a log of the maximum size takes some seconds. */
const timeoutMs = 120_000;

/** Returns the button that verifies the log, and its result. */
function useVerify() {
  const { t } = useMessages();
  const api = useApi();
  const [verdict, setVerdict] = useState<AuditVerdict | null>(null);
  const { mutate, isPending } = useAction({
    send: () => api.get<AuditVerdict>("/audit-log/verify", { timeoutMs }),
    invalidates: [],
  });
  const button = (
    <Button
      icon={<ShieldCheck size={16} aria-hidden />}
      loading={isPending}
      onClick={() => mutate(undefined, { onSuccess: setVerdict })}
    >
      {t("audit.verify")}
    </Button>
  );
  return { button, outcome: verdict && <Verdict verdict={verdict} /> };
}

const errors: Record<NonNullable<AuditVerdict["broken"]>["fault"], MessageKey> = {
  changed: "audit.brokenChanged",
  missing: "audit.brokenMissing",
  end_missing: "audit.brokenEnd",
};

function Verdict({ verdict: { checked, broken, cut } }: { verdict: AuditVerdict }) {
  const { t, format } = useMessages();
  if (broken) {
    return (
      <Callout tone="danger">
        {t(errors[broken.fault], { id: broken.id })} {t("audit.brokenHelp")}
      </Callout>
    );
  }
  return (
    <div role="status">
      <Callout>
        {t("audit.verified", { count: checked, shown: format.number(checked) })}
        {cut && (
          <p>
            {t("audit.cut", {
              count: cut.removed,
              shown: format.number(cut.removed),
              at: format.exact(cut.at),
            })}
          </p>
        )}
      </Callout>
    </div>
  );
}

/** Renders the search, the filters and the date range. */
function AuditToolbar({ handle, onReload }: { handle: UrlStateHandle; onReload: () => void }) {
  const { t } = useMessages();
  const narrow = useNarrow();
  const { state, change } = handle;
  const search = useCallback((q: string) => change({ q }), [change]);
  const [text, setText] = useSearchText(state.q, search);
  return (
    <div className="flex flex-col gap-2">
      <div className="flex min-h-8 flex-wrap items-center gap-2">
        <SearchField
          label={t("audit.search")}
          placeholder={t(narrow ? "ui.search" : "audit.searchHint")}
          value={text}
          onValue={setText}
          className="min-w-40 flex-1 md:max-w-72"
        />
        <FilterButton label={t("audit.filter")} entries={useFilterEntries(handle)} />
        <IconButton label={t("audit.reload")} icon={<RotateCw size={16} />} onClick={onReload} />
        <div className="flex items-center gap-2 max-sm:w-full xl:ms-auto">
          <DayFields
            labels={{ from: t("audit.from"), to: t("audit.to") }}
            from={state.from}
            to={state.to}
            onDays={change}
          />
        </div>
      </div>
      <Chips handle={handle} />
    </div>
  );
}

function useFilterEntries({ state, change }: UrlStateHandle): MenuEntry[] {
  const { t } = useMessages();
  return [
    { heading: t("audit.actor") },
    ...visibleActors.map((actor) => {
      const checked = state.actor === actor;
      return {
        label: t(`audit.${actor}`),
        checked,
        onSelect: () => change({ actor: checked ? null : actor }),
      };
    }),
    "separator",
    { heading: t("audit.module") },
    ...filterableModules.map(([module, action]) => {
      const checked = state.act === action;
      return {
        label: t(`modules.${module}`),
        checked,
        onSelect: () => change({ act: checked ? "" : action }),
      };
    }),
  ];
}

function Chips({ handle: { state, change } }: { handle: UrlStateHandle }) {
  const { t } = useMessages();
  const selected = filterableModules.find(([, action]) => action === state.act);
  const chips = [
    ...(state.actor
      ? [{
        label: t("ui.labelAndValue", { label: t("audit.actor"), value: t(`audit.${state.actor}`) }),
        onRemove: () => change({ actor: null }),
      }]
      : []),
    ...(state.act
      ? [{
        label: t("ui.labelAndValue", {
          label: t("audit.module"),
          value: selected ? t(`modules.${selected[0]}`) : state.act,
        }),
        onRemove: () => change({ act: "" }),
      }]
      : []),
  ];
  if (chips.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-2">{chips.map((chip) => <Chip key={chip.label} {...chip} />)}</div>
  );
}
