import { useWords } from "../../../words/use_words.tsx";
import { Tooltip } from "../../../ui/tooltip.tsx";
import { classNames } from "../../../ui/class_names.ts";

/** The first labels of a task, each a way to see all tasks that have it, and how many more there are; `wide` shows three. */
export function TaskLabels(
  { labels, onLabel, wide = false }: {
    labels: readonly string[];
    onLabel: (label: string) => void;
    wide?: boolean;
  },
) {
  const { t } = useWords();
  const mostShown = wide ? 3 : 1;
  const more = labels.slice(mostShown);
  if (labels.length === 0) return null;
  return (
    <span className={classNames("flex shrink-0 items-center gap-1", !wide && "max-w-2/5")}>
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
