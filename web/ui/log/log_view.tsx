// A log as one reads it: dark, dense, live. It knows nothing of where the log comes from.

import { ArrowDown } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useMessages } from "../../messages/use_messages.tsx";
import { ErrorState } from "../feedback/error_state.tsx";
import { LogLines, NoLines } from "./log_lines.tsx";
import type { LogLoader, LogState } from "./log_loader.ts";
import type { LogSource } from "./log_source.ts";
import { LogToolbar, type LogTools } from "./log_toolbar.tsx";
import { SearchBar } from "./search_bar.tsx";
import { useFirstError } from "./use_first_error.ts";
import { useStoredChoice } from "./use_stored_choice.ts";
import { useLogKeys } from "./use_log_keys.ts";
import { useLogLoader } from "./use_log_loader.ts";
import { useLogScroll } from "./use_log_scroll.ts";
import { type LogOpening, type LogSearch, useLogSearch } from "./use_log_search.ts";
import { useLogTimes } from "./use_log_times.ts";

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
  /** Said in place of the lines when there was a log that is kept no more. */
  removedText: string;
  /** Whether something may still be added, as far as is known from elsewhere. */
  live: boolean;
  /** Told whether the reader follows the end. */
  onFollowing?: ((following: boolean) => void) | undefined;
  /** What the log is opened for, when it was found by a search. */
  opening?: LogOpening | undefined;
  /** Whether the log fills the screen, and the way to change that; without it there is none. */
  fullScreen?: { on: boolean; toggle(): void } | undefined;
}

/** The live view of one log with its toolbar and its search; fills the height it is given. */
export function LogView(props: LogViewProps) {
  const { source, label, start, download, live, onFollowing, fullScreen, opening } = props;
  const { loader, state } = useLogLoader(source);
  const [wrap, setWrap] = useStoredChoice("log.wrap", isPhone);
  const [timed, setTimed] = useStoredChoice("log.times", () => false);
  const scroll = useLogScroll(loader, state, wrap);
  const { following, setFollowing } = scroll;
  const times = useLogTimes(source, { loader, state, wanted: timed });
  const search = useLogSearch(source, loader, opening);
  const error = useFirstError(source, loader);
  const opened = useSearchBar(search, opening, () => scroll.frame.current?.focus());
  useEffect(() => onFollowing?.(following && state.atEnd), [following, state.atEnd, onFollowing]);
  const toEnd = () => {
    setFollowing(true);
    if (!state.atEnd) void loader.toEnd();
  };
  const tools: LogTools = {
    search: source.search ? { open: opened.open, toggle: opened.toggle } : null,
    firstError: source.firstError ? { busy: error.busy, go: () => void error.go() } : null,
    follow: { on: following && state.atEnd, go: toEnd },
    wrap: { on: wrap, toggle: () => setWrap(!wrap) },
    times: source.times ? { on: timed, toggle: () => setTimed(!timed) } : null,
    toStart: () => void loader.toStart(),
    fullScreen: fullScreen ?? null,
  };
  useLogKeys({
    search: opened.show,
    wrap: tools.wrap.toggle,
    times: () => tools.times?.toggle(),
    firstError: () => tools.firstError?.go(),
    fullScreen: () => fullScreen?.toggle(),
    escape: () => opened.open ? opened.close() : fullScreen?.on && fullScreen.toggle(),
  });
  const sought = opened.open ? search.text : "";
  const spot = opened.open && search.index !== null ? search.found.items[search.index] ?? null : error.found;
  const style = {
    ...{ wrap, sought, spot },
    times: timed && source.times ? times : null,
    caseSensitive: search.caseSensitive,
  };
  return (
    <div className="flex h-full min-h-0 flex-col bg-log-bg text-log-text">
      <LogToolbar {...{ loader, state, start, download, tools }} />
      {opened.open && (
        <SearchBar
          search={search}
          inputRef={opened.input}
          autoFocus={opening?.text !== search.text}
          onClose={opened.close}
        />
      )}
      {state.phase === "failed"
        ? <Failed loader={loader} error={state.error} />
        : (
          <div className="relative min-h-0 flex-1">
            <LogLines {...{ loader, state, scroll, label, check: style }} />
            {loader.buffer.count === 0 && (
              <NoLines state={state} text={state.removed ? props.removedText : props.emptyText} />
            )}
            <EndPill {...{ state, following }} live={live && !state.ended} onClick={toEnd} />
          </div>
        )}
    </div>
  );
}

function isPhone(): boolean {
  return matchMedia("(max-width: 639.98px)").matches;
}

/** Whether one searches; opening it again leads back into the field, closing it to the lines. */
function useSearchBar(search: LogSearch, opening: LogOpening | undefined, toLines: () => void) {
  const [open, setOpen] = useState(opening !== undefined);
  const [quiet, setQuiet] = useState(opening);
  const input = useRef<HTMLInputElement>(null);
  if (opening && opening !== quiet) {
    setQuiet(opening);
    setOpen(true);
  }
  const show = () => {
    setOpen(true);
    input.current?.select();
  };
  const close = () => {
    // What has the focus is about to go.
    if (input.current?.closest('[role="search"]')?.contains(document.activeElement)) toLines();
    setOpen(false);
    search.setText("");
  };
  return { open, input, show, close, toggle: open ? close : show };
}

function Failed({ loader, error }: { loader: LogLoader; error: unknown }) {
  return (
    <div className="flex-1 overflow-auto bg-surface text-text">
      <ErrorState error={error} onRetry={() => void loader.toEnd()} />
    </div>
  );
}

/** The way to the end, for who does not follow it. */
function EndPill(
  { state, following, live, onClick }: {
    state: LogState;
    following: boolean;
    live: boolean;
    onClick: () => void;
  },
) {
  const { t } = useMessages();
  if ((following && state.atEnd) || state.phase !== "ready") return null;
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
