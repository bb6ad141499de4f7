import { ListOrdered } from "lucide-react";
import { Button } from "../../ui/inputs/button.tsx";
import { IconButton } from "../../ui/inputs/icon_button.tsx";
import { useNarrow } from "../../ui/use_narrow.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { useTaskActions } from "../../shared/task/task_actions.ts";
import { useQueue } from "./use_queue.ts";

/** Renders the number of active and queued runs; opens the queue. */
export function QueueButton() {
  const { t, format } = useMessages();
  const { links } = useTaskActions();
  const narrow = useNarrow();
  const { data } = useQueue();
  const [live, waiting] = [data?.live.length ?? 0, data?.waitingTotal ?? 0];
  const counts = { live: format.number(live), waiting: format.number(waiting) };
  const text = live + waiting > 0 ? t("tasks.queueCounts", counts) : t("tasks.queue");
  const icon = <ListOrdered size={16} aria-hidden />;
  if (!narrow) {
    return (
      <Button
        variant="ghost"
        icon={icon}
        onClick={() => links.queue()}
        className={`ms-auto tabular-nums ${live > 0 ? "text-accent-text!" : ""}`}
      >
        {text}
      </Button>
    );
  }
  return (
    <span className="relative">
      <IconButton
        tooltip={false}
        label={text}
        icon={icon}
        onClick={() => links.queue()}
        className="border border-line-strong bg-surface shadow-control"
      />
      {live + waiting > 0 && (
        <span
          aria-hidden
          className="pointer-events-none absolute -end-1 -top-1 min-w-4 rounded-full bg-accent-fill px-1 text-center text-xs text-on-accent tabular-nums"
        >
          {format.number(live + waiting)}
        </span>
      )}
    </span>
  );
}
