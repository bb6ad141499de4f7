import { useMemo } from "react";
import type { TaskAction } from "../../../../server/contract/tasks.ts";
import { useToast } from "../../../ui/use_toast.tsx";
import type { WordKey } from "../../../words/messages.ts";
import { useWords } from "../../../words/use_words.tsx";
import type { BatchOutcome } from "./batch_outcome.ts";

export type TaskChange = TaskAction | "delete" | "labels";

const done: Record<TaskChange, WordKey> = {
  run: "acts.doneRun",
  stop: "acts.doneStop",
  enable: "acts.doneEnable",
  disable: "acts.doneDisable",
  pin: "acts.donePin",
  unpin: "acts.doneUnpin",
  delete: "acts.doneDelete",
  labels: "acts.doneLabels",
};

const mostNamed = 5;

/** Gives the ways to tell how an act went: the count of what was done, the names of what was not and why. */
export function useTellOutcome() {
  const { t, format, later } = useWords();
  const toast = useToast();
  return useMemo(() => ({
    async outcome(
      change: TaskChange,
      { done: count, refused }: BatchOutcome,
      tasks: readonly { name: string }[],
    ): Promise<void> {
      await later();
      const [only] = tasks;
      if (count > 0) toast.message("success", t(done[change], { count, name: only?.name ?? "" }));
      const [first] = refused;
      if (!first) return;
      if (tasks.length === 1) return toast.notify("warning", first.reason, first.name);
      const named = refused.slice(0, mostNamed).map(({ name, reason }) =>
        t("acts.refusedOne", { name, reason })
      );
      const more = refused.length - named.length;
      if (more > 0) named.push(t("acts.refusedMore", { count: more }));
      toast.notify(
        "warning",
        t("acts.refused", { count: refused.length, total: format.number(tasks.length) }),
        named.join("\n"),
      );
    },
    problem: toast.problem,
  }), [t, format, later, toast]);
}
