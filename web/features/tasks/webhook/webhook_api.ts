import { keepPreviousData } from "@tanstack/react-query";
import type { List } from "../../../../server/contract/shapes.ts";
import type { Webhook, WebhookDelivery } from "../../../../server/contract/webhooks.ts";
import { queryKeys } from "../../../api/query_keys.ts";
import { useApiQuery } from "../../../api/use_api.tsx";
import { useAction } from "../../../shared/actions/use_action.ts";

export const pageSize = 10;

/** Queries the webhook of a task that has one. */
export function useWebhook(taskId: number, exists: boolean) {
  return useApiQuery<Webhook>(queryKeys.webhook(taskId), `/tasks/${taskId}/webhook`, { enabled: exists });
}

/** Queries a page of its deliveries; the previous page stays visible until the next is loaded. */
export function useDeliveries(taskId: number, page: number) {
  const query = { page, pageSize };
  return useApiQuery<List<WebhookDelivery>>(
    queryKeys.webhook(taskId, "deliveries", query),
    `/tasks/${taskId}/webhook/deliveries`,
    { query, placeholderData: keepPreviousData },
  );
}

export function useResend(taskId: number) {
  return useAction({
    send: (api, id: number) =>
      api.post<{ runId: number }>(`/tasks/${taskId}/webhook/deliveries/${id}/resend`),
    invalidates: [["tasks"], ["runs"]],
    done: "webhooks.resent",
  });
}

/** Returns where senders reach a webhook: the address of this page, unless the panel was given another one. */
export function addressOf({ url }: Pick<Webhook, "url">): string {
  const { host, pathname } = new URL(url);
  return host === location.host ? location.origin + pathname : url;
}
