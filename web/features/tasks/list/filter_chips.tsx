import { ListPlus } from "lucide-react";
import { Suspense } from "react";
import { Chip } from "../../../ui/data/badge.tsx";
import { Button } from "../../../ui/inputs/button.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { useTaskActions } from "../actions/use_task_actions.tsx";
import { taskStatusStyles } from "../../../shared/task/task_status.tsx";
import type { ListStateHandle } from "../../../shared/task/use_list_state.ts";
import { lazyPart } from "../../../ui/feedback/lazy.tsx";

const SubscriptionChip = lazyPart(() => import("./subscription_chip.tsx"));

/** The filters that act now, each with a way to take it away, and the way to keep them as a view; nothing when there are none. */
export function FilterChips({ handle: { state, change } }: { handle: ListStateHandle }) {
  const { t } = useMessages();
  const { links } = useTaskActions();
  const { subscription } = state;
  const savable = state.status.length > 0 || state.label !== "";
  if (!savable && subscription === null) return null;
  return (
    <div className="flex flex-wrap items-center gap-1.5" role="group" aria-label={t("tasks.filters")}>
      {state.status.map((status) => (
        <Chip
          key={status}
          label={t(taskStatusStyles[status].word)}
          onRemove={() => change({ status: state.status.filter((one) => one !== status) })}
        />
      ))}
      {state.label && (
        <Chip
          label={t("tasks.filterLabel", { label: state.label })}
          onRemove={() => change({ label: "" })}
        />
      )}
      {subscription !== null && (
        <Suspense>
          <SubscriptionChip id={subscription} onRemove={() => change({ subscription: null })} />
        </Suspense>
      )}
      {savable && (
        <Button
          variant="ghost"
          size="small"
          icon={<ListPlus size={14} aria-hidden />}
          onClick={() => links.viewForm()}
          className="h-6!"
        >
          {t("tasks.saveView")}
        </Button>
      )}
    </div>
  );
}
