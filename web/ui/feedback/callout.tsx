import { CircleAlert, Info, TriangleAlert } from "../icons/icons.ts";
import type { ReactNode } from "react";
import { classNames } from "../class_names.ts";

type CalloutTone = "accent" | "warning" | "danger";

const styles: Record<CalloutTone, string> = {
  accent: "bg-accent-soft text-accent-text",
  warning: "bg-warning-soft text-warning-text",
  danger: "bg-danger-soft text-danger-text",
};

const icons = { accent: Info, warning: TriangleAlert, danger: CircleAlert };

/** Renders a note within the page: a hint, a warning or a form error. */
export function Callout({ tone = "accent", children }: { tone?: CalloutTone; children: ReactNode }) {
  const Icon = icons[tone];
  return (
    <div
      role={tone === "danger" ? "alert" : "note"}
      className={classNames("flex items-start gap-2 rounded-md px-3 py-2 text-sm icon-stroke", styles[tone])}
    >
      <Icon className="mt-0.5 shrink-0" />
      <div className="min-w-0 flex-1 break-words">{children}</div>
    </div>
  );
}
