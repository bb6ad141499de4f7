// A log as one reads it: dark, dense, live. It knows nothing of where the log comes from.

import { ArrowDown } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useMessages } from "../../messages/use_messages.tsx";
import { ErrorState } from "../feedback/error_state.tsx";
import { LogLines, NoLines } from "./log_lines.tsx";
import { LogLoader, type LogState } from "./log_loader.ts";
import type { ErrorResult, LogMatch, LogSource, SearchStart } from "./log_source.ts";
import { LogToolbar, type LogTools } from "./log_toolbar.tsx";
import { SearchBar } from "./search_bar.tsx";
import { useLogKeys } from "./use_log_keys.ts";
import { useLogScroll } from "./use_log_scroll.ts";
import { type LogOpening, type LogSearch, useLogSearch } from "./use_log_search.ts";
import { useLogTimes } from "./use_log_times.ts";
import { useToast } from "../feedback/use_toast.tsx";

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

/** A choice that is on or off, kept in this browser under a name; `usual` holds until one chooses. */
function useStoredChoice(name: string, usual: () => boolean): [boolean, (chosen: boolean) => void] {
  const [chosen, setChosen] = useState(() => readChoice(name) ?? usual());
  const change = (next: boolean) => {
    setChosen(next);
    try {
      localStorage.setItem(name, String(next));
    } catch {
      // storage is switched off in this browser: the choice holds until the page is left
    }
  };
  return [chosen, change];
}

function readChoice(name: string): boolean | null {
  try {
    const stored = localStorage.getItem(name);
    return stored === null ? null : stored === "true";
  } catch {
    return null; // storage is switched off in this browser
  }
}

/** Gives the way to the first line that looks like an error, and that line once it was found. */
function useFirstError(source: LogSource, loader: LogLoader) {
  const { t } = useMessages();
  const toast = useToast();
  const [found, setFound] = useState<LogMatch | null>(null);
  const [busy, setBusy] = useState(false);
  const abort = useRef<AbortController>(null);
  const go = async () => {
    abort.current?.abort();
    const { signal } = abort.current = new AbortController();
    setBusy(true);
    try {
      const item = await findError(source, signal);
      setFound(item);
      if (item) void loader.show(item.offset, item.line);
      else toast.message("success", t("log.noError"));
    } catch (error) {
      if (!signal.aborted) toast.problem(error);
    } finally {
      if (!signal.aborted) setBusy(false);
    }
  };
  return { found, busy, go, forget: () => setFound(null) };
}

async function findError(source: LogSource, signal: AbortSignal): Promise<LogMatch | null> {
  let searchStart: SearchStart | null = { from: 0, line: 1 };
  while (searchStart) {
    const result: ErrorResult | undefined = await source.firstError?.(searchStart, signal);
    if (result?.item) return result.item;
    searchStart = result?.next ?? null;
  }
  return null;
}

// More often than the eye can tell would only take the time to read what arrives.
const paceMs = 50;

/** Makes the way to run something at a coming frame, not before some time has passed since the last. */
function createPace(): (run: () => void) => void {
  let last = 0;
  return (run) => {
    const wait = Math.max(0, last + paceMs - performance.now());
    setTimeout(() =>
      requestAnimationFrame(() => {
        last = performance.now();
        run();
      }), wait);
  };
}

/** Opens a log while it is on the page; a new source is a new log. */
function useLogLoader(source: LogSource) {
  const toast = useToast();
  const make = () =>
    new LogLoader({
      source,
      nextFrame: createPace(),
      onProblem: toast.problem,
    });
  const [loader, setLoader] = useState(make);
  const [visible, setVisible] = useState(source);
  if (visible !== source) {
    setVisible(source);
    setLoader(make());
  }
  useEffect(() => {
    loader.start();
    return () => loader.stop();
  }, [loader]);
  const state = useSyncExternalStore(loader.onChange, loader.state);
  return { loader, state };
}
