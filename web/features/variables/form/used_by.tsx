import { Link } from "wouter";
import { paths } from "../../../paths.ts";
import { useWords } from "../../../words/use_words.tsx";
import { useVariableTasks } from "../use_variables.ts";

/** The tasks that get a variable, each a way to it. */
export function UsedBy({ id }: { id: number }) {
  const { t, format } = useWords();
  const { data } = useVariableTasks(id);
  if (!data) return null;
  const more = data.total - data.items.length;
  return (
    <section aria-label={t("variables.usedBy")} className="flex flex-col gap-1.5">
      <h3 className="text-sm font-medium">{t("variables.usedBy")}</h3>
      {data.total === 0
        ? <p className="text-xs text-muted">{t("variables.usedByNone")}</p>
        : (
          <ul className="flex max-h-40 flex-col gap-1 overflow-y-auto rounded-md bg-sunken px-3 py-2 text-sm">
            {data.items.map((task) => (
              <li key={task.id} className="flex min-w-0 items-baseline gap-2">
                <Link
                  href={paths.task(task.id)}
                  className="min-w-0 truncate hover:text-accent-text hover:underline"
                >
                  {task.name}
                </Link>
                <span className="shrink-0 text-xs text-faint">
                  {task.byLabel === null
                    ? t("variables.usedByAll")
                    : t("variables.usedByLabel", { labels: format.list(task.byLabel) })}
                </span>
              </li>
            ))}
            {more > 0 && (
              <li className="text-xs text-faint">{t("acts.refusedMore", { count: format.number(more) })}</li>
            )}
          </ul>
        )}
    </section>
  );
}
