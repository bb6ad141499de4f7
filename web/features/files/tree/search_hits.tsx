import { keepPreviousData } from "@tanstack/react-query";
import { SearchX } from "../../../ui/icons/icons.ts";
import type { SearchHit, SearchResult } from "../../../../server/contract/files.ts";
import { queryKeys } from "../../../api/query_keys.ts";
import { useApiQuery } from "../../../api/use_api.tsx";
import { classNames } from "../../../ui/class_names.ts";
import { EmptyState } from "../../../ui/feedback/empty_state.tsx";
import { ErrorState } from "../../../ui/feedback/error_state.tsx";
import { groupHits, Marked, moveInHits } from "../../../ui/data/search_matches.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { FileIcon, FolderIcon } from "../../../ui/data/tree/file_icon.tsx";
import { folderOf } from "../../../ui/data/tree/tree_rows.ts";
import { useDelayed } from "../../../ui/feedback/use_delayed.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { nameOf } from "../../../shared/files/file_paths.ts";
import { useScriptActions } from "../actions/script_actions.ts";
import { visibleName } from "../../../ui/data/visible_name.ts";

export type SearchIn = "names" | "contents";

const maxVisible = 300;

export function SearchHits(
  { wanted, within, onFolder }: { wanted: string; within: SearchIn; onFolder: (path: string) => void },
) {
  const { t } = useMessages();
  const search = useApiQuery<SearchResult>(
    queryKeys.files("scripts", "search", within, wanted),
    "/files/scripts/search",
    { query: { q: wanted, in: within }, placeholderData: keepPreviousData },
  );
  const stale = useDelayed(search.isPlaceholderData, 300);
  if (search.error && !search.data) {
    return <ErrorState error={search.error} onRetry={() => void search.refetch()} />;
  }
  if (!search.data) return <Waiting />;
  const hits = search.data.hits.slice(0, maxVisible);
  const complete = search.data.complete && hits.length === search.data.hits.length;
  if (hits.length === 0) {
    return (
      <EmptyState
        icon={<SearchX size={22} />}
        title={t("files.nothingFound")}
        text={within === "names" ? t("files.nothingFoundNames") : t("files.nothingFoundContents")}
      />
    );
  }
  return (
    <div
      role="group"
      aria-label={t("files.hits")}
      onKeyDown={moveInHits}
      className={classNames("min-h-0 flex-1 overflow-y-auto pb-2 transition-opacity", stale && "opacity-55")}
    >
      <p role="status" className="px-3 pb-1 text-xs text-faint">
        {t("files.found", { count: hits.length, more: complete ? "no" : "yes" })}
      </p>
      {within === "names"
        ? hits.map((hit) => (
          <NameHit key={hit.path} wanted={wanted} onFolder={onFolder} path={hit.path} kind={hit.kind} />
        ))
        : groupHits(hits).map((file) => <ContentHits key={file.path} wanted={wanted} {...file} />)}
    </div>
  );
}

function Waiting() {
  if (!useDelayed(true)) return null;
  return (
    <div className="flex flex-col gap-3 px-3 py-2">
      {["w-2/3", "w-4/5", "w-1/2"].map((width) => (
        <Skeleton key={width} className={classNames("h-3", width)} />
      ))}
    </div>
  );
}

const lineClass =
  "flex w-full items-center gap-1.5 px-3 py-1 text-start text-sm hover:bg-hover focus-visible:-outline-offset-2 icon-stroke touch:min-h-11";

function NameHit(
  { path, kind, wanted, onFolder }: {
    path: string;
    kind: "file" | "folder";
    wanted: string;
    onFolder: (path: string) => void;
  },
) {
  const actions = useScriptActions();
  const folder = folderOf(path);
  return (
    <button
      type="button"
      data-hit
      title={path}
      className={lineClass}
      onClick={() => kind === "folder" ? onFolder(path) : actions.show(path)}
    >
      <span className="shrink-0 text-muted">
        {kind === "folder" ? <FolderIcon /> : <FileIcon name={path} />}
      </span>
      <span className="truncate">
        <Marked text={visibleName(nameOf(path))} query={wanted} />
      </span>
      {folder && <span className="min-w-0 flex-1 truncate text-xs text-faint">{folder}</span>}
    </button>
  );
}

function ContentHits(
  { path, hits, wanted }: { path: string; hits: readonly SearchHit[]; wanted: string },
) {
  const actions = useScriptActions();
  const { t } = useMessages();
  return (
    <section aria-label={path} className="pb-1">
      <h3 className="flex items-center gap-1.5 px-3 py-1 text-sm icon-stroke" title={path}>
        <span className="shrink-0 text-muted">
          <FileIcon name={path} />
        </span>
        <span className="truncate font-medium">{visibleName(nameOf(path))}</span>
        <span className="min-w-0 flex-1 truncate text-xs text-faint">{folderOf(path)}</span>
      </h3>
      {hits.map(({ line, text }) =>
        line !== null && (
          <button
            key={line}
            type="button"
            data-hit
            aria-label={t("files.hitLine", { path, line, text: text?.trim() ?? "" })}
            className={lineClass}
            onClick={() => actions.show(path, { line })}
          >
            <span className="w-9 shrink-0 text-end text-xs text-faint tabular-nums">{line}</span>
            <code className="min-w-0 flex-1 truncate font-mono text-xs">
              <Marked text={text?.trim() ?? ""} query={wanted} leadIn={24} />
            </code>
          </button>
        )
      )}
    </section>
  );
}
