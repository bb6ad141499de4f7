import { ScrollText } from "../../ui/icons/icons.ts";
import { type ReactNode, useState } from "react";
import { Link } from "wouter";
import { useMessages } from "../../messages/use_messages.tsx";
import { paths } from "../../paths.ts";
import { classNames } from "../../ui/class_names.ts";
import { Button, buttonClass } from "../../ui/buttons/button.tsx";

/** Renders a task in a card: its name with a note, details below, and actions. */
export function OverviewRow(
  { taskId, name, note, children, actions, actionsBelow = false }: {
    taskId: number;
    name: string;
    note?: ReactNode;
    children: ReactNode;
    actions: ReactNode;
    /** On a phone, puts the actions below, so that long details have the whole width. */
    actionsBelow?: boolean;
  },
) {
  return (
    <li
      className={classNames(
        "flex min-w-0 items-center gap-3 px-4 py-2.5",
        actionsBelow && "max-sm:flex-col max-sm:items-stretch max-sm:gap-2",
      )}
    >
      <div className="min-w-0 flex-1">
        <div className="flex min-w-0 flex-wrap items-baseline gap-x-3">
          <TaskLink taskId={taskId} name={name} />
          {note}
        </div>
        {children}
      </div>
      <div className="flex shrink-0 items-center gap-1.5">{actions}</div>
    </li>
  );
}

/** More would push what runs out of sight. */
const maxFolded = 6;

/** Renders the rows of a card: the first ones, until the others are asked for. */
export function FoldedRows<Row>({ rows, row }: { rows: readonly Row[]; row: (row: Row) => ReactNode }) {
  const { t } = useMessages();
  const [isOpen, setIsOpen] = useState(false);
  const hidden = rows.length - maxFolded;
  return (
    <>
      <ul className="divide-y divide-line">{rows.slice(0, isOpen ? undefined : maxFolded).map(row)}</ul>
      {hidden > 0 && !isOpen && (
        <div className="px-3 pb-2">
          <Button variant="ghost" size="small" onClick={() => setIsOpen(true)}>
            {t("overview.showMore", { count: hidden })}
          </Button>
        </div>
      )}
    </>
  );
}

export function TaskLink({ taskId, name }: { taskId: number; name: string }) {
  return (
    <Link
      href={paths.task(taskId)}
      title={name}
      className="block min-w-0 truncate text-sm font-medium hover:text-accent-text hover:underline"
    >
      {name}
    </Link>
  );
}

/** Renders a link to the log of a run; closing the log leads back here. */
export function LogLink({ taskId, runId, name }: { taskId: number; runId: number; name: string }) {
  const { t } = useMessages();
  return (
    <Link
      href={paths.taskLog(taskId, runId)}
      state={{ background: "list" }}
      aria-label={t("runs.logOf", { name, run: runId })}
      title={t("tasks.log")}
      className={buttonClass({ size: "small" })}
    >
      <ScrollText size={14} />
      <span className="max-xl:hidden">{t("tasks.log")}</span>
    </Link>
  );
}

/** Renders the sentence of a card without entries. */
export function EmptyCard({ children }: { children: string }) {
  return <p className="px-4 py-6 text-center text-sm text-muted">{children}</p>;
}
