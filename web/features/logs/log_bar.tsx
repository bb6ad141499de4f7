import { GitCompare, SquareTerminal, Trash2 } from "../../ui/icons/icons.ts";
import type { ReactNode } from "react";
import { Link, useLocation } from "wouter";
import type { Run } from "../../../server/contract/runs.ts";
import { writeSide } from "../../api/text_side.ts";
import { paths } from "../../paths.ts";
import { Button, ButtonLink } from "../../ui/buttons/button.tsx";
import { IconButton } from "../../ui/buttons/icon_button.tsx";
import { StopIcon } from "../../ui/buttons/stop_icon.tsx";
import { Menu } from "../../ui/overlays/menu.tsx";
import type { MenuEntry } from "../../ui/overlays/menu_entries.ts";
import { ExitStatus } from "../../shared/run/exit_status.tsx";
import { isActive, RunStateDot } from "../../shared/run/run_state.tsx";
import { useStopRun } from "../../shared/run/stop_run_button.tsx";
import { ExactTime, RelativeTime, RunningTime } from "../../ui/data/time_text.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import type { LogItem } from "./log_items.ts";
import { folderOf } from "../../ui/data/tree/tree_rows.ts";
import { useMay } from "../../api/use_permissions.ts";

interface LogBarProps {
  item: LogItem;
  /** The items in the same folder. */
  beside: readonly LogItem[];
  run: Run | undefined;
  back: ReactNode;
  onDelete: (item: LogItem) => void;
}

/** Renders the path of a log, the outcome of its run, and its actions. */
export function LogBar({ item, beside, run, back, onDelete }: LogBarProps) {
  const { t } = useMessages();
  const mayDelete = useMay("logs:write");
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5 max-md:px-3">
      <div className="flex min-w-0 flex-1 basis-72 items-start gap-2">
        {back && <div className="-mt-1.5 touch:-mt-3">{back}</div>}
        <div className="min-w-0">
          <LogPath path={item.path} />
          <LogDetails item={item} run={run} />
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-1">
        {run && isActive(run.state) && <StopButton run={run} />}
        {item.taskId !== null && item.runId !== null && (
          <ButtonLink href={paths.taskLog(item.taskId, item.runId)} icon={<SquareTerminal />} variant="ghost">
            {t("logs.openRun", { run: item.runId })}
          </ButtonLink>
        )}
        <CompareMenu item={item} beside={beside} />
        {mayDelete && (
          <IconButton
            tone="danger"
            label={t("ui.delete")}
            icon={<Trash2 />}
            disabled={run !== undefined && isActive(run.state)}
            onClick={() => onDelete(item)}
          />
        )}
      </div>
    </div>
  );
}

function LogDetails({ item, run }: { item: LogItem; run: Run | undefined }) {
  const { format } = useMessages();
  const state = run?.state ?? item.state;
  return (
    <div className="mt-0.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
      {state && <RunStateDot state={state} />}
      {item.size !== null && <span className="tabular-nums sm:hidden">{format.bytes(item.size)}</span>}
      {run && !isActive(run.state) && <ExitStatus run={run} />}
      {run && run.durationMs !== null && (
        <span className="tabular-nums">{format.duration(run.durationMs)}</span>
      )}
      {run?.startedAt && isActive(run.state) && <RunningTime since={run.startedAt} />}
      {run?.startedAt
        ? <ExactTime at={run.startedAt} />
        : item.modifiedAt && <RelativeTime at={item.modifiedAt} />}
      {item.taskName && (
        <span className="min-w-0 truncate">
          {item.taskId === null ? item.taskName : <TaskLink id={item.taskId} name={item.taskName} />}
        </span>
      )}
    </div>
  );
}

function TaskLink({ id, name }: { id: number; name: string }) {
  return <Link href={paths.task(id)} className="text-accent-text hover:underline">{name}</Link>;
}

function StopButton({ run }: { run: Run }) {
  const { t } = useMessages();
  const { stop, stopping, mayStop } = useStopRun();
  const asked = run.stopRequestedAt !== null;
  if (!mayStop) return null;
  return (
    <Button
      icon={<StopIcon />}
      loading={asked || stopping === run.id}
      onClick={() => stop(run)}
    >
      {asked ? t("runs.stopping") : t("tasks.stop")}
    </Button>
  );
}

const maxListed = 8;

function CompareMenu({ item, beside }: { item: LogItem; beside: readonly LogItem[] }) {
  const { t, format } = useMessages();
  const [, navigate] = useLocation();
  const side = (path: string) => writeSide({ kind: "log", path });
  const others = beside.filter(({ kind, path }) => kind === "file" && path !== item.path).slice(
    0,
    maxListed,
  );
  const entries: MenuEntry[] = [
    ...(others.length > 0 ? [{ heading: t("logs.compareHeading") }] : []),
    ...others.map((other): MenuEntry => ({
      label: other.name,
      shortcut: other.size === null ? "" : format.bytes(other.size),
      onSelect: () => navigate(paths.diff(side(other.path), side(item.path))),
    })),
    ...(others.length > 0 ? ["separator" as const] : []),
    { label: t("logs.another"), onSelect: () => navigate(paths.diff(side(item.path))) },
  ];
  return (
    <Menu entries={entries}>
      <IconButton tooltip={false} label={t("logs.compare")} icon={<GitCompare />} />
    </Menu>
  );
}

/** Renders the path of a log, its folder muted. */
export function LogPath({ path }: { path: string }) {
  const folder = folderOf(path);
  return (
    <h2 className="font-mono text-sm break-all">
      {folder !== "" && <span className="text-muted">{folder}/</span>}
      <span className="font-semibold">{path.slice(folder === "" ? 0 : folder.length + 1)}</span>
    </h2>
  );
}
