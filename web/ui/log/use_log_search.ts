import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useToast } from "../feedback/use_toast.tsx";
import type { LogLoader } from "./log_loader.ts";
import type { LogMatch, LogMatches, LogSource, SearchStart } from "./log_source.ts";

const typingMs = 250;
const beginning: SearchStart = { from: 0, line: 1 };

/** What a log was opened for: a search text and the line number of its match. The same object is the same request. */
export interface LogOpening {
  text: string;
  line: number;
}

/** The search in a log: the text, the matches, and the current one. */
export interface LogSearch {
  text: string;
  setText(text: string): void;
  caseSensitive: boolean;
  setCaseSensitive(caseSensitive: boolean): void;
  found: Found;
  /** Index of the current match; null for none. */
  index: number | null;
  busy: boolean;
  /** Goes to the next match (1) or the previous one (-1). */
  go(step: 1 | -1): void;
}

/** Searches a log as the user types: the server searches all of it, the page shows the match. */
export function useLogSearch(source: LogSource, loader: LogLoader, opening?: LogOpening): LogSearch {
  const toast = useToast();
  const [text, setText] = useState(opening?.text ?? "");
  const [caseSensitive, setCaseSensitive] = useState(false);
  const [found, setFound] = useState(nothingFound);
  const [index, setIndex] = useState<number | null>(null);
  const abort = useRef(new AbortController());
  const wanted = useRef<LogOpening | null>(null);
  useEffect(() => {
    wanted.current = opening ?? null;
    if (opening) setText(opening.text);
  }, [opening]);

  const { mutate, reset, isPending: busy } = useMutation({
    mutationFn: (search: Search) => searchOn(source, search),
    onSuccess(after, { choose }) {
      const chosen = choose(after);
      setFound(after);
      setIndex(chosen);
      show(loader, after, chosen);
    },
    onError(error, { signal }) {
      if (!signal.aborted) toast.problem(error);
    },
  });

  useEffect(() => {
    setFound(nothingFound);
    setIndex(null);
    reset();
    if (text === "") return;
    const current = abort.current = new AbortController();
    const { signal } = current;
    const choose = ({ items }: Found) => {
      const line = wanted.current?.text === text ? wanted.current.line : null;
      wanted.current = null;
      return line === null ? firstFrom(items, loader.topOffset) : firstFromLine(items, line);
    };
    const timer = setTimeout(
      () => mutate({ text, caseSensitive, before: nothingFound, from: beginning, signal, choose }),
      typingMs,
    );
    return () => {
      clearTimeout(timer);
      current.abort();
    };
  }, [source, text, caseSensitive, mutate, reset, loader, opening]);

  const go = (step: 1 | -1) => {
    const { items, next } = found;
    const last = items.length - 1;
    if (busy || last < 0) return;
    const wanted = (index ?? -1) + step;
    if (wanted > last && (next || !loader.state().ended)) {
      const from = next ?? positionAfter(items[last]);
      const choose = (after: Found) => after.items.length > wanted ? wanted : 0;
      return mutate({ text, caseSensitive, before: found, from, signal: abort.current.signal, choose });
    }
    const chosen = wanted > last ? 0 : wanted < 0 ? (next ? 0 : last) : wanted;
    setIndex(chosen);
    show(loader, found, chosen);
  };
  return { text, setText, caseSensitive, setCaseSensitive, found, index, busy, go };
}

interface Search {
  text: string;
  caseSensitive: boolean;
  before: Found;
  from: SearchStart;
  signal: AbortSignal;
  /** Returns the index of the match to show; null for none. */
  choose(found: Found): number | null;
}

/**
 * Repeats the request until a match is found or the end is reached: the server searches a large log a few seconds at a
 * time.
 */
async function searchOn(
  source: LogSource,
  { text, caseSensitive, before, from, signal }: Search,
): Promise<Found> {
  let found = before;
  let start: SearchStart | null = from;
  while (start && found.items.length === before.items.length) {
    const result: LogMatches | undefined = await source.search?.({
      text,
      caseSensitive,
      start,
    }, signal);
    if (!result) break;
    found = addMatches(found, result);
    start = result.next;
  }
  return found;
}

function positionAfter(match: LogMatch | undefined): SearchStart {
  return match ? { from: match.offset + match.length, line: match.line } : beginning;
}

function show(loader: LogLoader, { items, headerLines }: Found, index: number | null): void {
  const match = items[index ?? -1];
  if (match) void loader.show(match.offset, match.line - headerLines);
}

/** The matches so far, from the start of the log. */
interface Found {
  items: readonly LogMatch[];
  /** The number of matches counted so far. */
  count: number;
  counted: boolean;
  /** Number of lines of the log's header. */
  headerLines: number;
  /** Where to continue the search; null at the end of the log. */
  next: SearchStart | null;
}

export const nothingFound: Found = { items: [], count: 0, counted: true, headerLines: 0, next: null };

/** Adds matches from further down. */
export function addMatches(before: Found, result: LogMatches): Found {
  return {
    items: [...before.items, ...result.items],
    count: before.items.length + result.count,
    counted: result.counted,
    headerLines: result.headerLines,
    next: result.next,
  };
}

/** Returns the index of the first match at or after a byte, else the first of all; null when there is none. */
export function firstFrom(items: readonly LogMatch[], offset: number): number | null {
  if (items.length === 0) return null;
  return Math.max(0, items.findIndex((item) => item.offset >= offset));
}

/** Returns the index of the first match at or after a line, else the last; null when there is none. */
export function firstFromLine(items: readonly LogMatch[], line: number): number | null {
  if (items.length === 0) return null;
  const index = items.findIndex((one) => one.line >= line);
  return index < 0 ? items.length - 1 : index;
}
