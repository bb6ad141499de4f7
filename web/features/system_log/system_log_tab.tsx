import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ScrollText } from "lucide-react";
import { useCallback, useState } from "react";
import type { SystemLogEntry, SystemLogList } from "../../../server/contract/system_log.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApi } from "../../api/use_api.tsx";
import { Button } from "../../ui/inputs/button.tsx";
import { Callout } from "../../ui/feedback/callout.tsx";
import { EmptyState } from "../../ui/feedback/empty_state.tsx";
import { ErrorState } from "../../ui/feedback/error_state.tsx";
import { Pagination } from "../../ui/data/pagination.tsx";
import { useLastPage } from "../../ui/data/use_last_page.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { SettingsSkeleton } from "../../shared/settings/settings_skeleton.tsx";
import { LineDialog } from "./line_dialog.tsx";
import { LogLines } from "./log_lines.tsx";
import {
  isFiltered,
  pageSize,
  queryOf,
  type UrlState,
  type UrlStateHandle,
  useUrlState,
} from "./url_state.ts";
import { SystemLogToolbar } from "./toolbar.tsx";

/** The tab of the panel's own log. */
export default function SystemLogTab() {
  const { t } = useMessages();
  const handle = useUrlState();
  const [follows, setFollows] = useState(true);
  const list = useLines(handle.place, follows);
  const [open, setOpen] = useState<SystemLogEntry | null>(null);
  return (
    <div className="flex flex-col gap-3">
      <p className="text-sm text-muted">{t("systemLog.intro")}</p>
      <SystemLogToolbar handle={handle} follows={follows} onFollows={setFollows} />
      {list.data
        ? <Lines list={list.data} handle={handle} onOpen={setOpen} />
        : list.error
        ? <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        : <SettingsSkeleton />}
      {open && <LineDialog entry={open} onClose={() => setOpen(null)} />}
    </div>
  );
}

// A live event makes stale only what stands below its topic.
function useLines(urlState: UrlState, follows: boolean) {
  const api = useApi();
  const query = queryOf(urlState);
  return useQuery({
    queryKey: follows ? queryKeys.systemLog(query) : queryKeys.stillSystemLog(query),
    queryFn: ({ signal }) => api.get<SystemLogList>("/system-log", { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

function Lines(
  { list: { items, total, complete }, handle, onOpen }: {
    list: SystemLogList;
    handle: UrlStateHandle;
    onOpen: (entry: SystemLogEntry) => void;
  },
) {
  const { t } = useMessages();
  const { place: urlState, change } = handle;
  const turn = useCallback((page: number) => change({ page }), [change]);
  useLastPage({ total, page: urlState.page, pageSize, onPage: turn });
  return (
    <>
      {!complete && <Callout tone="warning">{t("systemLog.incomplete")}</Callout>}
      {total === 0 ? <Nothing handle={handle} /> : (
        <>
          <LogLines entries={items} onOpen={onOpen} />
          <Pagination page={urlState.page} pageSize={pageSize} total={total} onPage={turn} />
        </>
      )}
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
        title={t(filtered ? "systemLog.noMatch" : "systemLog.empty")}
        {...(filtered && { action: <Button onClick={clear}>{t("systemLog.clearFilters")}</Button> })}
      />
    </div>
  );
}
