import { type QueryKey, useMutation, type UseMutationResult, useQueryClient } from "@tanstack/react-query";
import type { Api } from "../../api/request.ts";
import { useApi } from "../../api/use_api.tsx";
import type { MessageKey } from "../../messages/messages.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { useToast } from "../../ui/feedback/use_toast.tsx";

interface ChangeOptions<V, R> {
  send: (api: Api, variables: V) => Promise<R>;
  /** Keys of the queries to invalidate, even when the change failed: parts of it may have succeeded. */
  invalidates: readonly QueryKey[];
  /** Awaits these queries, so that the focus does not return to a row that is about to disappear. */
  waits?: boolean;
  storesAt?: (result: R) => QueryKey;
  done?: MessageKey | ((result: R, variables: V) => string);
  /** Offered as Undo in the success message. */
  undo?: (variables: V, result: R) => void;
  /** Offered in the success message instead of Undo. */
  followUp?: { label: MessageKey; onSelect: (result: R) => void } | undefined;
}

/**
 * Returns a mutation that reports its success and invalidates queries. The caller handles errors: a form
 * shows them at its fields.
 */
export function useChange<V, R>(
  { send, storesAt, invalidates, waits = false, done, undo, followUp }: ChangeOptions<V, R>,
): UseMutationResult<R, Error, V> {
  const api = useApi();
  const queries = useQueryClient();
  const toast = useToast();
  const { t } = useMessages();
  return useMutation({
    mutationFn: (variables: V) => send(api, variables),
    onSettled: async (_result, error) => {
      const loaded = Promise.all(invalidates.map((queryKey) => queries.invalidateQueries({ queryKey })));
      if (waits && !error) await loaded;
    },
    onSuccess: (result, variables) => {
      if (storesAt) queries.setQueryData(storesAt(result), result);
      if (!done) return;
      const action = undo
        ? { label: t("ui.undo"), onSelect: () => undo(variables, result) }
        : followUp && { label: t(followUp.label), onSelect: () => followUp.onSelect(result) };
      toast.message("success", typeof done === "string" ? t(done) : done(result, variables), action);
    },
  });
}

/** Returns a mutation like `useChange` that also reports errors. */
export function useAction<V, R>(options: ChangeOptions<V, R>): UseMutationResult<R, Error, V> {
  const toast = useToast();
  const { send } = options;
  return useChange({
    ...options,
    send: async (api, variables: V) => {
      try {
        return await send(api, variables);
      } catch (error) {
        toast.problem(error);
        throw error;
      }
    },
  });
}
