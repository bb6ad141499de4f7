import { type ReactNode, useId } from "react";
import { classNames } from "../class_names.ts";

/** Renders a few values side by side, one of them selected; radio buttons underneath. */
export function SegmentedControl<V extends string>(
  { label, value, onValue, options, hideLabel = false, inPairs = false, help }: {
    label: string;
    value: V;
    onValue: (value: V) => void;
    options: readonly { value: V; label: string; icon?: ReactNode }[];
    hideLabel?: boolean;
    /** Two beside each other on a phone, for labels that one line does not fit. */
    inPairs?: boolean;
    help?: ReactNode;
  },
) {
  const name = useId();
  return (
    <fieldset className="m-0 flex min-w-0 flex-col items-start gap-1.5 border-0 p-0">
      <legend className={hideLabel ? "sr-only" : "mb-1.5 p-0 text-sm font-medium"}>{label}</legend>
      <div
        className={classNames(
          "inline-flex max-w-full flex-wrap gap-0.5 rounded-md bg-sunken p-0.5",
          inPairs && "max-sm:grid max-sm:grid-cols-2 max-sm:*:justify-center",
        )}
      >
        {options.map((option) => (
          <label
            key={option.value}
            className={classNames(
              "inline-flex h-7 cursor-pointer items-center gap-1.5 rounded-sm px-3 text-sm max-sm:px-2.5 whitespace-nowrap icon-stroke touch:h-10",
              "has-focus-visible:outline-2 has-focus-visible:outline-accent",
              option.value === value
                ? "bg-raised font-medium text-text shadow-control"
                : "text-muted hover:text-text",
            )}
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onValue(option.value)}
              className="sr-only"
            />
            {option.icon}
            {option.label}
          </label>
        ))}
      </div>
      {help && <div className="text-xs text-muted">{help}</div>}
    </fieldset>
  );
}
