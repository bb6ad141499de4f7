import { keepPreviousData } from "@tanstack/react-query";
import { useCallback } from "react";
import type { Run, RunState } from "../../../server/contract/runs.ts";
import type { List } from "../../../server/contract/shapes.ts";
import type {
  ComparedFile,
  Preview,
  PreviewBody,
  Subscription,
  SubscriptionAction,
  WaitingChanges,
} from "../../../server/contract/subscriptions.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApi, useApiQuery } from "../../api/use_api.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import type { SubscriptionListAddress } from "../../paths.ts";
import { useAction, useChange } from "../../shared/actions/use_action.ts";
import { useBatchAction } from "../../shared/actions/use_batch_action.ts";
import { isActive } from "../../shared/run/run_state.tsx";
import type { Submission } from "../../ui/form/use_server_form.ts";
import { changesBetween, inputOf, type SubscriptionValues, valuesOf } from "./form/subscription_values.ts";

export const pageSize = 50;

/** Queries a page of subscriptions; the previous page stays visible until it is loaded. */
export function useSubscriptionList(list: SubscriptionListAddress) {
  const query = { ...list, pageSize };
  return useApiQuery<List<Subscription>>(queryKeys.subscriptions("list", query), "/subscriptions", {
    query,
    placeholderData: keepPreviousData,
  });
}

/** Queries one subscription; null queries nothing. */
export function useSubscription(id: number | null) {
  return useApiQuery<Subscription>(queryKeys.subscriptions("one", id), `/subscriptions/${id}`, {
    enabled: id !== null,
  });
}

/** Queries the most recent pulls of a subscription, newest first; null queries nothing. */
export function usePulls(id: number | null, count: number) {
  const query = { page: 1, pageSize: count };
  return useApiQuery<List<Run>>(
    queryKeys.runList({ subscriptionId: id, ...query }),
    `/subscriptions/${id}/runs`,
    { query, enabled: id !== null },
  );
}

export function useSaveSubscription(subscription: Subscription | null) {
  const { t } = useMessages();
  return useChange({
    send: (api, { values, base }: Submission<SubscriptionValues, Subscription>): Promise<Subscription> =>
      subscription
        ? api.patch(`/subscriptions/${subscription.id}`, changesBetween(valuesOf(subscription), values), {
          version: base?.version,
        })
        : api.post("/subscriptions", inputOf(values)),
    storesAt: ({ id }) => queryKeys.subscriptions("one", id),
    invalidates: [queryKeys.subscriptions()],
    done: ({ name }) => subscription ? t("subscriptions.saved") : t("subscriptions.created", { name }),
  });
}

/** Lets a subscription add no tasks for files without a header. */
export function useRequireHeader() {
  return useAction({
    send: (api, id: number) => api.patch<Subscription>(`/subscriptions/${id}`, { requireHeader: true }),
    invalidates: [queryKeys.subscriptions()],
  });
}

/** Returns functions that change or delete several subscriptions. */
export function useSubscriptionBatch() {
  return useBatchAction<SubscriptionAction | "delete">({
    path: "/subscriptions",
    done: {
      run: "subscriptions.doneRun",
      stop: "subscriptions.doneStop",
      enable: "subscriptions.doneEnable",
      disable: "subscriptions.doneDisable",
      delete: "subscriptions.doneDelete",
    },
    topics: ["subscriptions", "runs", "tasks"],
  });
}

/** Returns a function that starts a preview and resolves to the id of its run. */
export function useStartPreview() {
  const api = useApi();
  return useCallback(
    async (body: PreviewBody) => (await api.post<{ runId: number }>("/subscriptions/preview", body)).runId,
    [api],
  );
}

/** The source of changed files, and the pull that fetched them. */
export interface ChangesSource {
  /** URL below which `/file` is. */
  address: string;
  runId: number;
}

/** Queries one file before and after the pull. */
export function useFileComparison({ address, runId }: ChangesSource, path: string) {
  return useApiQuery<ComparedFile>(
    queryKeys.subscriptions("comparedFile", address, runId, path),
    `${address}/file?path=${encodeURIComponent(path)}`,
    {
      retry: false,
      // Not cached: the current file may change meanwhile.
      gcTime: 0,
    },
  );
}

/** Queries the result of a preview once its run has ended; waits until the state of the run is known. */
export function usePreview(run: number, state: RunState | undefined) {
  return useApiQuery<Preview>(
    queryKeys.subscriptions("preview", run, state),
    `/subscriptions/previews/${run}`,
    { enabled: state !== undefined && !isActive(state) },
  );
}

/** Queries the changes that wait for approval. */
export function useWaiting(id: number) {
  return useApiQuery<WaitingChanges>(queryKeys.subscriptions("waiting", id), `/subscriptions/${id}/waiting`, {
    retry: false,
  });
}
