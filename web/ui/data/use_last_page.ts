import { useEffect } from "react";

/** Leads to the last page of a list when its address names one that is no more. */
export function useLastPage(
  { total, page, pageSize, onPage }: {
    /** Of rows; undefined while it is not known. */
    total: number | undefined;
    page: number;
    pageSize: number;
    onPage: (page: number) => void;
  },
): void {
  const last = total === undefined ? null : Math.max(1, Math.ceil(total / pageSize));
  useEffect(() => {
    if (last !== null && page > last) onPage(last);
  }, [last, page, onPage]);
}
