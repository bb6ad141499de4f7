import { CircleCheck } from "../../../ui/icons/icons.ts";
import { type ReactNode, useId, useState } from "react";
import type {
  FileChange,
  LeftOutReason,
  PullChanges,
  TaskChange,
} from "../../../../server/contract/subscriptions.ts";
import { Switch } from "../../../ui/inputs/switch.tsx";
import { Button } from "../../../ui/buttons/button.tsx";
import { EmptyState } from "../../../ui/feedback/empty_state.tsx";
import { FocusBack } from "../../../ui/overlays/focus_back.tsx";
import type { MessageKey } from "../../../messages/messages.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { CountMarks, isNothing } from "../list/subscription_cells.tsx";
import type { ChangesSource } from "../api.ts";
import { lazyDialog } from "../../../ui/feedback/lazy.tsx";
import { classNames } from "../../../ui/class_names.ts";

const DifferenceDialog = lazyDialog(() => import("./difference_dialog.tsx"));

const leftOutMessages: Record<LeftOutReason, MessageKey> = {
  link: "subscriptions.leftOutLink",
  submodule: "subscriptions.leftOutSubmodule",
  bad_name: "subscriptions.leftOutBadName",
  own_name: "subscriptions.leftOutOwnName",
  too_large: "subscriptions.leftOutTooLarge",
};

/** The choice to add no tasks for files without a header. */
export interface HeaderChoice {
  isRequired: boolean;
  onRequired: (isRequired: boolean) => void;
}

interface ChangesViewProps {
  changes: PullChanges;
  header: HeaderChoice;
  source: ChangesSource;
  alias: string | undefined;
}

/** Renders the changes of a pull: tasks, files with their diffs, and skipped files with the reason. */
export function ChangesView({ changes, header, source, alias }: ChangesViewProps) {
  const { t } = useMessages();
  const [opened, setOpened] = useState<string | null>(null);
  const { commit, counts, files, leftOut } = changes;
  const withoutHeader = changes.tasks.filter(({ reason }) => reason === "no_header");
  const withHeader = changes.tasks.filter(({ reason }) => reason !== "no_header");
  const addedWithout = withoutHeader.filter(({ kind }) => kind === "added").length;
  const taskCounts = { ...counts.tasks, added: counts.tasks.added - addedWithout };
  return (
    <div className="flex flex-col gap-5">
      {isNothing(counts) && (
        <EmptyState
          icon={<CircleCheck size={22} />}
          title={t("subscriptions.changesNone")}
          text={t("subscriptions.changesNoneHelp")}
        />
      )}
      <Part
        title={t("subscriptions.tasks")}
        marks={<CountMarks counts={taskCounts} of="" />}
        lines={withHeader.map((task) => <TaskLine key={`${task.kind} ${task.path}`} task={task} />)}
        total={sumOf(taskCounts) + taskCounts.failed}
      />
      <WithoutHeader tasks={withoutHeader} header={header} />
      <Part
        title={t("subscriptions.files")}
        marks={<CountMarks counts={counts.files} of="" />}
        lines={files.map((file) => (
          <FileLine
            key={file.path}
            file={file}
            onShow={() => setOpened(file.path)}
          />
        ))}
        total={sumOf(counts.files)}
      />
      <Part
        title={t("subscriptions.leftOut")}
        marks={null}
        lines={leftOut.map(({ path, reason }) => (
          <li key={path} className="flex min-h-8 items-center gap-3 px-3 text-sm">
            <span className="min-w-0 flex-1 truncate font-mono text-xs" title={path}>{path}</span>
            <span className="text-muted">{t(leftOutMessages[reason])}</span>
          </li>
        ))}
        total={leftOut.length}
      />
      <p className="text-xs text-faint">
        {t("subscriptions.commit", { commit: commit.slice(0, 12) })}
      </p>
      {opened !== null && (
        <FocusBack>
          <DifferenceDialog {...{ source, alias }} path={opened} onClose={() => setOpened(null)} />
        </FocusBack>
      )}
    </div>
  );
}

/** Renders the new files without a header, and the choice whether they become tasks. */
function WithoutHeader({ tasks, header }: { tasks: readonly TaskChange[]; header: HeaderChoice }) {
  const { t } = useMessages();
  // The subscription already requires a header.
  const isSkipped = tasks.some(({ kind }) => kind === "skipped");
  const { isRequired, onRequired } = header;
  const listed = isRequired ? tasks.map((task) => ({ ...task, kind: "skipped" as const })) : tasks;
  const added = listed.filter(({ kind }) => kind === "added").length;
  return (
    <Part
      title={t("subscriptions.withoutHeader")}
      marks={<CountMarks counts={{ added, changed: 0, removed: 0 }} of="" />}
      help={
        <>
          <p className="mb-1.5 text-xs text-muted">{t("subscriptions.withoutHeaderHelp")}</p>
          {!isSkipped && (
            <div className="mb-2">
              <Switch
                label={t("subscriptions.leaveOutWithoutHeader")}
                help={t("subscriptions.leaveOutWithoutHeaderHelp")}
                checked={isRequired}
                onChecked={onRequired}
              />
            </div>
          )}
        </>
      }
      lines={listed.map((task) => <TaskLine key={task.path} task={task} />)}
      total={tasks.length}
    />
  );
}

function sumOf({ added, changed, removed }: { added: number; changed: number; removed: number }): number {
  return added + changed + removed;
}

const maxAtFirst = 30;

/** Renders one kind of changes as a list; a long one is collapsed. */
function Part(
  { title, marks, help, lines, total }: {
    title: string;
    marks: ReactNode;
    help?: ReactNode;
    lines: readonly ReactNode[];
    /** Total number; the server returns only the first ones of a very long list. */
    total: number;
  },
) {
  const { t, format } = useMessages();
  const [all, setAll] = useState(lines.length <= maxAtFirst);
  const id = useId();
  if (lines.length === 0) return null;
  const hidden = total - lines.length;
  return (
    <section aria-labelledby={id}>
      <h3 className="mb-1.5 flex items-baseline gap-3 text-sm">
        <span id={id} className="font-semibold">{title}</span>
        {marks}
      </h3>
      {help}
      <ul className="divide-y divide-line rounded-md border border-line">
        {all ? lines : lines.slice(0, maxAtFirst)}
        {all && hidden > 0 && (
          <li className="px-3 py-2 text-sm text-muted">
            {t("subscriptions.hidden", { count: format.number(hidden) })}
          </li>
        )}
      </ul>
      {!all && (
        <Button variant="ghost" size="small" className="mt-1" onClick={() => setAll(true)}>
          {t("subscriptions.showAll", { count: format.number(lines.length) })}
        </Button>
      )}
    </section>
  );
}

/** Renders one added, changed or deleted file; its name opens the diff. */
function FileLine({ file, onShow }: { file: FileChange; onShow: () => void }) {
  const { t, format } = useMessages();
  const { kind, path, size } = file;
  return (
    <li className="flex min-h-8 items-center gap-3 px-3 text-sm max-sm:min-h-11">
      <ChangeKind kind={kind} />
      <button
        type="button"
        title={path}
        aria-label={t("subscriptions.diffShow", { path })}
        onClick={onShow}
        className="min-w-0 flex-1 truncate text-start font-mono text-xs text-accent-text hover:underline max-sm:min-h-11"
      >
        {path}
      </button>
      {kind !== "removed" && (
        <span className="text-xs whitespace-nowrap text-faint tabular-nums">{format.bytes(size)}</span>
      )}
    </li>
  );
}

const reasonMessages: Record<Exclude<TaskChange["reason"], null | "no_header">, MessageKey> = {
  incorrect_cron: "subscriptions.reasonCronWrong",
  cron_never_fires: "subscriptions.reasonCronNever",
  bad_name: "subscriptions.reasonBadName",
};

/** Renders one added, changed, deleted or rejected task: name and schedule, and their previous values. */
function TaskLine({ task }: { task: TaskChange }) {
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
            {kind !== "skipped" && <Changed now={schedule} before={before?.schedule} />}
          </span>
        </div>
        <div className="flex min-w-0 gap-3 text-xs text-muted">
          <span className="min-w-0 truncate font-mono" title={path}>{path}</span>
          {(kind === "changed" || kind === "added") && !enabled && (
            <span className="text-faint">{t("tasks.statusDisabled")}</span>
          )}
        </div>
        {reason && reason !== "no_header" && (
          <div className="text-xs text-warning-text">{t(reasonMessages[reason])}</div>
        )}
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

const styles: Record<TaskChange["kind"], { sign: string; label: MessageKey; className: string }> = {
  added: { sign: "+", label: "subscriptions.changeAdded", className: "text-success-text" },
  changed: { sign: "~", label: "subscriptions.changeChanged", className: "text-accent-text" },
  removed: { sign: "−", label: "subscriptions.changeRemoved", className: "text-danger-text" },
  skipped: { sign: "·", label: "subscriptions.changeSkipped", className: "text-faint" },
  failed: { sign: "!", label: "subscriptions.changeFailed", className: "text-warning-text" },
};

function ChangeKind({ kind }: { kind: TaskChange["kind"] }) {
  const { t } = useMessages();
  const { sign, label, className } = styles[kind];
  return (
    <span className={classNames("flex w-28 shrink-0 items-baseline gap-2 text-sm", className)}>
      <span aria-hidden className="w-2.5 text-center font-mono font-semibold">{sign}</span>
      <span className="truncate">{t(label)}</span>
    </span>
  );
}
