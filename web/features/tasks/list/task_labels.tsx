import { useWords } from "../../../words/use_words.tsx";
import { Tooltip } from "../../../ui/tooltip.tsx";

const mostShown = 1;

/** The first labels of a task, each a way to see all tasks that have it, and how many more there are. */
export function TaskLabels(
  { labels, onLabel }: { labels: readonly string[]; onLabel: (label: string) => void },
) {
  const { t } = useWords();
  const more = labels.slice(mostShown);
  if (labels.length === 0) return null;
  return (
    <span className="flex max-w-2/5 shrink-0 items-center gap-1">
      {labels.slice(0, mostShown).map((label) => (
        <button
          key={label}
          type="button"
          tabIndex={-1}
          title={t("tasks.showLabel", { label })}
          onClick={() => onLabel(label)}
          className="min-w-0 truncate rounded-sm bg-neutral-soft px-1.5 py-px text-xs text-muted hover:text-text touch:py-1"
        >
          {label}
        </button>
      ))}
      {more.length > 0 && (
        <Tooltip text={more.join("\n")}>
          <span className="text-xs text-faint">+{more.length}</span>
        </Tooltip>
      )}
    </span>
  );
}
