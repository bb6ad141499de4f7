// A log as one reads it: dark, dense, live. It knows nothing of where the log comes from.

import { ArrowDown } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { useWords } from "../../words/use_words.tsx";
import { classNames } from "../class_names.ts";
import { ErrorState } from "../error_state.tsx";
import { Spinner } from "../spinner.tsx";
import { useDelayed } from "../use_delayed.ts";
import type { LogLoader, LogState } from "./log_loader.ts";
import { LogLineView } from "./log_line_view.tsx";
import { LogToolbar } from "./log_toolbar.tsx";
import type { LogSource } from "./log_source.ts";
import { useLogLoader } from "./use_log_loader.ts";
import { useLogScroll } from "./use_log_scroll.ts";
import { useWrap } from "./use_wrap.ts";

export interface LogViewProps {
  /** Must be the same object as long as it is the same log. */
  source: LogSource;
  /** What the log is of, for screen readers. */
  label: string;
  /** Stands at the start of the toolbar. */
  start?: ReactNode;
  /** Address of the whole log and the name of the file it becomes. */
  download: { href: string; name: string };
  /** Said in place of the lines when the log has ended without any. */
  emptyText: string;
  /** Told whether the reader follows the end. */
  onFollowing?: ((following: boolean) => void) | undefined;
}

/** The live view of one log with its toolbar; fills the height it is given. */
export function LogView({ source, label, start, download, emptyText, onFollowing }: LogViewProps) {
  const { loader, state } = useLogLoader(source);
  const [wrap, setWrap] = useWrap();
  const scroll = useLogScroll(loader, state, wrap);
  const { following, setFollowing } = scroll;
  useEffect(() => onFollowing?.(following && state.atEnd), [following, state.atEnd, onFollowing]);
  const toEnd = () => {
    setFollowing(true);
    if (!state.atEnd) void loader.toEnd();
  };
  const toStart = () => {
    setFollowing(false);
    if (!state.atStart) void loader.toStart();
    scroll.frame.current?.scrollTo({ top: 0 });
  };
  return (
    <div className="flex h-full min-h-0 flex-col bg-log-bg text-log-text">
      <LogToolbar
        {...{ loader, state, start, download, wrap, toStart, toEnd }}
        following={following}
        onWrap={setWrap}
      />
      {state.phase === "failed"
        ? (
          <div className="flex-1 overflow-auto bg-surface text-text">
            <ErrorState error={state.error} onRetry={() => void loader.toEnd()} />
          </div>
        )
        : (
          <div className="relative min-h-0 flex-1">
            <Lines {...{ loader, state, wrap, scroll, label }} />
            {loader.buffer.count === 0 && <NoLines state={state} emptyText={emptyText} />}
            {!(following && state.atEnd) && state.phase === "ready" && (
              <EndPill live={!state.ended} onClick={toEnd} />
            )}
          </div>
        )}
    </div>
  );
}

function Lines(
  { loader, state, wrap, scroll, label }: {
    loader: LogLoader;
    state: LogState;
    wrap: boolean;
    scroll: ReturnType<typeof useLogScroll>;
    label: string;
  },
) {
  const { frame, lines, onScroll } = scroll;
  return (
    <div
      ref={frame}
      onScroll={onScroll}
      onWheel={scroll.onWheel}
      tabIndex={0}
      role="log"
      aria-live="off"
      aria-label={label}
      aria-busy={state.busy}
      className="h-full overflow-auto overscroll-contain font-mono text-xs leading-5 [overflow-anchor:none] focus-visible:outline-offset-[-2px]"
    >
      <div className="relative min-w-full" style={{ height: lines.getTotalSize() }}>
        <Earlier loader={loader} state={state} />
        {lines.getVirtualItems().map((item) => {
          const line = loader.buffer.line(item.index);
          return line && (
            <div
              key={item.key}
              data-index={item.index}
              ref={wrap ? lines.measureElement : undefined}
              className={classNames("absolute start-0 top-0 flex min-h-5", wrap ? "w-full" : "min-w-full")}
              style={{ transform: `translateY(${item.start}px)` }}
            >
              <LogLineView {...line} wrap={wrap} />
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** Says above the first line that there is more, and loads it. */
function Earlier({ loader, state }: { loader: LogLoader; state: LogState }) {
  const { t, format } = useWords();
  if (state.atStart || state.phase !== "ready") return null;
  return (
    <button
      type="button"
      onClick={() => void loader.loadEarlier()}
      className="absolute start-0 top-0 flex h-9 w-full items-center justify-center gap-2 font-sans text-log-muted hover:text-log-text focus-visible:outline-offset-[-2px]"
    >
      {state.busy && <Spinner size="small" />}
      {t("log.earlier", { size: format.bytes(loader.buffer.offset) })}
    </button>
  );
}

function NoLines({ state, emptyText }: { state: LogState; emptyText: string }) {
  const { t } = useWords();
  const loading = useDelayed(state.phase === "loading");
  if (state.phase === "loading" && !loading) return null;
  return (
    <div className="pointer-events-none absolute inset-0 flex items-center justify-center gap-3 text-sm text-log-muted">
      {!state.ended && <Spinner size="small" />}
      {loading ? t("ui.loading") : state.ended ? emptyText : t("log.waiting")}
    </div>
  );
}

function EndPill({ live, onClick }: { live: boolean; onClick: () => void }) {
  const { t } = useWords();
  return (
    <button
      type="button"
      onClick={onClick}
      className="absolute start-1/2 bottom-4 z-2 inline-flex h-8 -translate-x-1/2 animate-rise items-center gap-1.5 rounded-full bg-accent-fill px-3 text-xs font-medium text-on-accent shadow-float hover:bg-accent-hover icon-stroke touch:h-11 touch:px-4"
    >
      <ArrowDown size={14} aria-hidden />
      {live ? t("log.newLines") : t("log.toEnd")}
    </button>
  );
}
