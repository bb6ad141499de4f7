import { classNames } from "../class_names.ts";
import { Tooltip } from "../buttons/tooltip.tsx";

interface LabelChipsProps {
  labels: readonly string[];
  max: number;
  /** Returns the tooltip of a label: what clicking it does. */
  title: (label: string) => string;
  onLabel: (label: string) => void;
  className?: string;
}

/** Characters of a label that is always displayed in full. */
const SHORT_LABEL = 6;

/** Renders the first labels of a list item and the number of hidden ones; clicking a label filters the list by it. */
export function LabelChips({ labels, max, title, onLabel, className }: LabelChipsProps) {
  const more = labels.slice(max);
  if (labels.length === 0) return null;
  return (
    <span className={classNames("flex items-center gap-1", className)}>
      {labels.slice(0, max).map((label) => (
        <button
          key={label}
          type="button"
          tabIndex={-1}
          title={title(label)}
          onClick={() => onLabel(label)}
          className={classNames(
            "truncate rounded-sm bg-neutral-soft px-1.5 py-px text-xs text-muted group-hover/row:bg-surface group-focus-within/row:bg-surface hover:text-text touch:py-1",
            // Long labels give way: of short ones, only a letter would be left.
            label.length > SHORT_LABEL ? "min-w-0" : "shrink-0",
          )}
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
