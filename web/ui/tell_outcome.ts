import { useMemo } from "react";
import type { WordKey } from "../words/messages.ts";
import { useWords } from "../words/use_words.tsx";
import type { BatchOutcome } from "./batch_outcome.ts";
import { useToast } from "./use_toast.tsx";

const mostNamed = 5;

/** Gives the ways to tell how an act went: the count of what was done, the names of what was not and why. */
export function useTellOutcome() {
  const { t, format, later } = useWords();
  const toast = useToast();
  return useMemo(() => ({
    /** `done` takes `{count}` and `{name}`. */
    async outcome(
      done: WordKey,
      { done: count, refused }: BatchOutcome,
      acted: readonly { name: string }[],
    ): Promise<void> {
      await later();
      const [only] = acted;
      if (count > 0) toast.message("success", t(done, { count, name: only?.name ?? "" }));
      const [first] = refused;
      if (!first) return;
      if (acted.length === 1) return toast.notify("warning", first.reason, first.name);
      const named = refused.slice(0, mostNamed).map(({ name, reason }) =>
        t("acts.refusedOne", { name, reason })
      );
      const more = refused.length - named.length;
      if (more > 0) named.push(t("acts.refusedMore", { count: more }));
      toast.notify(
        "warning",
        t("acts.refused", { count: refused.length, total: format.number(acted.length) }),
        named.join("\n"),
      );
    },
    problem: toast.problem,
  }), [t, format, later, toast]);
}
