import type { ReactNode } from "react";
import type { LogFooter } from "../../../server/contract/log_messages.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { classNames } from "../class_names.ts";
import { Spinner } from "../buttons/spinner.tsx";
import { useDelayed } from "../feedback/use_delayed.ts";
import { type LogGroup, type LogRows, titleStart } from "./log_groups.ts";
import type { LogLine } from "./log_line.ts";
import { type LineFold, LogLineView } from "./log_line_view.tsx";
import type { LogLoader, LogState } from "./log_loader.ts";
import type { LogMatch, LogTime } from "./log_source.ts";
import { timeOfLine } from "./log_times.ts";
import type { useLogScroll } from "./use_log_scroll.ts";
import { Scissors } from "../icons/icons.ts";

/** How lines are displayed, apart from their text. */
export interface LineDisplay {
  wrap: boolean;
  /** When lines were printed; null hides the times. */
  times: readonly LogTime[] | null;
  /** Highlighted wherever it occurs; empty for nothing. */
  query: string;
  caseSensitive: boolean;
  spot: LogMatch | null;
}

interface LogLinesProps {
  loader: LogLoader;
  state: LogState;
  scroll: ReturnType<typeof useLogScroll>;
  rows: LogRows;
  label: string;
  display: LineDisplay;
  footer: (footer: LogFooter) => ReactNode;
  header: (time: string) => ReactNode;
  /** Folds or unfolds the group that starts at a byte. */
  onFold: (start: number, folded: boolean) => void;
}

/** Renders the visible lines, and a button that loads earlier ones. */
export function LogLines(props: LogLinesProps) {
  const { loader, state, scroll, rows, label, display } = props;
  const { frame, lines, onScroll } = scroll;
  const { wrap } = display;
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
          const index = rows.lineAt(item.index);
          const line = loader.buffer.line(index);
          return line && (
            <div
              key={item.key}
              data-index={item.index}
              ref={wrap || movesCursor(line.text) ? lines.measureElement : undefined}
              className={classNames("absolute start-0 top-0 flex min-h-5", wrap ? "w-full" : "min-w-full")}
              style={{ transform: `translateY(${item.start}px)` }}
            >
              <Row {...props} index={index} line={line} />
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** Returns whether a line may have several rows, which makes it higher than others. */
function movesCursor(text: string): boolean {
  return text.includes("\x1b[");
}

/** Renders a line, or what stands for it: a title of a group, the header, the footer, a gap. */
function Row(
  { rows, index, line, display, footer, header, onFold }: LogLinesProps & {
    index: number;
    line: LogLine;
  },
) {
  if (line.skipped > 0) return <LogDivider bytes={line.skipped} />;
  if (rows.isHeader(index)) return <Quiet line={line}>{header(rows.header ?? "")}</Quiet>;
  if (rows.footer && rows.isFooter(index)) return <Quiet line={line}>{footer(rows.footer)}</Quiet>;
  const group = rows.groupAt(index);
  if (group) return <GroupTitle group={group} line={line} display={display} onFold={onFold} />;
  return <OneLine line={line} display={display} />;
}

/** Renders the header or the footer of a log, aligned with the text of the lines. */
function Quiet({ line, children }: { line: LogLine; children: ReactNode }) {
  return (
    <span
      className={classNames(
        "sticky start-0 flex items-center gap-x-2 px-4 font-sans whitespace-nowrap text-log-muted select-none",
        line.number === null ? "sm:ps-7" : "sm:ps-18",
      )}
    >
      {children}
    </span>
  );
}

function GroupTitle(
  { group: { index, end, folded }, line, display, onFold }: {
    group: LogGroup;
    line: LogLine;
    display: LineDisplay;
    onFold: LogLinesProps["onFold"];
  },
) {
  const { t } = useMessages();
  const from = titleStart(line.text);
  const title = { ...line, text: line.text.slice(from) || t("log.group"), start: line.start + from };
  const count = end - index - 2; // without the lines that start and end it
  return (
    <OneLine
      line={title}
      display={display}
      fold={{
        folded,
        count: t("log.groupLines", { count: Math.max(0, count) }),
        toggle: () => onFold(line.start, !folded),
      }}
    />
  );
}

function OneLine({ line, display, fold }: { line: LogLine; display: LineDisplay; fold?: LineFold }) {
  const { format } = useMessages();
  const { wrap, times, query, caseSensitive, spot } = display;
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
      fold={fold}
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
      <Scissors size={13} />
      <span className="whitespace-nowrap">{t("log.leftOut", { size: format.bytes(bytes) })}</span>
      <span aria-hidden className="h-px flex-1 border-t border-dashed border-current opacity-60" />
    </span>
  );
}
