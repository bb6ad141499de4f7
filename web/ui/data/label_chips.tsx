import { classNames } from "../class_names.ts";
import { Tooltip } from "../overlays/tooltip.tsx";

interface LabelChipsProps {
  labels: readonly string[];
  /** How many are shown. */
  max: number;
  /** Says what pressing one does. */
  title: (label: string) => string;
  onLabel: (label: string) => void;
  className?: string;
}

/** The first labels of something in a list, each a way to see all that have it, and how many more there are. */
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
