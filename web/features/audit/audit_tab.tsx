import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ScrollText, ShieldCheck } from "lucide-react";
import { useCallback, useMemo, useState } from "react";
import type { AuditEntry, AuditVerdict } from "../../../server/contract/audit_log.ts";
import type { List } from "../../../server/contract/shapes.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApi } from "../../api/use_api.tsx";
import { Button } from "../../ui/inputs/button.tsx";
import { EmptyState } from "../../ui/feedback/empty_state.tsx";
import { DataTable } from "../../ui/data/data_table.tsx";
import { Pagination } from "../../ui/data/pagination.tsx";
import { useLastPage } from "../../ui/data/use_last_page.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { AuditCard, auditColumns, What, Who } from "./audit_columns.tsx";
import { AuditToolbar } from "./audit_toolbar.tsx";
import {
  isFiltered,
  noFilters,
  pageSize,
  queryOf,
  type UrlState,
  type UrlStateHandle,
  useUrlState,
} from "./url_state.ts";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { DetailList } from "../../ui/data/detail_list.tsx";
import { ExactTime } from "../../ui/data/time_text.tsx";
import { Callout } from "../../ui/feedback/callout.tsx";
import { useToast } from "../../ui/feedback/use_toast.tsx";
import type { MessageKey } from "../../messages/messages.ts";

const none: readonly AuditEntry[] = [];

/** Renders the audit log. */
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
      <div className="flex items-start gap-4">
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
        minWidth={720}
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
    <div className="rounded-md border border-line bg-surface">
      <EmptyState
        icon={<ScrollText size={22} />}
        title={t(filtered ? "audit.noMatch" : "audit.empty")}
        {...(filtered &&
          { action: <Button onClick={() => change(noFilters)}>{t("audit.clearFilters")}</Button> })}
      />
    </div>
  );
}

/** Renders all details of one entry. */
function EntryDialog({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const { t } = useMessages();
  const mono = (text: string | null) =>
    text === null ? null : <span className="font-mono text-xs break-all">{text}</span>;
  const detail = Object.keys(entry.detail).length === 0 ? null : JSON.stringify(entry.detail, null, 2);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("audit.detailsOf", { id: entry.id })}
      footer={<Button onClick={onClose}>{t("ui.close")}</Button>}
    >
      <DetailList
        details={[
          [t("audit.time"), <ExactTime key="at" at={entry.at} />],
          [t("audit.who"), <Who key="who" entry={entry} />],
          entry.ip === null ? null : [t("audit.address"), mono(entry.ip)],
          [t("audit.what"), <What key="what" act={entry.act} />],
          [t("audit.act"), mono(entry.act)],
          entry.object === null ? null : [t("audit.object"), mono(entry.object)],
          detail === null ? null : [
            t("audit.details"),
            <pre key="detail" className="font-mono text-xs break-all whitespace-pre-wrap">{detail}</pre>,
          ],
          [t("audit.hash"), mono(entry.hash)],
        ]}
      />
    </Dialog>
  );
}

/** Verifying a log of the maximum size takes some seconds. */
const timeoutMs = 120_000;

/** Returns the button that verifies the log, and its result. */
function useVerify() {
  const { t } = useMessages();
  const api = useApi();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const [verdict, setVerdict] = useState<AuditVerdict | null>(null);
  const verify = async () => {
    setBusy(true);
    await api.get<AuditVerdict>("/audit-log/verify", { timeoutMs })
      .then(setVerdict).catch(toast.problem);
    setBusy(false);
  };
  const button = (
    <Button
      icon={<ShieldCheck size={16} aria-hidden />}
      loading={busy}
      onClick={() => void verify()}
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
