import { Link } from "wouter";
import type { Variable } from "../../../../server/contract/variables.ts";
import { paths } from "../../../paths.ts";
import { classNames } from "../../../ui/class_names.ts";
import { ErrorState } from "../../../ui/feedback/error_state.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { useVariableTasks } from "../api.ts";

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
                !task.enabled && "text-muted line-through",
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
