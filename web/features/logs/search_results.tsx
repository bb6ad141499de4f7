import { useQuery } from "@tanstack/react-query";
import { FileText, Folder, SearchX } from "../../ui/icons/icons.ts";
import { useMemo } from "react";
import type { LogHit, LogsSearchResult } from "../../../server/contract/logs.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApi } from "../../api/use_api.tsx";
import { classNames } from "../../ui/class_names.ts";
import { EmptyState } from "../../ui/feedback/empty_state.tsx";
import { ErrorState } from "../../ui/feedback/error_state.tsx";
import { groupHits, Marked, moveInHits } from "../../ui/data/search_matches.tsx";
import { Spinner } from "../../ui/buttons/spinner.tsx";
import { useDelayed } from "../../ui/feedback/use_delayed.ts";
import { useSettled } from "../../ui/use_settled.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { RunStateDot, runStateStyles } from "../../shared/run/run_state.tsx";
import { folderOf } from "../../ui/data/tree/tree_rows.ts";
import { nameOf, timeOfName } from "./log_items.ts";

export type SearchMode = "names" | "contents";

const typingMs = 300;
const searchLimitMs = 60_000;

interface SearchResultsProps {
  text: string;
  mode: SearchMode;
  current: string | null;
  onOpen: (hit: LogHit, text: string) => void;
}

/** Renders search results: logs by name, or lines in logs. */
export function SearchResults({ text, mode, current, onOpen }: SearchResultsProps) {
  const { t } = useMessages();
  const wanted = useSettled(text.trim(), typingMs);
  const { data, error, isFetching, refetch } = useSearchLogs(wanted, mode);
  const slow = useDelayed(isFetching && !data);
  const groups = useMemo(() => groupHits(data?.hits ?? []), [data]);
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <SearchStatus mode={mode} data={data} slow={slow} count={groups.length} />
      {data && groups.length === 0 && (
        <EmptyState
          icon={<SearchX size={22} />}
          title={t("logs.noneFound")}
          text={t(mode === "names" ? "logs.noneFoundNamesHelp" : "logs.noneFoundHelp")}
        />
      )}
      <ul onKeyDown={moveInHits} className="min-h-0 flex-1 overflow-y-auto pb-2">
        {groups.map(({ path, hits }) => (
          <Group
            key={path}
            path={path}
            hits={hits}
            current={current}
            text={wanted}
            onOpen={(hit) => onOpen(hit, wanted)}
          />
        ))}
      </ul>
    </div>
  );
}

function useSearchLogs(q: string, mode: SearchMode) {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.logs("search", mode, q),
    queryFn: ({ signal }) =>
      api.get<LogsSearchResult>("/logs/search", { query: { q, in: mode }, signal, timeoutMs: searchLimitMs }),
    enabled: q !== "",
  });
}

function SearchStatus(
  { mode, data, slow, count }: {
    mode: SearchMode;
    data: LogsSearchResult | undefined;
    slow: boolean;
    count: number;
  },
) {
  const { t } = useMessages();
  return (
    <p role="status" className="flex min-h-8 flex-wrap items-center gap-x-2 px-3 text-xs text-muted">
      {slow && <Spinner size="small" />}
      {slow && t("logs.searching")}
      {data && count > 0 && (mode === "names"
        ? t("logs.found", { count })
        : t("logs.foundLines", { count, lines: data.hits.length }))}
      {data && !data.complete && <span className="text-warning-text">{t("logs.foundMore")}</span>}
    </p>
  );
}

interface GroupProps {
  path: string;
  hits: readonly LogHit[];
  text: string;
  current: string | null;
  onOpen: (hit: LogHit) => void;
}

function Group({ path, hits, text, current, onOpen }: GroupProps) {
  const { t, format } = useMessages();
  const [first] = hits;
  if (!first) return null;
  const Icon = first.kind === "folder" ? Folder : FileText;
  const { taskName, state } = first;
  const at = first.at === null ? "" : format.relative(first.at, Date.now());
  const spoken = [taskName, state && t(runStateStyles[state].label), at, path].filter(Boolean).join(", ");
  return (
    <li>
      <button
        type="button"
        data-hit
        aria-label={spoken}
        aria-current={path === current || undefined}
        onClick={() => onOpen(first)}
        className={classNames(
          "flex w-full items-start gap-2 px-3 py-1.5 text-start text-sm icon-stroke hover:bg-hover touch:min-h-11",
          path === current && "bg-selected",
        )}
      >
        <Icon className="mt-0.5 shrink-0 text-muted" />
        <span className="flex min-w-0 flex-1 flex-col gap-0.5">
          {taskName !== null && (
            <span className="truncate">
              <Marked text={taskName} query={text} />
            </span>
          )}
          {state && (
            <span className="flex flex-wrap items-center gap-x-2 text-xs text-muted">
              <RunStateDot state={state} />
              <span className="tabular-nums">{at}</span>
            </span>
          )}
          <HitPath path={path} />
        </span>
      </button>
      {hits.some(({ line }) => line !== null) && (
        <ul>
          {hits.map((hit, index) => <Line key={index} hit={hit} text={text} onOpen={() => onOpen(hit)} />)}
        </ul>
      )}
    </li>
  );
}

/** Renders the path on one line; its folder gives way, because the name tells the logs of a folder apart. */
function HitPath({ path }: { path: string }) {
  const folder = folderOf(path);
  return (
    <span title={path} className="flex max-w-full min-w-0 font-mono text-xs">
      {folder !== "" && <span className="min-w-6 truncate text-faint">{folder}</span>}
      <span
        className={classNames(
          "min-w-0 truncate text-muted",
          folder !== "" && "max-w-[calc(100%-1.5rem)] shrink-0",
        )}
      >
        {folder !== "" && "/"}
        {timeOfName(nameOf(path)) ?? nameOf(path)}
      </span>
    </span>
  );
}

function Line({ hit, text, onOpen }: { hit: LogHit; text: string; onOpen: () => void }) {
  const { t } = useMessages();
  const line = (hit.line ?? 0) - hit.headerLines; // as the log is numbered; none in its header
  return (
    <li>
      <button
        type="button"
        data-hit
        onClick={onOpen}
        className="flex w-full items-baseline gap-2 py-1 ps-9 pe-3 text-start font-mono text-xs hover:bg-hover touch:min-h-11"
      >
        <span className="shrink-0 text-faint tabular-nums">
          {line > 0 && <span className="sr-only">{t("logs.line", { line })}</span>}
          <span aria-hidden>{line > 0 && line}</span>
        </span>
        <span className="min-w-0 truncate text-muted">
          <Marked text={hit.text ?? ""} query={text} leadIn={24} />
        </span>
      </button>
    </li>
  );
}
