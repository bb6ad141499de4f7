import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { BatchResult } from "../../../../server/contract/shapes.ts";
import type { Variable } from "../../../../server/contract/variables.ts";
import { queryKeys } from "../../../api/query_keys.ts";
import { useApi } from "../../../api/use_api.tsx";
import { useToast } from "../../../ui/feedback/use_toast.tsx";
import type { MessageKey } from "../../../messages/messages.ts";
import { useMessages } from "../../../messages/use_messages.tsx";

/** How many variables the panel takes in one request. */
const maxAtOnce = 1000;
const maxNamed = 5;

export type VariableChange = "enable" | "disable" | "rename" | "labels" | "delete";

type Target = Pick<Variable, "id" | "name">;

const done: Record<VariableChange, MessageKey> = {
  enable: "variables.doneEnable",
  disable: "variables.doneDisable",
  rename: "variables.doneRename",
  labels: "variables.doneLabels",
  delete: "variables.doneDelete",
};

/** Gives the way to do one thing to variables; tells how it went for each, and throws when the request failed. */
export function useSendAction() {
  const api = useApi();
  const queries = useQueryClient();
  const notify = useNotify();
  return useCallback(async (change: VariableChange, variables: readonly Target[], extra: object = {}) => {
    const results: BatchResult["results"] = [];
    try {
      for (let from = 0; from < variables.length; from += maxAtOnce) {
        const body = { ids: variables.slice(from, from + maxAtOnce).map(({ id }) => id), ...extra };
        const result = change === "delete"
          ? await api.delete<BatchResult>("/variables", { body })
          : await api.post<BatchResult>(`/variables/${change}`, body);
        results.push(...result.results);
      }
    } finally {
      await queries.invalidateQueries({ queryKey: queryKeys.variables() });
      if (results.length > 0) notify(change, results, variables);
    }
  }, [api, queries, notify]);
}

function useNotify() {
  const { t, format } = useMessages();
  const toast = useToast();
  return useCallback(
    (change: VariableChange, results: BatchResult["results"], variables: readonly Target[]) => {
      const rejected = results.filter(({ ok }) => !ok);
      const count = results.length - rejected.length;
      const nameOf = (id: number) => variables.find((one) => one.id === id)?.name ?? `#${id}`;
      if (count > 0) toast.message("success", t(done[change], { count, name: nameOf(results[0]?.id ?? 0) }));
      const [first] = rejected;
      if (!first) return;
      if (variables.length === 1) return toast.notify("warning", nameOf(first.id), first.error?.detail);
      const named = rejected.slice(0, maxNamed).map(({ id, error }) =>
        t("actions.refusedOne", { name: nameOf(id), reason: error?.detail ?? "" })
      );
      const more = rejected.length - named.length;
      if (more > 0) named.push(t("actions.refusedMore", { count: more }));
      const sums = { count: rejected.length, total: format.number(results.length) };
      toast.notify("warning", t("actions.refused", sums), named.join("\n"));
    },
    [t, format, toast],
  );
}
