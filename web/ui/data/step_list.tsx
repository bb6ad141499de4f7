import { Check } from "../icons/icons.ts";
import { classNames } from "../class_names.ts";

/** Renders the steps of a process; `current` is zero-based. */
export function StepList({ steps, current }: { steps: readonly string[]; current: number }) {
  return (
    <ol className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      {steps.map((step, index) => (
        <li
          key={step}
          aria-current={index === current ? "step" : undefined}
          className={classNames(
            "flex items-center gap-1.5 icon-stroke",
            index === current ? "font-medium text-text" : "text-muted",
          )}
        >
          <span
            aria-hidden
            className={classNames(
              "flex size-5 items-center justify-center rounded-full text-xs tabular-nums",
              index === current ? "bg-accent-fill text-on-accent" : "bg-neutral-soft",
            )}
          >
            {index < current ? <Check size={12} /> : index + 1}
          </span>
          {step}
        </li>
      ))}
    </ol>
  );
}
