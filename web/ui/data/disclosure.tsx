import { ChevronRight } from "../icons/icons.ts";
import type { ReactNode } from "react";
import { classNames } from "../class_names.ts";

/** Renders a line that shows what is below it; searching in the page opens it too. */
export function Disclosure(
  { summary, className, summaryClassName, children }: {
    summary: ReactNode;
    className?: string;
    summaryClassName?: string;
    children: ReactNode;
  },
) {
  return (
    <details className={classNames("group/disclosure", className)}>
      {/* Any other display than a list item has no triangle; Safari draws one of its own. */}
      <summary
        className={classNames(
          "flex cursor-pointer items-center gap-1.5 icon-stroke [&::-webkit-details-marker]:hidden",
          summaryClassName,
        )}
      >
        <ChevronRight size={14} className="shrink-0 transition-transform group-open/disclosure:rotate-90" />
        {summary}
      </summary>
      {children}
    </details>
  );
}
