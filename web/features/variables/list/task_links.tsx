import { Link } from "wouter";
import type { Variable } from "../../../../server/contract/variables.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { paths } from "../../../paths.ts";
import { classNames } from "../../../ui/class_names.ts";
import { ErrorState } from "../../../ui/feedback/error_state.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import type { PanelProps } from "../../../ui/overlays/lazy_popover.tsx";
import Popover from "../../../ui/overlays/popover.tsx";
import { useVariableTasks } from "../api.ts";
import { Mentions } from "./mentions.tsx";

const visibleWhileWaiting = 6;

/** Renders placeholders as high as the expected lines, so that a panel opens where it has room for them. */
function WaitingLines({ count }: { count: number }) {
  return (
    <div aria-hidden className="flex flex-col gap-1">
      {Array.from({ length: count }, (_, line) => (
        <div key={line} className="flex h-5 items-center touch:h-8">
          <Skeleton className="h-3 w-40" />
        </div>
      ))}
    </div>
  );
}

/**
 * Renders links to the tasks that get a variable, and why; for a disabled variable, the tasks that would get
 * it.
 */
export function TaskLinks({ variable, className }: { variable: Variable; className?: string }) {
  const { t, format } = useMessages();
  const { id, enabled, join, usedBy } = variable;
  const { data, error, refetch } = useVariableTasks(id);
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <WaitingLines count={Math.min(Math.max(usedBy, 1), visibleWhileWaiting)} />;
  const more = data.total - data.items.length;
  if (data.total === 0) {
    const why = join === "last" ? t("variables.usedByNotLast") : t("variables.usedByNone");
    return <p className="text-xs text-muted">{why}</p>;
  }
  return (
    <>
      {!enabled && <p className="text-xs text-muted">{t("variables.usedByDisabled")}</p>}
      <ul className={classNames("flex flex-col gap-1 text-sm", className)}>
        {data.items.map((task) => (
          <li key={task.id} className="flex min-w-0 flex-wrap items-baseline gap-x-2">
            <Link
              href={paths.task(task.id)}
              className={classNames(
                "max-w-full truncate rounded-sm text-accent-text hover:underline touch:py-1.5",
                !task.enabled && "text-muted",
              )}
            >
              {task.name}
            </Link>
            <span className="min-w-0 text-xs text-faint">
              {task.byLabel === null
                ? t("variables.usedByAll")
                : t("variables.usedByLabel", { labels: format.list(task.byLabel) })}
            </span>
          </li>
        ))}
        {more > 0 && (
          <li className="text-xs text-faint">{t("task.refusedMore", { count: format.number(more) })}</li>
        )}
      </ul>
    </>
  );
}

/** Renders the tasks that get a variable and what mentions it, beside their number in the list. */
export default function UsersPanel({ variable, ...panel }: { variable: Variable } & PanelProps) {
  const { t } = useMessages();
  return (
    <Popover label={t("variables.usedByOf", { name: variable.name })} {...panel}>
      <div className="flex flex-col gap-2 p-3">
        <h3 className="text-sm font-medium">{t("variables.mentionedIn")}</h3>
        <Mentions variable={variable} className="max-h-40 overflow-y-auto" />
        <h3 className="text-sm font-medium">{t("variables.usedBy")}</h3>
        <TaskLinks variable={variable} className="max-h-40 overflow-y-auto" />
      </div>
    </Popover>
  );
}
