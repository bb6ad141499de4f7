import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ViewCount } from "../../../server/contract/views.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApi } from "../../api/use_api.tsx";
import { useSettled } from "../../ui/use_settled.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { emptyConditions, inputOf, type ViewDraft } from "./view_draft.ts";

const settleMs = 300;

/** Says how many tasks the conditions of a draft fit; nothing while one of them is incomplete. */
export function MatchCount({ draft }: { draft: ViewDraft }) {
  const { t } = useMessages();
  const { total } = useMatchCount(draft);
  return (
    <p aria-live="polite" className="min-h-4 text-xs text-muted tabular-nums">
      {total !== undefined && t("views.matches", { count: total })}
    </p>
  );
}

function useMatchCount(draft: ViewDraft): { total: number | undefined } {
  const api = useApi();
  const { conditions, relation } = inputOf(draft);
  // As text, for every drawing of the form makes them anew.
  const asked = JSON.stringify({ conditions, relation });
  const settled = useSettled(asked, settleMs);
  const incomplete = emptyConditions(draft).size > 0;
  const { data } = useQuery({
    queryKey: queryKeys.taskCount(JSON.parse(settled)),
    queryFn: ({ signal }) => api.post<ViewCount>("/views/count", JSON.parse(settled), { signal }),
    enabled: !incomplete && asked === settled,
    placeholderData: keepPreviousData,
    retry: false,
  });
  return { total: incomplete ? undefined : data?.total };
}
