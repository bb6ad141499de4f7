import { ArrowLeft, ScrollText } from "../../ui/icons/icons.ts";
import { useEffect, useMemo, useRef, useState } from "react";
import { useLocation, useSearch } from "wouter";
import type { SearchHit } from "../../../server/contract/files.ts";
import { paths } from "../../paths.ts";
import { usePageTitle } from "../../shared/page/page_title.tsx";
import { useShortcuts } from "../../ui/use_shortcuts.ts";
import { EmptyState } from "../../ui/feedback/empty_state.tsx";
import { IconButton } from "../../ui/buttons/icon_button.tsx";
import type { LogOpening } from "../../ui/log/use_log_search.ts";
import { SidePanel } from "../../ui/overlays/side_panel.tsx";
import { foldersAbove, isWithin } from "../../ui/data/tree/tree_rows.ts";
import { useTree } from "../../ui/data/tree/use_tree.ts";
import { useNarrow } from "../../ui/use_narrow.ts";
import { WorkFrame } from "../../ui/data/work_frame.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { LogPane } from "./log_pane.tsx";
import { type LogsSearch, LogsSide } from "./logs_side.tsx";
import type { SearchMode } from "./search_results.tsx";
import { RunsTabs } from "../runs/runs_tabs.tsx";
import { useDeleteLogs } from "./use_delete_logs.tsx";
import { queryKeys } from "../../api/query_keys.ts";
import { useLiveRefresh } from "../../api/use_live_refresh.ts";

/** Renders all logs on disk: the tree beside the open log. */
export default function LogsPage() {
  const { t } = useMessages();
  const narrow = useNarrow();
  const path = usePath();
  const [, navigate] = useLocation();
  const [opening, setOpening] = useState<LogOpening | undefined>();
  const search = useLogsSearch();
  const tree = useRevealed(path);
  useFollowRuns();
  usePageTitle(path?.split("/").at(-1) ?? null, { tabOnly: true });
  useShortcuts(path === null ? { "/": () => search.input.current?.focus() } : {});
  const open = (next: string, at?: LogOpening) => {
    setOpening(at);
    if (next !== path) navigate(paths.logs(next));
  };
  const { ask, question } = useDeleteLogs((gone) => {
    if (path !== null && gone.some((one) => isWithin(path, one))) navigate(paths.logs(), { replace: true });
  });
  const openHit = ({ path: found, line }: SearchHit, text: string) =>
    open(found, line === null ? undefined : { text, line });
  const side = (
    <LogsSide
      tree={tree}
      search={search}
      current={path}
      onOpen={(next) => open(next)}
      onHit={openHit}
      onDelete={ask}
    />
  );
  const back = narrow && (
    <IconButton
      label={t("logs.back")}
      icon={<ArrowLeft className="rtl:rotate-180" />}
      className="-ms-1 shrink-0"
      onClick={() => navigate(paths.logs())}
    />
  );
  const pane = path !== null && (
    <LogPane
      path={path}
      opening={opening}
      back={back}
      onDelete={(item) => ask([item])}
    />
  );
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3 max-md:gap-4">
      <RunsTabs value="files" />
      <WorkFrame>
        {narrow
          ? (path === null ? <div className="min-w-0 flex-1">{side}</div> : null)
          : <SidePanel label={t("logs.tree")} name="logs" open onOpen={() => {}}>{side}</SidePanel>}
        {(!narrow || path !== null) && <div className="min-w-0 flex-1">{pane || <ChooseLog />}</div>}
        {question}
      </WorkFrame>
    </div>
  );
}

function usePath(): string | null {
  const search = useSearch();
  return new URLSearchParams(search).get("path") || null;
}

function useLogsSearch(): LogsSearch {
  const [text, setText] = useState("");
  const [mode, setMode] = useState<SearchMode>("names");
  const input = useRef<HTMLInputElement>(null);
  return useMemo(() => ({ text, setText, mode, setMode, input }), [text, mode]);
}

/** Returns the tree state; the log in the URL is revealed. */
function useRevealed(path: string | null) {
  const tree = useTree({ start: path === null ? [] : foldersAbove(path) });
  const { reveal } = tree;
  useEffect(() => {
    if (path !== null) reveal(path);
  }, [path, reveal]);
  return tree;
}

function ChooseLog() {
  const { t } = useMessages();
  return (
    <div className="flex h-full flex-col justify-center">
      <EmptyState icon={<ScrollText size={22} />} title={t("logs.choose")} text={t("logs.chooseHelp")} />
    </div>
  );
}

const gatherMs = 700;

/** Reloads the expanded folders when a run starts or ends, because its log or state changes. */
function useFollowRuns(): void {
  useLiveRefresh({
    keysOf: (type) => type === "run:started" || type === "run:finished" ? [queryKeys.logs("tree")] : [],
    delayMs: gatherMs,
  });
}
