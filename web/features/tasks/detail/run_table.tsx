import { FileCode, ScrollText } from "../../../ui/icons/icons.ts";
import { type ComponentProps, type MouseEvent, type ReactNode, useMemo } from "react";
import { Link } from "wouter";
import type { Run } from "../../../../server/contract/runs.ts";
import { paths } from "../../../paths.ts";
import type { Column } from "../../../ui/data/columns.ts";
import { DataTable } from "../../../ui/data/data_table.tsx";
import { classNames } from "../../../ui/class_names.ts";
import { ExactTime, RelativeTime, RunningTime } from "../../../ui/data/time_text.tsx";
import { rowIndex } from "../../../ui/data/use_row_keys.ts";
import { IconButton } from "../../../ui/buttons/icon_button.tsx";
import { Tooltip } from "../../../ui/buttons/tooltip.tsx";
import { StopIcon } from "../../../ui/buttons/stop_icon.tsx";
import type { Messages } from "../../../messages/create_messages.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { useMedia } from "../../../ui/use_narrow.ts";
import { useTaskActions } from "../../../shared/task/task_actions.ts";
import { useHasSeveralNodes } from "../../../shared/nodes/use_nodes.ts";
import { startProblem } from "../../../shared/run/failure_reason.ts";
import { causeText, skipText } from "../../../shared/run/run_messages.ts";
import { isActive, RunStateDot } from "../../../shared/run/run_state.tsx";
import { useStopRun } from "../../../shared/run/stop_run_button.tsx";
import type { useRuns } from "../api.ts";
import type { RanScript } from "../script/script_as_ran.tsx";
import { ranScript, useScriptAsRan } from "../script/use_script_as_ran.tsx";

const none: readonly Run[] = [];

/** Renders the runs of a task, newest first, as a table or as cards on a phone. */
export function RunTable(
  { taskId, list: { data, error, refetch }, empty }: {
    taskId: number;
    list: ReturnType<typeof useRuns>;
    empty: ReactNode;
  },
) {
  const messages = useMessages();
  const { links } = useTaskActions();
  const { stop, stopping, mayStop } = useStopRun();
  const { show, mayRead, dialog } = useScriptAsRan();
  const actions = useMemo(
    () => ({ taskId, stop, stopping, mayStop, show: mayRead ? show : null }),
    [taskId, stop, stopping, mayStop, show, mayRead],
  );
  const wide = useMedia("(min-width: 1280px)");
  const hasNodes = useHasSeveralNodes();
  const columns = useMemo(() => {
    const hidden = wide ? hasNodes ? besideNodes : new Set(["node"]) : wideOnly;
    return columnsOf(actions, messages, wide && !hasNodes).filter(({ id }) => !hidden.has(id));
  }, [actions, messages, wide, hasNodes]);
  const runs = data?.items ?? none;
  const openLog = ({ target }: MouseEvent) => {
    const run = runs[rowIndex(target) ?? -1];
    const isControl = target instanceof Element && target.closest("a, button") !== null;
    if (run && !isControl && !getSelection()?.toString()) links.log(taskId, run.id);
  };
  return (
    <div onClick={openLog} className="[&_tr[data-row]]:cursor-pointer">
      <DataTable
        flush
        label={messages.t("runs.title")}
        columns={columns}
        rows={runs}
        loading={!data}
        skeletons={6}
        error={data ? null : error}
        onRetry={() => void refetch()}
        empty={data?.total === 0 && empty}
        cardHeight="h-24"
        card={(run) => <RunCard run={run} {...actions} />}
      />
      {dialog}
    </div>
  );
}

interface Actions extends ReturnType<typeof useStopRun> {
  taskId: number;
  /** Null if the person may not read scripts. */
  show: ((script: RanScript) => void) | null;
}

/** Columns without which a table of ordinary width shows all others in full; the log of a run has their values. */
const wideOnly = new Set(["dueAt", "lag", "memory", "node"]);
/** Columns that the node of each run takes the place of. */
const besideNodes = new Set(["lag", "memory"]);

function columnsOf(actions: Actions, messages: Messages, hasAll: boolean): readonly Column<Run>[] {
  const { format } = messages;
  const end = { tabularDigits: true, className: "text-end text-muted", headClassName: "text-end!" };
  return [
    {
      id: "number",
      header: "runs.number",
      width: 80,
      tabularDigits: true,
      className: "ps-4",
      headClassName: "ps-4",
      cell: ({ id }) => (
        <Link
          href={paths.taskLog(actions.taskId, id)}
          state={{ background: "task" }}
          className="text-muted hover:text-accent-text hover:underline"
        >
          #{id}
        </Link>
      ),
    },
    { id: "state", header: "runs.state", width: 128, cell: ({ state }) => <RunStateDot state={state} /> },
    {
      id: "cause",
      header: "runs.cause",
      minWindowWidth: 900,
      className: "text-muted",
      cell: (run) => causeText(run, messages),
    },
    {
      id: "node",
      header: "runs.node",
      width: 128,
      className: "text-muted",
      cell: ({ nodeName }) =>
        nodeName === null ? <None /> : <span title={nodeName} className="block truncate">{nodeName}</span>,
    },
    {
      id: "dueAt",
      header: "runs.dueAt",
      width: 176,
      tabularDigits: true,
      cell: ({ dueAt }) => dueAt ? <ExactTime at={dueAt} /> : <None />,
    },
    {
      id: "startedAt",
      header: "runs.startedAt",
      width: 104,
      tabularDigits: true,
      span: ({ state }) => state === "skipped" ? (hasAll ? 5 : 3) : 1,
      cell: (run) =>
        run.state === "skipped"
          ? <Skipped run={run} />
          : run.startedAt
          ? <RelativeTime at={run.startedAt} />
          : <None />,
    },
    {
      id: "duration",
      header: "runs.duration",
      width: 120,
      ...end,
      className: "text-end",
      cell: (run) => <Duration run={run} otherwise={<None />} />,
    },
    {
      id: "lag",
      header: "runs.lag",
      width: 96,
      ...end,
      cell: ({ lagMs }) => lagMs === null ? <None /> : format.duration(Math.max(0, lagMs)),
    },
    {
      id: "exitCode",
      header: "runs.exitCode",
      width: 80,
      ...end,
      cell: ({ detail, exitCode, signal }) => (
        <Tooltip text={startProblem(detail, messages)}>
          <span className={exitCode ? "text-danger-text" : ""}>{signal ?? exitCode ?? <None />}</span>
        </Tooltip>
      ),
    },
    {
      id: "memory",
      header: "statistics.memory",
      width: 88,
      ...end,
      cell: ({ peakMemoryBytes: bytes }) => (
        <Tooltip text={bytes !== null && messages.t("statistics.memoryHelp")}>
          <span>{bytes === null ? <None /> : format.bytes(bytes)}</span>
        </Tooltip>
      ),
    },
    {
      id: "actions",
      header: "tasks.actions",
      hideHeader: true,
      width: 112,
      className: "pe-3",
      cell: (run) => <RowActions run={run} {...actions} />,
    },
  ];
}

function None() {
  return <span aria-hidden className="text-faint">—</span>;
}

/** Renders how long a run took or has been running; `otherwise` when it has not started. */
function Duration({ run, otherwise }: { run: Run; otherwise?: ReactNode }) {
  const { format } = useMessages();
  if (run.durationMs !== null) return format.duration(run.durationMs);
  return run.startedAt && isActive(run.state) ? <RunningTime since={run.startedAt} /> : otherwise;
}

/** Renders why a run was skipped, and the last of several due times that one row covers. */
function Skipped({ run }: { run: Run }) {
  const messages = useMessages();
  const { t, format } = messages;
  const { dueThrough, dueCount } = run;
  const text = skipText(run, messages);
  return (
    <div className="truncate text-muted" title={text}>
      {text}
      {dueThrough && dueCount > 1 && (
        <span className="text-faint">{` · ${t("runs.through", { time: format.dateTime(dueThrough) })}`}</span>
      )}
    </div>
  );
}

interface RunProps extends Actions {
  run: Run;
}

function RowActions({ run, ...actions }: RunProps) {
  const { t } = useMessages();
  const { links } = useTaskActions();
  return (
    <span className="flex justify-end gap-0.5">
      <StopButton run={run} {...actions} size="small" />
      <ScriptButton run={run} {...actions} size="small" />
      {run.state !== "skipped" && (
        <IconButton
          size="small"
          tooltip={false}
          label={t("runs.logOfRun", { run: run.id })}
          icon={<ScrollText size={16} />}
          onClick={() => links.log(actions.taskId, run.id)}
        />
      )}
    </span>
  );
}

/** Renders one run as a card, for a phone. */
function RunCard({ run, ...actions }: RunProps) {
  return (
    <div className="flex items-center gap-2 pe-2">
      <Link
        href={paths.taskLog(actions.taskId, run.id)}
        state={{ background: "task" }}
        className={classNames(
          "flex min-w-0 flex-1 flex-col gap-0.5 py-2.5 ps-4",
          !isActive(run.state) && "pe-4", // else the button beside it keeps the distance
        )}
      >
        <span className="flex flex-wrap items-baseline gap-x-2 text-sm">
          <RunStateDot state={run.state} />
          <span className="whitespace-nowrap text-muted tabular-nums">
            <Duration run={run} />
          </span>
          <span className="ms-auto text-xs text-muted">
            <ExactTime at={run.startedAt ?? run.dueAt ?? run.queuedAt} />
          </span>
        </span>
        <span className="text-xs text-muted">
          <CardDetails run={run} />
        </span>
      </Link>
      <ScriptButton run={run} {...actions} tooltip={false} />
      <StopButton run={run} {...actions} tooltip={false} />
    </div>
  );
}

function CardDetails({ run }: { run: Run }) {
  const messages = useMessages();
  const { t, format } = messages;
  const hasNodes = useHasSeveralNodes();
  if (run.state === "skipped") return skipText(run, messages);
  const exit = run.exitCode ? ` · ${t("runs.exitCode")} ${run.exitCode}` : "";
  const late = run.lagMs !== null && run.lagMs >= 1000
    ? ` · ${t("statistics.lag", { lag: format.duration(run.lagMs) })}`
    : "";
  const memory = run.peakMemoryBytes === null ? "" : ` · ${format.bytes(run.peakMemoryBytes)}`;
  const node = hasNodes && run.nodeName !== null ? ` · ${run.nodeName}` : "";
  return `#${run.id} · ${causeText(run, messages)}${node}${exit}${late}${memory}`;
}

type ButtonProps = RunProps & Pick<ComponentProps<typeof IconButton>, "size" | "tooltip">;

function StopButton({ run, stop, stopping, mayStop, size = "default", tooltip = true }: ButtonProps) {
  const { t } = useMessages();
  if (!mayStop || !isActive(run.state)) return null;
  return (
    <IconButton
      {...{ size, tooltip }}
      label={t("runs.stopOne", { run: run.id })}
      icon={<StopIcon />}
      loading={stopping === run.id || run.stopRequestedAt !== null}
      onClick={() => stop(run)}
    />
  );
}

function ScriptButton({ run, show, size = "default", tooltip = true }: ButtonProps) {
  const { t } = useMessages();
  const script = ranScript(run);
  if (!show || !script) return null;
  return (
    <IconButton
      {...{ size, tooltip }}
      label={`${t("task.scriptAsRan")} (#${run.id})`}
      icon={<FileCode size={16} />}
      onClick={() => show(script)}
    />
  );
}
