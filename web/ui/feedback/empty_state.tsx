import type { ReactNode } from "react";
import { classNames } from "../class_names.ts";

interface EmptyStateProps {
  icon?: ReactNode;
  title: string;
  text?: ReactNode;
  action?: ReactNode;
  /** Draws a frame and fills the available height: dashed where the first object belongs, else solid. */
  frame?: "dashed" | "solid";
}

/** Renders an empty state: a sentence, an action, and optionally one more line. */
export function EmptyState({ icon, title, text, action, frame }: EmptyStateProps) {
  return (
    <div
      className={classNames(
        "flex flex-col items-center gap-1 px-6 py-14 text-center",
        frame && "flex-1 justify-center rounded-md border bg-surface",
        frame && (frame === "dashed" ? "border-dashed border-line-strong" : "border-line"),
      )}
    >
      {icon && (
        <div className="mb-2 flex size-11 items-center justify-center rounded-lg bg-sunken text-faint icon-stroke">
          {icon}
        </div>
      )}
      <p className="text-base font-medium">{title}</p>
      {text && <p className="max-w-md text-sm text-balance text-muted">{text}</p>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  );
}
