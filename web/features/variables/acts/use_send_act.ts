import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { BatchAnswer } from "../../../../server/contract/shapes.ts";
import type { Variable } from "../../../../server/contract/variables.ts";
import { queryKeys } from "../../../api/query_keys.ts";
import { useApi } from "../../../api/use_api.tsx";
import { useToast } from "../../../ui/use_toast.tsx";
import type { WordKey } from "../../../words/messages.ts";
import { useWords } from "../../../words/use_words.tsx";

/** How many variables the panel takes in one request. */
const mostAtOnce = 1000;
const mostNamed = 5;

export type VariableChange = "enable" | "disable" | "rename" | "labels" | "delete";

type Acted = Pick<Variable, "id" | "name">;

const done: Record<VariableChange, WordKey> = {
  enable: "variables.doneEnable",
  disable: "variables.doneDisable",
  rename: "variables.doneRename",
  labels: "variables.doneLabels",
  delete: "variables.doneDelete",
};

/** Gives the way to do one thing to variables; tells how it went for each, and throws when the request failed. */
export function useSendAct() {
  const api = useApi();
  const queries = useQueryClient();
  const tell = useTell();
  return useCallback(async (change: VariableChange, variables: readonly Acted[], extra: object = {}) => {
    const results: BatchAnswer["results"] = [];
    try {
      for (let from = 0; from < variables.length; from += mostAtOnce) {
        const body = { ids: variables.slice(from, from + mostAtOnce).map(({ id }) => id), ...extra };
        const answer = change === "delete"
          ? await api.delete<BatchAnswer>("/variables", { body })
          : await api.post<BatchAnswer>(`/variables/${change}`, body);
        results.push(...answer.results);
      }
    } finally {
      await queries.invalidateQueries({ queryKey: queryKeys.variables() });
      if (results.length > 0) tell(change, results, variables);
    }
  }, [api, queries, tell]);
}

function useTell() {
  const { t, format } = useWords();
  const toast = useToast();
  return useCallback(
    (change: VariableChange, results: BatchAnswer["results"], variables: readonly Acted[]) => {
      const refused = results.filter(({ ok }) => !ok);
      const count = results.length - refused.length;
      const nameOf = (id: number) => variables.find((one) => one.id === id)?.name ?? `#${id}`;
      if (count > 0) toast.message("success", t(done[change], { count, name: nameOf(results[0]?.id ?? 0) }));
      const [first] = refused;
      if (!first) return;
      if (variables.length === 1) return toast.notify("warning", nameOf(first.id), first.error?.detail);
      const named = refused.slice(0, mostNamed).map(({ id, error }) =>
        t("acts.refusedOne", { name: nameOf(id), reason: error?.detail ?? "" })
      );
      const more = refused.length - named.length;
      if (more > 0) named.push(t("acts.refusedMore", { count: more }));
      const sums = { count: refused.length, total: format.number(results.length) };
      toast.notify("warning", t("acts.refused", sums), named.join("\n"));
    },
    [t, format, toast],
  );
}
