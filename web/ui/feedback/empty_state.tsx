import type { ReactNode } from "react";

/** Renders an empty state: a sentence, an action, and optionally one more line. */
export function EmptyState(
  { icon, title, text, action }: { icon?: ReactNode; title: string; text?: ReactNode; action?: ReactNode },
) {
  return (
    <div className="flex flex-col items-center gap-1 px-6 py-14 text-center">
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
