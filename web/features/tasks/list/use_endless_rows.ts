import { useQueries, useQueryClient } from "@tanstack/react-query";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useLayoutEffect, useMemo, useRef, useState } from "react";
import type { List } from "../../../../server/contract/shapes.ts";
import type { Task } from "../../../../server/contract/tasks.ts";
import { useApi } from "../../../api/use_api.tsx";
import { type ListState, queryOf } from "../../../shared/task/list_address.ts";
import { joinPages, pagesOf } from "./pages_of.ts";
import type { RowWindow } from "./row_window.ts";
import { endlessPageSize, taskPageQuery } from "./task_pages.ts";

interface EndlessOptions {
  state: ListState;
  total: number;
  /** Pixels of a row; of one that was not measured where heights differ. */
  height: number;
  scroller: () => HTMLElement | null;
  /** What the rows lie in, where something stands above it in what scrolls. */
  start?: () => HTMLElement | null;
}

/** Draws the rows in sight and asks for the pages they are on, those seen before included; live events ask again for what is shown. */
export function useEndlessRows({ state, total, height, scroller, start }: EndlessOptions): RowWindow {
  const [scrollMargin, setScrollMargin] = useState(0);
  const virtual = useVirtualizer({
    count: total,
    estimateSize: () => height,
    getScrollElement: scroller,
    overscan: 12,
    scrollMargin,
    useAnimationFrameWithResizeObserver: true,
  });
  useLayoutEffect(() => {
    const [list, frame] = [start?.(), scroller()];
    if (!list || !frame) return;
    setScrollMargin(list.getBoundingClientRect().top - frame.getBoundingClientRect().top + frame.scrollTop);
  }, [total === 0]);
  const items = virtual.getVirtualItems();
  const [first, last] = [items[0], items.at(-1)];
  const pages = usePages(queryOf(state), pagesOf(first?.index ?? 0, last?.index ?? 0, endlessPageSize));
  const tasks = useMemo(() => joinPages(pages.known, total, endlessPageSize), [pages.known, total]);
  return {
    tasks,
    drawn: items.map(({ index }) => index),
    above: (first?.start ?? scrollMargin) - scrollMargin,
    below: virtual.getTotalSize() - (last ? last.end - scrollMargin : 0),
    reveal: (index) => virtual.scrollToIndex(index),
    load: async (from, through) => {
      const loaded = await pages.load(pagesOf(from, through, endlessPageSize));
      return joinPages(loaded, total, endlessPageSize).slice(from, through + 1).filter((task) =>
        task !== undefined
      );
    },
    measure: start ? virtual.measureElement : undefined,
  };
}

type KnownPages = ReadonlyMap<number, readonly Task[]>;

/** Keeps the pages in sight fresh, remembers the others as they were, and loads more when a whole range is wanted. */
function usePages(list: ReturnType<typeof queryOf>, wanted: readonly number[]) {
  const api = useApi();
  const queries = useQueryClient();
  const known = useRef<KnownPages>(new Map());
  const fresh = useQueries({
    queries: wanted.map((page) => taskPageQuery(api, list, { page })),
    combine: (results) => results.map(({ data }) => data?.items),
  });
  known.current = withPages(known.current, wanted, fresh);
  const load = async (pages: readonly number[]): Promise<KnownPages> => {
    for (const page of pages.filter((one) => !known.current.has(one))) {
      const { items } = await queries.fetchQuery<List<Task>>(taskPageQuery(api, list, { page }));
      known.current = withPages(known.current, [page], [items]);
    }
    return known.current;
  };
  return { known: known.current, load };
}

/** Puts pages that have come among the others; gives the same ones when nothing changed. */
function withPages(
  known: KnownPages,
  pages: readonly number[],
  items: readonly (readonly Task[] | undefined)[],
): KnownPages {
  const news = pages.flatMap((page, at) => {
    const list = items[at];
    return list && known.get(page) !== list ? [[page, list] as const] : [];
  });
  return news.length === 0 ? known : new Map([...known, ...news]);
}
