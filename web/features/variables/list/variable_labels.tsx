import { Tooltip } from "../../../ui/tooltip.tsx";
import { useWords } from "../../../words/use_words.tsx";

const mostShown = 2;

/** The first labels of a variable, each a way to see all that have it, and how many more there are. */
export function VariableLabels(
  { labels, onLabel }: { labels: readonly string[]; onLabel: (label: string) => void },
) {
  const { t } = useWords();
  const more = labels.slice(mostShown);
  if (labels.length === 0) return null;
  return (
    <span className="flex min-w-0 items-center gap-1">
      {labels.slice(0, mostShown).map((label) => (
        <button
          key={label}
          type="button"
          tabIndex={-1}
          title={t("variables.showLabel", { label })}
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
