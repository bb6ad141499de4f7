import { keepPreviousData } from "@tanstack/react-query";
import { ScrollText } from "../../ui/icons/icons.ts";
import { type ReactNode, useState } from "react";
import type { SystemLogEntry, SystemLogList } from "../../../server/contract/system_log.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApiQuery } from "../../api/use_api.tsx";
import { Button } from "../../ui/buttons/button.tsx";
import { Callout } from "../../ui/feedback/callout.tsx";
import { EmptyState } from "../../ui/feedback/empty_state.tsx";
import { ErrorState } from "../../ui/feedback/error_state.tsx";
import { Pagination } from "../../ui/data/pagination.tsx";
import { useLastPage } from "../../ui/data/use_list_state.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { SettingsSkeleton } from "../../shared/settings/setting_row.tsx";
import {
  isFiltered,
  pageSize,
  queryOf,
  type UrlState,
  type UrlStateHandle,
  useUrlState,
} from "./url_state.ts";
import { levelTones, SystemLogToolbar } from "./toolbar.tsx";
import { CopyButton } from "../../ui/inputs/copy_button.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { DetailList } from "../../ui/data/detail_list.tsx";
import { StatusDot } from "../../ui/data/status_dot.tsx";
import { ExactTime } from "../../ui/data/time_text.tsx";

export default function SystemLogTab() {
  const { t } = useMessages();
  const handle = useUrlState();
  const [follows, setFollows] = useState(true);
  const list = useLines(handle.urlState, follows);
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

// Below the topic of the live events, so that they refresh it.
function useLines(urlState: UrlState, follows: boolean) {
  const query = queryOf(urlState);
  return useApiQuery<SystemLogList>(
    follows ? queryKeys.systemLog(query) : queryKeys.stillSystemLog(query),
    "/system-log",
    { query, placeholderData: keepPreviousData, staleTime: 0 },
  );
}

function Lines(
  { list: { items, total, complete }, handle, onOpen }: {
    list: SystemLogList;
    handle: UrlStateHandle;
    onOpen: (entry: SystemLogEntry) => void;
  },
) {
  const { t } = useMessages();
  const { urlState, change } = handle;
  const turn = (page: number) => change({ page });
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

function Nothing({ handle: { urlState, clear } }: { handle: UrlStateHandle }) {
  const { t } = useMessages();
  const filtered = isFiltered(urlState);
  return (
    <EmptyState
      frame="solid"
      icon={<ScrollText size={22} />}
      title={t(filtered ? "systemLog.noMatch" : "systemLog.empty")}
      {...(filtered && { action: <Button onClick={clear}>{t("ui.clearFilters")}</Button> })}
    />
  );
}

function LineDialog({ entry, onClose }: { entry: SystemLogEntry; onClose: () => void }) {
  const { t } = useMessages();
  const { time, level, text, fields } = entry;
  return (
    <Dialog
      size="wide"
      onClose={onClose}
      title={text}
      footer={
        <>
          <CopyButton text={JSON.stringify(entry, null, 2)} />
          <Button onClick={onClose}>{t("ui.close")}</Button>
        </>
      }
    >
      <DetailList
        details={[
          [t("systemLog.time"), <ExactTime key="time" at={time} />],
          [
            t("systemLog.level"),
            <StatusDot key="level" tone={levelTones[level]}>{t(`systemLog.${level}`)}</StatusDot>,
          ],
          ...Object.entries(fields).map(([name, value]): [string, ReactNode] => [
            name,
            <pre key={name} className="font-mono text-xs break-all whitespace-pre-wrap">{textOf(value)}</pre>,
          ]),
        ]}
      />
    </Dialog>
  );
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}

interface LinesProps {
  entries: readonly SystemLogEntry[];
  onOpen: (entry: SystemLogEntry) => void;
}

/** Renders lines, newest first, with time, level, message and as many fields as fit. */
function LogLines({ entries, onOpen }: LinesProps) {
  const { t } = useMessages();
  return (
    <ol
      aria-label={t("systemLog.tab")}
      className="list-none overflow-hidden rounded-md border border-line bg-surface p-0"
    >
      {entries.map((entry, index) => <Line key={`${entry.time} ${index}`} entry={entry} onOpen={onOpen} />)}
    </ol>
  );
}

function Line({ entry, onOpen }: { entry: SystemLogEntry; onOpen: LinesProps["onOpen"] }) {
  const { t } = useMessages();
  const { time, level, text, fields } = entry;
  const rest = fieldsLine(fields);
  return (
    <li className="flex flex-col gap-x-3 gap-y-0.5 border-b border-line px-3 py-2 text-sm last:border-b-0 hover:bg-hover md:flex-row md:items-baseline">
      <span className="flex shrink-0 items-center gap-3 text-xs text-muted md:w-60">
        <ExactTime at={time} />
        <StatusDot tone={levelTones[level]}>{t(`systemLog.${level}`)}</StatusDot>
      </span>
      <button
        type="button"
        onClick={() => onOpen(entry)}
        className="min-w-0 flex-1 text-start hover:text-accent-text touch:py-1"
      >
        <span className="block break-words">{text}</span>
        {rest !== "" && <span className="block truncate font-mono text-xs text-muted">{rest}</span>}
      </button>
    </li>
  );
}

function fieldsLine(fields: SystemLogEntry["fields"]): string {
  return Object.entries(fields).map(([name, value]) =>
    `${name}=${typeof value === "string" ? value.split("\n", 1)[0] : JSON.stringify(value)}`
  ).join("  ");
}
