import { memo } from "react";
import { FileCode, ScrollText, Square } from "lucide-react";
import { Link } from "wouter";
import type { Run } from "../../../../server/contract/runs.ts";
import { paths } from "../../../paths.ts";
import { IconButton } from "../../../ui/inputs/icon_button.tsx";
import { SkeletonRows } from "../../../ui/feedback/skeleton.tsx";
import { Cell, HeadCell, Row, Table } from "../../../ui/data/table.tsx";
import { ExactTime, RelativeTime, RunningTime } from "../../../ui/data/time_text.tsx";
import { Tooltip } from "../../../ui/overlays/tooltip.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { useTaskActions } from "../../../shared/task/task_actions.ts";
import { useStopRun } from "../../../shared/run/stop_run_button.tsx";
import { isActive, RunStateDot } from "../../../shared/run/run_state.tsx";
import { ranScript } from "../script/use_script_as_ran.tsx";
import type { RanScript } from "../script/script_as_ran.tsx";
import { causeText, skipText } from "../../../shared/run/run_messages.ts";

export interface RunsProps {
  taskId: number;
  runs: readonly Run[];
  loading: boolean;
  onScript: (script: RanScript) => void;
}

/** Renders runs as rows, newest first. */
export function RunTable({ taskId, runs, loading, onScript }: RunsProps) {
  const { t } = useMessages();
  const { stop, stopping } = useStopRun();
  return (
    <Table
      label={t("runs.title")}
      className="rounded-none border-0 [&>table]:min-w-[1150px] [&>table]:table-fixed"
    >
      <thead>
        <tr>
          <HeadCell className="w-20 ps-4">{t("runs.number")}</HeadCell>
          <HeadCell className="w-36">{t("runs.state")}</HeadCell>
          <HeadCell>{t("runs.cause")}</HeadCell>
          <HeadCell className="w-44">{t("runs.dueAt")}</HeadCell>
          <HeadCell className="w-28">{t("runs.startedAt")}</HeadCell>
          <HeadCell className="w-28" align="end">{t("runs.duration")}</HeadCell>
          <HeadCell className="w-24" align="end">{t("runs.lag")}</HeadCell>
          <HeadCell className="w-24" align="end">{t("runs.exitCode")}</HeadCell>
          <HeadCell className="w-24" align="end">{t("statistics.memory")}</HeadCell>
          <HeadCell className="w-32" hideLabel>{t("tasks.actions")}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {loading ? <SkeletonRows columns={10} rows={6} /> : runs.map((run) => (
          <RunRow
            key={run.id}
            {...{ taskId, run, onScript }}
            onStop={stop}
            stopping={stopping === run.id}
          />
        ))}
      </tbody>
    </Table>
  );
}

interface RunRowProps {
  taskId: number;
  run: Run;
  stopping: boolean;
  onStop: (id: number) => void;
  onScript: (script: RanScript) => void;
}

const RunRow = memo(function RunRow({ taskId, run, stopping, onStop, onScript }: RunRowProps) {
  const messages = useMessages();
  const { t } = messages;
  const { links } = useTaskActions();
  const script = ranScript(run);
  return (
    <Row
      className="cursor-pointer"
      onClick={(event) => isPlain(event.target) && links.log(taskId, run.id)}
    >
      <Cell numeric className="ps-4">
        <Link
          href={paths.taskLog(taskId, run.id)}
          state={{ background: "task" }}
          className="text-muted hover:text-accent-text hover:underline"
        >
          #{run.id}
        </Link>
      </Cell>
      <Cell>
        <RunStateDot state={run.state} />
      </Cell>
      <Cell className="truncate text-muted">{causeText(run, messages)}</Cell>
      <Cell numeric>{run.dueAt ? <ExactTime at={run.dueAt} /> : <None />}</Cell>
      {run.state === "skipped"
        ? (
          <Cell colSpan={5} className="truncate text-muted" title={skipText(run, messages)}>
            {skipText(run, messages)}
            <SkippedThrough run={run} />
          </Cell>
        )
        : <RunNumbers run={run} />}
      <Cell className="pe-3">
        <span className="flex justify-end gap-0.5">
          {isActive(run.state) && (
            <IconButton
              size="small"
              label={t("runs.stopOne", { run: run.id })}
              icon={<Square size={14} />}
              loading={stopping || run.stopRequestedAt !== null}
              onClick={() => onStop(run.id)}
            />
          )}
          {script && (
            <IconButton
              size="small"
              label={`${t("task.scriptAsRan")} (#${run.id})`}
              icon={<FileCode size={16} />}
              onClick={() => onScript(script)}
            />
          )}
          {run.state !== "skipped" && (
            <IconButton
              size="small"
              tooltip={false}
              label={t("runs.logOfRun", { run: run.id })}
              icon={<ScrollText size={16} />}
              onClick={() => links.log(taskId, run.id)}
            />
          )}
        </span>
      </Cell>
    </Row>
  );
});

function RunNumbers({ run }: { run: Run }) {
  const { t, format } = useMessages();
  return (
    <>
      <Cell numeric>{run.startedAt ? <RelativeTime at={run.startedAt} /> : <None />}</Cell>
      <Cell numeric className="text-end">
        {run.durationMs !== null
          ? format.duration(run.durationMs)
          : run.startedAt && isActive(run.state)
          ? <RunningTime since={run.startedAt} />
          : <None />}
      </Cell>
      <Cell numeric className="text-end text-muted">
        {run.lagMs === null ? <None /> : format.duration(Math.max(0, run.lagMs))}
      </Cell>
      <Cell numeric className="text-end">
        <Tooltip text={run.detail}>
          <span className={run.exitCode ? "text-danger-text" : "text-muted"}>
            {run.signal ?? run.exitCode ?? <None />}
          </span>
        </Tooltip>
      </Cell>
      <Cell numeric className="text-end text-muted">
        <Tooltip text={run.peakMemoryBytes !== null && t("statistics.memoryHelp")}>
          <span>{run.peakMemoryBytes === null ? <None /> : format.bytes(run.peakMemoryBytes)}</span>
        </Tooltip>
      </Cell>
    </>
  );
}

/** Renders the last of several due times that one row covers. */
function SkippedThrough({ run: { dueThrough, dueCount } }: { run: Run }) {
  const { t, format } = useMessages();
  if (!dueThrough || dueCount < 2) return null;
  return (
    <span className="text-faint">{` · ${t("runs.through", { time: format.dateTime(dueThrough) })}`}</span>
  );
}

function None() {
  return <span aria-hidden className="text-faint">—</span>;
}

/** Returns whether a click hit the row itself, not a control in it. */
function isPlain(target: EventTarget): boolean {
  return target instanceof Element && target.closest("a, button") === null && !getSelection()?.toString();
}
