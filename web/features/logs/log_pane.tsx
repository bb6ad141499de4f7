import { Archive, FileQuestion, Trash2 } from "../../ui/icons/icons.ts";
import { type ReactNode, useEffect, useMemo, useRef } from "react";
import { isMissing } from "../../api/file_requests.ts";
import { useApi, useApiQuery } from "../../api/use_api.tsx";
import { EmptyState } from "../../ui/feedback/empty_state.tsx";
import { ErrorState } from "../../ui/feedback/error_state.tsx";
import { fileLogSource, runLogSource } from "../../ui/log/api_log_source.ts";
import { LogView } from "../../ui/log/log_view.tsx";
import type { LogOpening } from "../../ui/log/use_log_search.ts";
import { LogFooterText } from "../../shared/run/exit_status.tsx";
import { LogHeaderText } from "../../shared/run/log_header_text.tsx";
import { isActive } from "../../shared/run/run_state.tsx";
import { useRun } from "../../shared/run/use_run.ts";
import { useFullScreen } from "../../shared/run/log_dialog.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { LogBar, LogPath } from "./log_bar.tsx";
import { type LogItem, nameOf, useLogItem } from "./log_items.ts";
import { Link } from "wouter";
import type { LogMeasure } from "../../../server/contract/logs.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { paths } from "../../paths.ts";
import { Button, buttonClass } from "../../ui/buttons/button.tsx";
import { DetailList } from "../../ui/data/detail_list.tsx";
import { RelativeTime } from "../../ui/data/time_text.tsx";
import { useMay } from "../../api/use_permissions.ts";

interface LogPaneProps {
  path: string;
  /** The search and the line to go to, when opened from a search result. */
  opening: LogOpening | undefined;
  back: ReactNode;
  onDelete: (item: LogItem) => void;
}

/** Renders the item at a path: a log with its lines, or the details of a folder. */
export function LogPane({ path, opening, back, onDelete }: LogPaneProps) {
  const { t } = useMessages();
  const { item, beside, error, refetch } = useLogItem(path);
  const gone = item === null || isMissing(error);
  if (item === undefined && !gone) {
    return error
      ? (
        <Framed back={back}>
          <ErrorState error={error} onRetry={() => void refetch()} />
        </Framed>
      )
      : <Framed back={back}>{null}</Framed>;
  }
  if (item?.kind === "folder") return <FolderPane key={path} item={item} back={back} onDelete={onDelete} />;
  if (item?.kind === "file") {
    return (
      <LogFilePane key={path} item={item} beside={beside} opening={opening} back={back} onDelete={onDelete} />
    );
  }
  return (
    <Framed back={back}>
      <EmptyState
        icon={<FileQuestion size={22} />}
        title={t(gone ? "logs.gone" : item?.kind === "link" ? "logs.link" : "logs.special")}
        text={gone ? t("logs.goneHelp") : path}
      />
    </Framed>
  );
}

function Framed({ back, children }: { back: ReactNode; children: ReactNode }) {
  return (
    <div className="flex h-full flex-col">
      {back && <div className="border-b border-line p-2">{back}</div>}
      <div className="flex flex-1 flex-col justify-center">{children}</div>
    </div>
  );
}

function LogFilePane(
  { item, beside, opening, back, onDelete }: Omit<LogPaneProps, "path"> & {
    item: LogItem;
    beside: readonly LogItem[];
  },
) {
  const { t } = useMessages();
  const api = useApi();
  const { path, runId } = item;
  const { data: run } = useRun(runId);
  const overAt = useRef<string | null>(null);
  useEffect(() => {
    overAt.current = run?.finishedAt ?? null;
  }, [run?.finishedAt]);
  const source = useMemo(
    () =>
      runId === null
        ? fileLogSource(api, path)
        : runLogSource(api, { id: runId, overAt: () => overAt.current }),
    [api, path, runId],
  );
  const fullScreen = useFullScreen();
  const state = run?.state ?? item.state;
  return (
    <div
      className={fullScreen.on
        ? "fixed inset-0 z-30 flex flex-col bg-surface"
        : "flex h-full min-h-0 flex-col"}
    >
      <LogBar item={item} beside={beside} run={run} back={back} onDelete={onDelete} />
      <div className="min-h-0 flex-1">
        <LogView
          source={source}
          label={t("logs.of", { name: path })}
          download={{ href: api.url("/logs/download", { path }), name: nameOf(path) }}
          emptyText={t("log.noOutput")}
          removedText={t("log.removed")}
          footer={(footer) => <LogFooterText footer={footer} run={run} />}
          header={(time) => <LogHeaderText time={time} run={run} />}
          live={state !== null && isActive(state)}
          fullScreen={fullScreen}
          opening={opening}
        />
      </div>
    </div>
  );
}

interface FolderPaneProps {
  item: LogItem;
  back: ReactNode;
  onDelete: (item: LogItem) => void;
}

/** Renders the details of a folder of logs, and the actions on all of them. */
function FolderPane({ item, back, onDelete }: FolderPaneProps) {
  const { t, format } = useMessages();
  const api = useApi();
  const { path } = item;
  const mayDelete = useMay("logs:write");
  const { data } = useApiQuery<LogMeasure>(queryKeys.logs("measure", path), "/logs/measure", {
    query: { path },
  });
  return (
    <div className="flex flex-col gap-4 overflow-y-auto p-4">
      <div className="flex items-center gap-2">
        {back}
        <LogPath path={path} />
      </div>
      <DetailList
        details={[
          item.taskName === null ? null : [t("logs.task"), <Task key="task" item={item} />],
          [
            t("logs.title"),
            data ? t(data.complete ? "logs.count" : "logs.countMore", { count: data.count }) : "…",
          ],
          [t("logs.size"), data ? format.bytes(data.size) : "…"],
          item.modifiedAt === null
            ? null
            : [t("logs.modified"), <RelativeTime key="modified" at={item.modifiedAt} />],
        ]}
      />
      <div className="flex flex-wrap gap-2">
        <a href={api.url("/logs/download", { path })} download className={buttonClass({})}>
          <Archive />
          {t("logs.downloadFolder")}
        </a>
        {mayDelete && <Button icon={<Trash2 />} onClick={() => onDelete(item)}>{t("ui.delete")}</Button>}
      </div>
    </div>
  );
}

function Task({ item: { taskId, taskName } }: { item: LogItem }) {
  if (taskId === null) return taskName;
  return <Link href={paths.task(taskId)} className="text-accent-text hover:underline">{taskName}</Link>;
}
