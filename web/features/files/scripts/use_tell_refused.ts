import { useCallback } from "react";
import { useToast } from "../../../ui/use_toast.tsx";
import { useWords } from "../../../words/use_words.tsx";
import type { PathResult } from "./script_ways.ts";

const mostNamed = 5;

/** Gives the way to tell which paths an act was refused for, and why; gives those it was done for. */
export function useTellRefused(): (results: readonly Pick<PathResult, "path" | "ok" | "error">[]) => void {
  const { t } = useWords();
  const toast = useToast();
  return useCallback((results) => {
    const refused = results.filter(({ ok }) => !ok);
    const [first] = refused;
    if (!first) return;
    if (refused.length === 1) {
      return toast.notify(
        "danger",
        first.error?.title ?? t("files.refusedOne"),
        first.error?.detail ?? first.path,
      );
    }
    const named = refused.slice(0, mostNamed).map(({ path, error }) => `${path}: ${error?.title ?? ""}`);
    const more = refused.length - named.length;
    toast.notify(
      "danger",
      t("files.refused", { count: refused.length, total: results.length }),
      [...named, ...(more > 0 ? [t("acts.refusedMore", { count: more })] : [])].join("\n"),
    );
  }, [t, toast]);
}
