import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ScrollText } from "lucide-react";
import { useCallback, useState } from "react";
import type { AuditEntry } from "../../../server/contract/audit_log.ts";
import type { List } from "../../../server/contract/shapes.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApi } from "../../api/use_api.tsx";
import { Button } from "../../ui/inputs/button.tsx";
import { EmptyState } from "../../ui/feedback/empty_state.tsx";
import { ErrorState } from "../../ui/feedback/error_state.tsx";
import { Pagination } from "../../ui/data/pagination.tsx";
import { useLastPage } from "../../ui/data/use_last_page.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { SettingsSkeleton } from "../../shared/settings/settings_skeleton.tsx";
import { AuditRows } from "./audit_rows.tsx";
import { AuditToolbar } from "./audit_toolbar.tsx";
import { EntryDialog } from "./entry_dialog.tsx";
import {
  isFiltered,
  pageSize,
  queryOf,
  type UrlState,
  type UrlStateHandle,
  useUrlState,
} from "./url_state.ts";
import { useVerify } from "./verify_button.tsx";

/** The tab of who did what. */
export default function AuditTab() {
  const { t } = useMessages();
  const handle = useUrlState();
  const list = useEntries(handle.place);
  const { button, outcome } = useVerify();
  const [open, setOpen] = useState<AuditEntry | null>(null);
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-start gap-4">
        <p className="min-w-0 flex-1 text-sm text-muted">{t("audit.intro")}</p>
        {button}
      </div>
      {outcome}
      <AuditToolbar handle={handle} onReload={() => void list.refetch()} />
      {list.data
        ? <Entries list={list.data} handle={handle} onOpen={setOpen} />
        : list.error
        ? <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        : <SettingsSkeleton />}
      {open && <EntryDialog entry={open} onClose={() => setOpen(null)} />}
    </div>
  );
}

function useEntries(urlState: UrlState) {
  const api = useApi();
  const query = queryOf(urlState);
  return useQuery({
    queryKey: queryKeys.auditLog(query),
    queryFn: ({ signal }) => api.get<List<AuditEntry>>("/audit-log", { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

function Entries(
  { list: { items, total }, handle, onOpen }: {
    list: List<AuditEntry>;
    handle: UrlStateHandle;
    onOpen: (entry: AuditEntry) => void;
  },
) {
  const { place: urlState, change } = handle;
  const turn = useCallback((page: number) => change({ page }), [change]);
  useLastPage({ total, page: urlState.page, pageSize, onPage: turn });
  if (total === 0) return <Nothing handle={handle} />;
  return (
    <>
      <AuditRows entries={items} onOpen={onOpen} />
      <Pagination page={urlState.page} pageSize={pageSize} total={total} onPage={turn} />
    </>
  );
}

function Nothing({ handle: { place: urlState, clear } }: { handle: UrlStateHandle }) {
  const { t } = useMessages();
  const filtered = isFiltered(urlState);
  return (
    <div className="rounded-md border border-line bg-surface">
      <EmptyState
        icon={<ScrollText size={22} />}
        title={t(filtered ? "audit.noMatch" : "audit.empty")}
        {...(filtered && { action: <Button onClick={clear}>{t("audit.clearFilters")}</Button> })}
      />
    </div>
  );
}
