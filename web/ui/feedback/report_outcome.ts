import { useMemo } from "react";
import type { MessageKey } from "../../messages/messages.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import type { BatchOutcome } from "../data/batch_outcome.ts";
import { useToast } from "./use_toast.tsx";

const maxNamed = 5;

/** Returns functions that report the result of an action: how many items succeeded, and which failed and why. */
export function useReportOutcome() {
  const { t, format, later } = useMessages();
  const toast = useToast();
  return useMemo(() => ({
    /** `done` receives `{count}` and `{name}`. */
    async outcome(
      done: MessageKey,
      { done: count, rejected }: BatchOutcome,
      results: readonly { name: string }[],
    ): Promise<void> {
      await later();
      const [only] = results;
      if (count > 0) toast.message("success", t(done, { count, name: only?.name ?? "" }));
      const [first] = rejected;
      if (!first) return;
      if (results.length === 1) return toast.notify("warning", first.reason, first.name);
      const named = rejected.slice(0, maxNamed).map(({ name, reason }) =>
        t("actions.refusedOne", { name, reason })
      );
      const more = rejected.length - named.length;
      if (more > 0) named.push(t("actions.refusedMore", { count: more }));
      toast.notify(
        "warning",
        t("actions.refused", { count: rejected.length, total: format.number(results.length) }),
        named.join("\n"),
      );
    },
    problem: toast.problem,
  }), [t, format, later, toast]);
}
