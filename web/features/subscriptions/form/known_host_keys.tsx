import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { readSubscriptionAddress } from "../../../../server/contract/subscription_address.ts";
import type { HostKeys, Subscription } from "../../../../server/contract/subscriptions.ts";
import { queryKeys } from "../../../api/query_keys.ts";
import { useApi } from "../../../api/use_api.tsx";
import { Button } from "../../../ui/inputs/button.tsx";
import { useToast } from "../../../ui/feedback/use_toast.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";

/** The keys by which the panel knows the subscription's SSH server, and the way to forget them; nothing while there are none. */
export function KnownHostKeys({ subscription: { id, url } }: { subscription: Subscription }) {
  const { t } = useMessages();
  const api = useApi();
  const queries = useQueryClient();
  const toast = useToast();
  const queryKey = queryKeys.subscriptions("host-key", id);
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.get<HostKeys>(`/subscriptions/${id}/host-key`, { signal }),
    enabled: readSubscriptionAddress(url)?.protocol === "ssh",
    retry: false,
  });
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.post(`/subscriptions/${id}/host-key/forget`),
    onSuccess: () => toast.message("success", t("subscriptions.hostKeysForgotten")),
    onError: toast.problem,
    onSettled: () => queries.invalidateQueries({ queryKey }),
  });
  if (!data || data.keys.length === 0) return null;
  return (
    <section className="flex flex-col gap-1.5" aria-label={t("subscriptions.hostKeys", { host: data.host })}>
      <h4 className="text-sm font-medium">{t("subscriptions.hostKeys", { host: data.host })}</h4>
      <ul className="flex flex-col gap-1 font-mono text-xs text-muted">
        {data.keys.map(({ type, fingerprint }) => (
          <li key={fingerprint} className="break-all">{type} {fingerprint}</li>
        ))}
      </ul>
      <div className="flex items-start gap-3">
        <p className="flex-1 text-xs text-muted">{t("subscriptions.hostKeysHelp")}</p>
        <Button
          size="small"
          loading={isPending}
          onClick={() =>
            mutate()}
        >
          {t("subscriptions.hostKeysForget")}
        </Button>
      </div>
    </section>
  );
}
