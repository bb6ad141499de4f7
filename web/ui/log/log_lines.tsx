import { useMessages } from "../../messages/use_messages.tsx";
import { classNames } from "../class_names.ts";
import { Spinner } from "../buttons/spinner.tsx";
import { useDelayed } from "../feedback/use_delayed.ts";
import type { LogLine } from "./log_line.ts";
import { LogLineView } from "./log_line_view.tsx";
import type { LogLoader, LogState } from "./log_loader.ts";
import type { LogMatch, LogTime } from "./log_source.ts";
import { timeOfLine } from "./log_times.ts";
import type { useLogScroll } from "./use_log_scroll.ts";
import { Scissors } from "lucide-react";

/** How lines are displayed, apart from their text. */
export interface LinesStyle {
  wrap: boolean;
  /** When lines were printed; null hides the times. */
  times: readonly LogTime[] | null;
  /** Highlighted wherever it occurs; empty for nothing. */
  query: string;
  caseSensitive: boolean;
  /** The current match. */
  spot: LogMatch | null;
}

interface LogLinesProps {
  loader: LogLoader;
  state: LogState;
  scroll: ReturnType<typeof useLogScroll>;
  label: string;
  check: LinesStyle;
}

/** Renders the visible lines, and a button that loads earlier ones. */
export function LogLines({ loader, state, scroll, label, check: style }: LogLinesProps) {
  const { frame, lines, onScroll } = scroll;
  const { wrap } = style;
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
              {line.skipped > 0 ? <LogDivider bytes={line.skipped} /> : <OneLine line={line} check={style} />}
            </div>
          );
        })}
      </div>
    </div>
  );
}

function OneLine({ line, check: style }: { line: LogLine; check: LinesStyle }) {
  const { format } = useMessages();
  const { wrap, times, query, caseSensitive, spot } = style;
  const at = times ? timeOfLine(times, line.end) : undefined;
  const here = spot !== null && spot.offset >= line.start && spot.offset < line.end;
  return (
    <LogLineView
      wrap={wrap}
      query={query}
      caseSensitive={caseSensitive}
      text={line.text}
      style={line.style}
      cut={line.cut}
      number={line.number}
      time={times === null ? undefined : at === undefined ? null : format.time(at)}
      exactTime={at === undefined ? undefined : format.exact(at)}
      spotAt={here ? spot.offset - line.start : null}
      spotText={here ? spot.text : ""}
    />
  );
}

/** Shows above the first line that there is more, and loads it. */
function Earlier({ loader, state }: { loader: LogLoader; state: LogState }) {
  const { t, format } = useMessages();
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

/** Rendered instead of lines while there are none. */
export function NoLines({ state, text }: { state: LogState; text: string }) {
  const { t } = useMessages();
  const loading = useDelayed(state.phase === "loading");
  if (state.phase === "loading" && !loading) return null;
  return (
    <div className="pointer-events-none absolute inset-0 flex items-center justify-center gap-3 text-sm text-log-muted">
      {!state.ended && <Spinner size="small" />}
      {loading ? t("ui.loading") : state.ended ? text : t("log.waiting")}
    </div>
  );
}

/** Marks the left-out middle of a log. */
function LogDivider({ bytes }: { bytes: number }) {
  const { t, format } = useMessages();
  return (
    <span className="flex w-full items-center gap-3 bg-log-line/60 px-4 font-sans text-ansi-yellow icon-stroke">
      <span aria-hidden className="h-px flex-1 border-t border-dashed border-current opacity-60" />
      <Scissors size={13} aria-hidden />
      <span className="whitespace-nowrap">{t("log.leftOut", { size: format.bytes(bytes) })}</span>
      <span aria-hidden className="h-px flex-1 border-t border-dashed border-current opacity-60" />
    </span>
  );
}
