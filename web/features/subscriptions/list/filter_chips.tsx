import { Chip } from "../../../ui/data/badge.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { statusStyles } from "../show/subscription_status.tsx";
import type { ListStateHandle } from "./use_list_state.ts";

/** The statuses that the list is narrowed to, each with a way to take it away; nothing when there are none. */
export function FilterChips({ handle: { state, change } }: { handle: ListStateHandle }) {
  const { t } = useMessages();
  if (state.status.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-1.5" role="group" aria-label={t("tasks.filters")}>
      {state.status.map((status) => (
        <Chip
          key={status}
          label={t(statusStyles[status].word)}
          onRemove={() => change({ status: state.status.filter((one) => one !== status) })}
        />
      ))}
    </div>
  );
}
