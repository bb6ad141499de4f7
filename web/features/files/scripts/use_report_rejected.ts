import { useCallback } from "react";
import { useToast } from "../../../ui/feedback/use_toast.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import type { PathResult } from "./script_ways.ts";

const maxNamed = 5;

/** Gives the way to tell which paths an act was refused for, and why; gives those it was done for. */
export function useReportRejected(): (results: readonly Pick<PathResult, "path" | "ok" | "error">[]) => void {
  const { t } = useMessages();
  const toast = useToast();
  return useCallback((results) => {
    const rejected = results.filter(({ ok }) => !ok);
    const [first] = rejected;
    if (!first) return;
    if (rejected.length === 1) {
      return toast.notify(
        "danger",
        first.error?.title ?? t("files.refusedOne"),
        first.error?.detail ?? first.path,
      );
    }
    const named = rejected.slice(0, maxNamed).map(({ path, error }) => `${path}: ${error?.title ?? ""}`);
    const more = rejected.length - named.length;
    toast.notify(
      "danger",
      t("files.refused", { count: rejected.length, total: results.length }),
      [...named, ...(more > 0 ? [t("actions.refusedMore", { count: more })] : [])].join("\n"),
    );
  }, [t, toast]);
}
