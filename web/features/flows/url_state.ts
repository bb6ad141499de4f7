import { useLocation, useSearch } from "wouter";
import { paths } from "../../paths.ts";

/** Reads which flow runs the URL names, and changes it. */
export function useUrlState() {
  const search = new URLSearchParams(useSearch());
  const [, navigate] = useLocation();
  const positive = (name: string) => {
    const value = Number(search.get(name));
    return Number.isSafeInteger(value) && value > 0 ? value : null;
  };
  const task = positive("task");
  return {
    id: positive("id"),
    task,
    page: positive("page") ?? 1,
    show: ({ page }: { page: number }) =>
      navigate(paths.flowRuns({ task: task ?? undefined, page: page === 1 ? undefined : page })),
  };
}
