import type { TaskChange } from "../../../../server/contract/subscriptions.ts";
import type { MessageKey } from "../../../messages/messages.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { ChangeKind } from "./change_kind.tsx";

const reasonMessages: Record<NonNullable<TaskChange["reason"]>, MessageKey> = {
  incorrect_cron: "subscriptions.reasonCronWrong",
  cron_never_fires: "subscriptions.reasonCronNever",
  bad_name: "subscriptions.reasonBadName",
};

/** One task that comes, changes, goes, or cannot be made: its name and schedule, and what they were before. */
export function TaskLine({ task }: { task: TaskChange }) {
  const { t } = useMessages();
  const { kind, path, name, schedule, before, enabled, reason } = task;
  return (
    <li className="flex items-start gap-3 px-3 py-1.5 max-sm:flex-col max-sm:gap-0.5">
      <ChangeKind kind={kind} />
      <div className="min-w-0 flex-1 max-sm:w-full">
        <div className="flex min-w-0 flex-wrap items-baseline gap-x-3 text-sm">
          <span className="min-w-0 font-medium break-words">
            <Changed now={name} before={before?.name} />
          </span>
          <span className="ms-auto font-mono text-xs max-sm:ms-0">
            <Changed now={schedule} before={before?.schedule} />
          </span>
        </div>
        <div className="flex min-w-0 gap-3 text-xs text-muted">
          <span className="min-w-0 truncate font-mono" title={path}>{path}</span>
          {kind === "changed" && !enabled && <span className="text-faint">{t("tasks.statusDisabled")}</span>}
        </div>
        {reason && <div className="text-xs text-warning-text">{t(reasonMessages[reason])}</div>}
      </div>
    </li>
  );
}

function Changed({ now, before }: { now: string; before: string | undefined }) {
  if (before === undefined || before === now) return <>{now}</>;
  return (
    <>
      <del className="font-normal text-faint">{before}</del> <span aria-hidden className="text-faint">→</span>
      {" "}
      <ins className="no-underline">{now}</ins>
    </>
  );
}
