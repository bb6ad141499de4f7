import { Link } from "wouter";
import type { Variable } from "../../../../server/contract/variables.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { paths, withQuery } from "../../../paths.ts";
import { Spinner } from "../../../ui/buttons/spinner.tsx";
import { ErrorState } from "../../../ui/feedback/error_state.tsx";
import { CalendarClock, FileCode2 } from "../../../ui/icons/icons.ts";
import { classNames } from "../../../ui/class_names.ts";
import { useVariableMentions } from "../api.ts";

/** Renders links to the tasks and scripts that mention a variable. */
export function Mentions({ variable: { id, name }, className }: { variable: Variable; className?: string }) {
  const { t } = useMessages();
  const { data, error, refetch } = useVariableMentions(id);
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <p role="status" className="flex items-center gap-2 text-xs text-muted">
        <Spinner size="small" />
        {t("variables.mentionsSearching")}
      </p>
    );
  }
  const { tasks, scripts, complete } = data;
  const incomplete = !complete && <p className="text-xs text-faint">{t("variables.mentionsIncomplete")}</p>;
  if (tasks.length + scripts.length === 0) {
    return (
      <>
        <p className="text-xs text-muted">{t("variables.mentionedNowhere", { name })}</p>
        {incomplete}
      </>
    );
  }
  return (
    <>
      <ul className={classNames("flex flex-col gap-1 text-sm", className)}>
        {tasks.map((task) => (
          <li key={task.id} className="flex min-w-0 items-baseline gap-2 icon-stroke">
            <CalendarClock
              size={14}
              aria-label={t("app.groupTasks")}
              className="shrink-0 translate-y-0.5 text-faint"
            />
            <Link
              href={paths.task(task.id)}
              className={classNames(
                "min-w-0 truncate rounded-sm text-accent-text hover:underline touch:py-1.5",
                !task.enabled && "text-muted",
              )}
            >
              {task.name}
            </Link>
          </li>
        ))}
        {scripts.map(({ path, line, text }) => (
          <li key={path} className="flex min-w-0 items-baseline gap-2 icon-stroke">
            <FileCode2
              size={14}
              aria-label={t("app.scripts")}
              className="shrink-0 translate-y-0.5 text-faint"
            />
            <Link
              href={withQuery(paths.scripts(path), { line })}
              title={text.trim()}
              className="min-w-0 rounded-sm font-mono text-xs break-all text-accent-text hover:underline touch:py-1.5"
            >
              {path}
            </Link>
            <span className="shrink-0 text-xs text-faint">{t("variables.mentionsLine", { line })}</span>
          </li>
        ))}
      </ul>
      {incomplete}
    </>
  );
}
