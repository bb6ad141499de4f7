import { useEffect } from "react";

/** Navigates to the last page of a list when the URL names a page that no longer exists. */
export function useLastPage(
  { total, page, pageSize, onPage }: {
    /** Number of rows; undefined until known. */
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
