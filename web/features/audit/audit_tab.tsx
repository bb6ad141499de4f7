import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ScrollText, ShieldCheck } from "lucide-react";
import { useCallback, useState } from "react";
import type { AuditEntry, AuditVerdict } from "../../../server/contract/audit_log.ts";
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
import { AuditRows, What, Who } from "./audit_rows.tsx";
import { AuditToolbar } from "./audit_toolbar.tsx";
import {
  isFiltered,
  pageSize,
  queryOf,
  type UrlState,
  type UrlStateHandle,
  useUrlState,
} from "./url_state.ts";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { FactList } from "../../ui/data/fact_list.tsx";
import { ExactTime } from "../../ui/data/time_text.tsx";
import { Callout } from "../../ui/feedback/callout.tsx";
import { useToast } from "../../ui/feedback/use_toast.tsx";
import type { MessageKey } from "../../messages/messages.ts";

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

/** Everything that was written down of one act. */
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
      <FactList
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

/** A whole log of the largest size takes some seconds. */
const patienceMs = 120_000;

/** Gives a button that has the log looked through, and what came of it. */
function useVerify() {
  const { t } = useMessages();
  const api = useApi();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const [verdict, setVerdict] = useState<AuditVerdict | null>(null);
  const verify = async () => {
    setBusy(true);
    await api.get<AuditVerdict>("/audit-log/verify", { timeoutMs: patienceMs })
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
