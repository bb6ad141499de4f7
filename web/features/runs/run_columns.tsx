import { use } from "react";
import { ScrollText } from "../../ui/icons/icons.ts";
import { Link } from "wouter";
import type { ListedRun } from "../../../server/contract/runs.ts";
import type { Messages } from "../../messages/create_messages.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { startProblem } from "../../shared/run/failure_reason.ts";
import { causeText, skipText } from "../../shared/run/run_messages.ts";
import { FailureReasonsContext } from "../../shared/run/failure_reasons_context.ts";
import { isActive, RunStateDot } from "../../shared/run/run_state.tsx";
import { useHasSeveralNodes } from "../../shared/nodes/use_nodes.ts";
import type { useStopRun } from "../../shared/run/stop_run_button.tsx";
import { IconButton } from "../../ui/buttons/icon_button.tsx";
import { Tooltip } from "../../ui/buttons/tooltip.tsx";
import { StopIcon } from "../../ui/buttons/stop_icon.tsx";
import { classNames } from "../../ui/class_names.ts";
import type { Column } from "../../ui/data/columns.ts";
import { RowAction } from "../../ui/data/rows/row_actions.tsx";
import { RelativeTime } from "../../ui/data/time_text.tsx";
import { DurationBar } from "./duration_bar.tsx";
import { SourceIcon, sourcePath } from "../../shared/run/run_source.tsx";

export interface RunActions extends ReturnType<typeof useStopRun> {
  open: (run: ListedRun) => void;
}

/** Returns the name of a run for screen readers and menus. */
export function runName({ id, taskName }: ListedRun): string {
  return `${taskName} #${id}`;
}

/** Returns the columns of the list; beside an open log, and without `hasBars`, there is room for less. */
export function runColumns(
  messages: Messages,
  actions: RunActions,
  { beside, hasBars, hasNodes }: { beside: boolean; hasBars: boolean; hasNodes: boolean },
): readonly Column<ListedRun>[] {
  const { format } = messages;
  const end = { tabularDigits: true, className: "text-end text-muted", headClassName: "text-end!" };
  const columns: (Column<ListedRun> & { compact?: true })[] = [
    {
      id: "outcome",
      compact: true,
      header: "runList.outcome",
      width: 104,
      className: "ps-4",
      headClassName: "ps-4",
      cell: ({ state }) => <RunStateDot state={state} />,
    },
    {
      id: "name",
      compact: true,
      header: "runList.name",
      minWidth: beside ? 120 : 150,
      className: "max-w-0",
      cell: (run) => <SourceName run={run} />,
    },
    {
      id: "cause",
      header: "runs.cause",
      width: 124,
      minWindowWidth: 1280,
      className: "text-muted",
      cell: (run) => causeText(run, messages),
    },
    ...(hasNodes
      ? [{
        id: "node",
        header: "runs.node" as const,
        width: 116,
        minWindowWidth: 1180,
        className: "text-muted",
        cell: ({ nodeName }: ListedRun) =>
          nodeName === null ? <None /> : <span title={nodeName} className="block truncate">{nodeName}</span>,
      }]
      : []),
    {
      id: "startedAt",
      compact: true,
      header: "runList.time",
      width: 108,
      ...(beside && { minWindowWidth: 1280 }),
      className: "text-muted",
      cell: (run) => <RunTime run={run} />,
    },
    {
      id: "delay",
      header: "runList.startDelay",
      width: 104,
      minWindowWidth: 1360,
      ...end,
      span: ({ state }) => state === "skipped" ? 3 : 1,
      cell: (run) =>
        run.state === "skipped"
          ? <Skipped run={run} />
          : run.lagMs === null
          ? <None />
          : format.duration(Math.max(0, run.lagMs)),
    },
    {
      id: "duration",
      header: "runs.duration",
      width: hasBars ? 176 : 112,
      // Ends above the figures, which the bars follow.
      headClassName: hasBars ? "text-end! pe-19!" : "text-end!",
      span: ({ state }) => state === "skipped" ? 2 : 1,
      cell: (run) =>
        run.state === "skipped"
          ? <Skipped run={run} />
          : <DurationBar run={run} hasBar={hasBars} otherwise={<None />} />,
    },
    {
      id: "exitCode",
      header: "runs.exitCode",
      width: 88,
      minWindowWidth: 1180,
      ...end,
      cell: ({ detail, exitCode, signal }) => (
        <Tooltip text={startProblem(detail, messages)}>
          <span className={exitCode ? "text-danger-text" : ""}>{signal ?? exitCode ?? <None />}</span>
        </Tooltip>
      ),
    },
    {
      id: "stop",
      header: "tasks.actions",
      hideHeader: true,
      width: 72,
      className: "pe-3",
      cell: (run) => <RowButtons run={run} {...actions} />,
    },
  ];
  return beside ? columns.filter(({ compact }) => compact) : columns;
}

function None() {
  return <span aria-hidden className="text-faint">—</span>;
}

/** Renders when a run started; when it was due or queued, if it never did. The tooltip says which. */
function RunTime({ run: { startedAt, dueAt, queuedAt } }: { run: ListedRun }) {
  const { t } = useMessages();
  if (startedAt !== null) return <RelativeTime at={startedAt} label={t("runs.startedAt")} />;
  if (dueAt !== null) return <RelativeTime at={dueAt} label={t("runs.dueAt")} />;
  return <RelativeTime at={queuedAt} label={t("runs.queuedAt")} />;
}

/** Renders what a run is of, as a link to it, and the run's number. */
function SourceName({ run }: { run: ListedRun }) {
  const path = sourcePath(run);
  const reason = use(FailureReasonsContext).get(run.id);
  const name = (
    <span className="flex min-w-0 items-center gap-2 icon-stroke">
      <SourceIcon kind={run.kind} />
      {path === null ? <span className="min-w-0 truncate font-medium">{run.taskName}</span> : (
        <Link
          href={path}
          tabIndex={-1}
          title={run.taskName}
          className="min-w-0 truncate font-medium hover:text-accent-text hover:underline"
        >
          {run.taskName}
        </Link>
      )}
      <span className="shrink-0 text-xs text-faint tabular-nums max-xl:hidden">#{run.id}</span>
    </span>
  );
  if (reason === undefined) return name;
  return (
    <>
      {name}
      <span title={reason} className="block truncate ps-6 text-xs text-danger-text">{reason}</span>
    </>
  );
}

function Skipped({ run }: { run: ListedRun }) {
  const text = skipText(run, useMessages());
  return (
    <span
      title={text}
      className="line-clamp-2 text-start leading-tight break-words whitespace-normal text-muted"
    >
      {text}
    </span>
  );
}

interface ActionProps extends RunActions {
  run: ListedRun;
}

function canStop({ run, stopping, mayStop }: ActionProps): boolean {
  return mayStop && isActive(run.state) && stopping !== run.id && run.stopRequestedAt === null;
}

function RowButtons({ run, ...actions }: ActionProps) {
  const { t } = useMessages();
  const name = runName(run);
  return (
    <span className="flex justify-end gap-0.5">
      {canStop({ run, ...actions }) && (
        <RowAction
          label={t("runList.stop")}
          name={name}
          icon={<StopIcon />}
          onClick={() => actions.stop(run)}
        />
      )}
      {run.state !== "skipped" && (
        <RowAction
          label={t("runList.showLog")}
          name={name}
          icon={<ScrollText />}
          onClick={() => actions.open(run)}
        />
      )}
    </span>
  );
}

/** Renders one run as a card, for a phone. */
export function RunCard({ run, ...actions }: ActionProps) {
  const messages = useMessages();
  const stoppable = canStop({ run, ...actions });
  return (
    <article
      aria-label={runName(run)}
      className={classNames(
        "flex items-center rounded-md border border-line bg-surface",
        stoppable && "pe-1.5",
      )}
    >
      <button
        type="button"
        onClick={() => actions.open(run)}
        className="flex min-w-0 flex-1 flex-col gap-1 px-3 py-2.5 text-start"
      >
        <span className="flex w-full min-w-0 items-center gap-2 icon-stroke">
          <SourceIcon kind={run.kind} />
          <span className="min-w-0 flex-1 truncate text-base font-medium">{run.taskName}</span>
          <span className="text-sm">
            <RunStateDot state={run.state} />
          </span>
        </span>
        <span className="flex w-full min-w-0 items-center gap-2 text-xs text-muted">
          <span className="min-w-0 flex-1 truncate">
            {run.state === "skipped" ? skipText(run, messages) : <CardDetails run={run} />}
          </span>
          <DurationBar run={run} />
        </span>
      </button>
      {stoppable && (
        <IconButton
          tooltip={false}
          label={messages.t("ui.labelAndValue", { label: messages.t("runList.stop"), value: runName(run) })}
          icon={<StopIcon />}
          onClick={() => actions.stop(run)}
        />
      )}
    </article>
  );
}

function CardDetails({ run }: { run: ListedRun }) {
  const messages = useMessages();
  const reason = use(FailureReasonsContext).get(run.id);
  const node = useHasSeveralNodes() && run.nodeName !== null ? ` · ${run.nodeName}` : "";
  const code = run.exitCode ? messages.t("runs.exitCodeIs", { code: run.exitCode }) : "";
  // Without output, it is the reason.
  const exit = code === "" || reason?.includes(code) ? "" : ` · ${code}`;
  return (
    <>
      <RunTime run={run} />
      {` · ${reason ?? causeText(run, messages)}${node}${exit}`}
    </>
  );
}
