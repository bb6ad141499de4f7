import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import { type KeyboardEvent, type ReactNode } from "react";
import type { SearchAnswer } from "../../../../../server/contract/files.ts";
import { queryKeys } from "../../../../api/query_keys.ts";
import { useApi } from "../../../../api/use_api.tsx";
import { classNames } from "../../../../ui/class_names.ts";
import { EmptyState } from "../../../../ui/empty_state.tsx";
import { ErrorState } from "../../../../ui/error_state.tsx";
import { Skeleton } from "../../../../ui/skeleton.tsx";
import { FileIcon, FolderIcon } from "../../../../ui/tree/file_icon.tsx";
import { folderOf } from "../../../../ui/tree/tree_rows.ts";
import { useDelayed } from "../../../../ui/use_delayed.ts";
import { useWords } from "../../../../words/use_words.tsx";
import { nameOf } from "../file_paths.ts";
import { useScriptActs } from "../script_acts.tsx";
import { cutFound, groupHits } from "./group_hits.ts";

export type SearchIn = "names" | "contents";

const mostShown = 300;

/** What was found, in place of the tree. */
export function SearchHits(
  { wanted, within, onFolder }: { wanted: string; within: SearchIn; onFolder: (path: string) => void },
) {
  const api = useApi();
  const { t } = useWords();
  const search = useQuery({
    queryKey: queryKeys.files("scripts", "search", within, wanted),
    queryFn: ({ signal }) =>
      api.get<SearchAnswer>("/files/scripts/search", { query: { q: wanted, in: within }, signal }),
    placeholderData: keepPreviousData,
  });
  const stale = useDelayed(search.isPlaceholderData, 300);
  if (search.error && !search.data) {
    return <ErrorState error={search.error} onRetry={() => void search.refetch()} />;
  }
  if (!search.data) return <Waiting />;
  const hits = search.data.hits.slice(0, mostShown);
  const complete = search.data.complete && hits.length === search.data.hits.length;
  if (hits.length === 0) {
    return (
      <EmptyState
        icon={<SearchX size={22} aria-hidden />}
        title={t("files.nothingFound")}
        text={within === "names" ? t("files.nothingFoundNames") : t("files.nothingFoundContents")}
      />
    );
  }
  return (
    <div
      role="group"
      aria-label={t("files.hits")}
      onKeyDown={moveFocus}
      className={classNames("min-h-0 flex-1 overflow-y-auto pb-2 transition-opacity", stale && "opacity-55")}
    >
      <p role="status" className="px-3 pb-1 text-xs text-faint">
        {t("files.found", { count: hits.length, more: complete ? "no" : "yes" })}
      </p>
      {within === "names"
        ? hits.map((hit) => (
          <NameHit key={hit.path} {...{ wanted, onFolder }} path={hit.path} kind={hit.kind} />
        ))
        : groupHits(hits).map((file) => <ContentHits key={file.path} {...{ wanted }} {...file} />)}
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
  const acts = useScriptActs();
  const folder = folderOf(path);
  return (
    <button
      type="button"
      data-hit
      title={path}
      className={lineClass}
      onClick={() => kind === "folder" ? onFolder(path) : acts.show(path)}
    >
      <span className="shrink-0 text-muted">
        {kind === "folder" ? <FolderIcon /> : <FileIcon name={path} />}
      </span>
      <span className="truncate">
        <Marked text={nameOf(path)} wanted={wanted} />
      </span>
      {folder && <span className="min-w-0 flex-1 truncate text-xs text-faint">{folder}</span>}
    </button>
  );
}

function ContentHits(
  { path, lines, wanted }: { path: string; lines: { line: number; text: string }[]; wanted: string },
) {
  const acts = useScriptActs();
  const { t } = useWords();
  return (
    <section aria-label={path} className="pb-1">
      <h3 className="flex items-center gap-1.5 px-3 py-1 text-sm icon-stroke" title={path}>
        <span className="shrink-0 text-muted">
          <FileIcon name={path} />
        </span>
        <span className="truncate font-medium">{nameOf(path)}</span>
        <span className="min-w-0 flex-1 truncate text-xs text-faint">{folderOf(path)}</span>
      </h3>
      {lines.map(({ line, text }) => (
        <button
          key={line}
          type="button"
          data-hit
          aria-label={t("files.hitLine", { path, line, text: text.trim() })}
          className={lineClass}
          onClick={() => acts.show(path, { line })}
        >
          <span className="w-9 shrink-0 text-end text-xs text-faint tabular-nums">{line}</span>
          <code className="min-w-0 flex-1 truncate font-mono text-xs">
            <Marked text={text.trim()} wanted={wanted} />
          </code>
        </button>
      ))}
    </section>
  );
}

function Marked({ text, wanted }: { text: string; wanted: string }): ReactNode {
  return cutFound(text, wanted).map(({ text: part, found }, index) =>
    found
      ? <mark key={index} className="rounded-sm bg-warning-soft text-warning-text">{part}</mark>
      : <span key={index}>{part}</span>
  );
}

/** Arrow keys go from one thing that was found to the next. */
function moveFocus(event: KeyboardEvent): void {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (step === 0) return;
  const lines = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-hit]")];
  const at = lines.findIndex((line) => line === document.activeElement);
  const next = lines[Math.min(Math.max(at + step, 0), lines.length - 1)];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
