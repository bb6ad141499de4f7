// A dark, dense, live view of a log. It does not know where the log comes from.

import { useMutation } from "@tanstack/react-query";
import { ArrowDown } from "../icons/icons.ts";
import {
  type ReactNode,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import type { LogFooter } from "../../../server/contract/log_messages.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { ErrorState } from "../feedback/error_state.tsx";
import { LogFolds } from "./log_groups.ts";
import { LogLines, NoLines } from "./log_lines.tsx";
import { LogLoader, type LogState } from "./log_loader.ts";
import type { ErrorResult, LogMatch, LogSource, SearchStart } from "./log_source.ts";
import { LogToolbar, type LogTools } from "./log_toolbar.tsx";
import { SearchBar } from "./search_bar.tsx";
import { useFollowing, useLogScroll } from "./use_log_scroll.ts";
import { type LogOpening, type LogSearch, useLogSearch } from "./use_log_search.ts";
import { useLogTimes } from "./log_times.ts";
import { useToast } from "../feedback/use_toast.tsx";

export interface LogViewProps {
  /** Must be the same object for the same log. */
  source: LogSource;
  /** Accessible name of the log. */
  label: string;
  /** Rendered at the start of the toolbar. */
  start?: ReactNode;
  /** URL of the whole log and the file name for its download. */
  download: { href: string; name: string };
  /** Shown instead of lines when the log ended empty. */
  emptyText: string;
  /** Shown instead of lines when the log was deleted. */
  removedText: string;
  /** Renders what the log's last line says. */
  footer: (footer: LogFooter) => ReactNode;
  /** Renders the first line, given the local time that it contains. */
  header: (time: string) => ReactNode;
  /** Whether the log may still grow, as far as known from elsewhere. */
  live: boolean;
  /** Called when the user starts or stops following the end. */
  onFollowing?: ((following: boolean) => void) | undefined;
  /** What to show first when the log was opened from a search. */
  opening?: LogOpening | undefined;
  /** Full-screen state and its toggle; without it there is no such button. */
  fullScreen?: { on: boolean; toggle(): void } | undefined;
  /** Whether it is one part of a page: its keys then work only while the focus is in it. */
  embedded?: boolean | undefined;
}

/** Renders the live view of one log with its toolbar and search; fills the height it is given. */
export function LogView(props: LogViewProps) {
  const { source, label, start, download, live, onFollowing, fullScreen, opening, embedded } = props;
  const view = useRef<HTMLDivElement>(null);
  const { loader, state } = useLogLoader(source);
  const [wrap, setWrap] = useStoredChoice("log.wrap", isPhone);
  const [timed, setTimed] = useStoredChoice("log.times", () => false);
  const follow = useFollowing(loader);
  const { following, setFollowing } = follow;
  const { rows, fold } = useRows(loader, state, following);
  const scroll = useLogScroll(loader, state, { rows, wrap, ...follow });
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
    firstError: source.firstError ? { busy: error.busy, go: error.go } : null,
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
  }, embedded ? view : null);
  const query = opened.open ? search.text : "";
  const spot = opened.open && search.index !== null ? search.found.items[search.index] ?? null : error.found;
  const display = {
    wrap,
    query,
    spot,
    times: timed && source.times ? times : null,
    caseSensitive: search.caseSensitive,
  };
  return (
    <div ref={view} className="flex h-full min-h-0 flex-col bg-log-bg text-log-text">
      <LogToolbar loader={loader} state={state} start={start} download={download} tools={tools} />
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
            <LogLines
              {...{ loader, state, scroll, rows, label }}
              display={display}
              footer={props.footer}
              header={props.header}
              onFold={(start, folded) => {
                if (!folded) setFollowing(false); // the title would scroll out of view
                fold(start, folded);
              }}
            />
            {loader.buffer.count === 0 && (
              <NoLines state={state} text={state.removed ? props.removedText : props.emptyText} />
            )}
            <EndPill
              state={state}
              visible={(following || scroll.fits) && state.atEnd}
              live={live && !state.ended}
              onClick={toEnd}
            />
          </div>
        )}
    </div>
  );
}

/** Returns the rows of a log, and a function that folds or unfolds the group that starts at a byte. */
function useRows(loader: LogLoader, state: LogState, following: boolean) {
  const folds = useMemo(() => new LogFolds(), [loader]);
  const [chosen, setChosen] = useState(0);
  const { version, atEnd, target, phase } = state;
  const rows = useMemo(() => {
    const index = target ? loader.buffer.indexAt(target.offset) : -1;
    return folds.rows(loader.buffer, {
      atEnd,
      reading: following ? null : loader.topOffset,
      target: target && index >= 0 ? { index, request: target.request } : null,
    });
  }, [folds, loader, version, atEnd, target, phase, following, chosen]);
  const fold = (start: number, folded: boolean) => {
    folds.choose(start, folded);
    setChosen((before) => before + 1);
  };
  return { rows, fold };
}

function isPhone(): boolean {
  return matchMedia("(max-width: 639.98px)").matches;
}

/** Manages the search bar: opening it again focuses the field, closing it focuses the lines. */
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
    // The focused element is about to disappear.
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

/** Renders the button that jumps to the end, when that is not visible. */
function EndPill(
  { state, visible, live, onClick }: {
    state: LogState;
    visible: boolean;
    live: boolean;
    onClick: () => void;
  },
) {
  const { t } = useMessages();
  if (visible || state.phase !== "ready") return null;
  return (
    <button
      type="button"
      onClick={onClick}
      className="absolute start-1/2 bottom-4 z-2 inline-flex h-8 -translate-x-1/2 animate-rise items-center gap-1.5 rounded-full bg-accent-fill px-3 text-xs font-medium text-on-accent shadow-float hover:bg-accent-hover icon-stroke touch:h-11 touch:px-4"
    >
      <ArrowDown size={14} />
      {live ? t("log.newLines") : t("log.toEnd")}
    </button>
  );
}

/** Manages an on/off choice stored in this browser under a name; `usual` is the default. */
function useStoredChoice(name: string, usual: () => boolean): [boolean, (chosen: boolean) => void] {
  const [chosen, setChosen] = useState(() => readChoice(name) ?? usual());
  const change = (next: boolean) => {
    setChosen(next);
    try {
      localStorage.setItem(name, String(next));
    } catch {
      // storage is disabled in this browser: the choice lasts until the page is closed
    }
  };
  return [chosen, change];
}

function readChoice(name: string): boolean | null {
  try {
    const stored = localStorage.getItem(name);
    return stored === null ? null : stored === "true";
  } catch {
    return null; // storage is disabled in this browser
  }
}

/** Returns a function that goes to the first line that looks like an error, and that line once found. */
function useFirstError(source: LogSource, loader: LogLoader) {
  const { t } = useMessages();
  const toast = useToast();
  const [found, setFound] = useState<LogMatch | null>(null);
  const abort = useRef<AbortController>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: (signal: AbortSignal) => findError(source, signal),
    onSuccess(result) {
      const item = result?.item ?? null;
      setFound(item);
      if (result && item) void loader.show(item.offset, item.line - result.headerLines);
      else toast.message("success", t("log.noError"));
    },
    onError(error, { aborted }) {
      if (!aborted) toast.problem(error);
    },
  });
  const go = () => {
    abort.current?.abort();
    abort.current = new AbortController();
    mutate(abort.current.signal);
  };
  return { found, busy: isPending, go };
}

async function findError(source: LogSource, signal: AbortSignal): Promise<ErrorResult | null> {
  let searchStart: SearchStart | null = { from: 0, line: 1 };
  while (searchStart) {
    const result: ErrorResult | undefined = await source.firstError?.(searchStart, signal);
    if (result?.item) return result;
    searchStart = result?.next ?? null;
  }
  return null;
}

// Rendering more often than the eye can follow would only take time from reading the log.
const paceMs = 50;

/** Returns a function that runs a callback at a later frame, with a minimum interval between calls. */
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

/** Opens a log while it is mounted; a new source is a new log. */
function useLogLoader(source: LogSource) {
  const toast = useToast();
  const make = () =>
    new LogLoader({
      source,
      nextFrame: createPace(),
      onProblem: toast.problem,
    });
  const [loader, setLoader] = useState(make);
  const [opened, setOpened] = useState(source);
  if (opened !== source) {
    setOpened(source);
    setLoader(make());
  }
  useEffect(() => {
    loader.start();
    return () => loader.stop();
  }, [loader]);
  const state = useSyncExternalStore(loader.onChange, loader.state);
  return { loader, state };
}

/** The actions of a log's keys; returning false for Escape leaves the key to surrounding elements. */
interface LogKeys {
  search(): void;
  wrap(): void;
  times(): void;
  firstError(): void;
  fullScreen(): void;
  escape(): void;
}

/** Handles the keys of a log while it is mounted, wherever the focus is, except in a field or a menu. */
function useLogKeys(keys: LogKeys, within: RefObject<HTMLElement | null> | null): void {
  const current = useRef(keys);
  useEffect(() => {
    current.current = keys;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const action = actionOf(event);
      if (within && !(event.target instanceof Node && within.current?.contains(event.target))) return;
      if (!action || document.querySelector('[role="menu"], [role="alertdialog"]')) return;
      if (action !== "escape") event.preventDefault();
      current.current[action]();
    };
    const options = { capture: within !== null }; // before the shortcuts of the page around it
    addEventListener("keydown", onKey, options);
    return () => removeEventListener("keydown", onKey, options);
  }, []);
}

const plainKeys: Record<string, keyof LogKeys> = {
  "/": "search",
  w: "wrap",
  t: "times",
  e: "firstError",
  f: "fullScreen",
};

function actionOf(event: KeyboardEvent): keyof LogKeys | null {
  const { key, ctrlKey, metaKey, altKey, target, isComposing } = event;
  if (altKey || isComposing) return null;
  if (key === "Escape") return "escape";
  if (ctrlKey || metaKey) return key.toLowerCase() === "f" ? "search" : null;
  const typing = target instanceof HTMLElement &&
    (target.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName));
  return typing ? null : plainKeys[key.toLowerCase()] ?? null;
}
