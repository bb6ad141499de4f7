import { useQuery } from "@tanstack/react-query";
import type { Subscription } from "../../../../server/contract/subscriptions.ts";
import { queryKeys } from "../../../api/query_keys.ts";
import { useApi } from "../../../api/use_api.tsx";
import { Chip } from "../../../ui/badge.tsx";
import { useWords } from "../../../words/use_words.tsx";

/** Says that the list has only the tasks of one subscription, by its name. */
export default function SubscriptionChip({ id, onRemove }: { id: number; onRemove: () => void }) {
  const { t } = useWords();
  const api = useApi();
  const { data } = useQuery({
    queryKey: queryKeys.subscriptions("one", id),
    queryFn: ({ signal }) => api.get<Subscription>(`/subscriptions/${id}`, { signal }),
    retry: false,
  });
  return (
    <Chip
      label={t("subscriptions.filterTasks", { name: data?.name ?? `#${id}` })}
      onRemove={onRemove}
    />
  );
}
