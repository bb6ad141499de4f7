import type { UseQueryResult } from "@tanstack/react-query";
import { ArrowRight, ChevronDown, ChevronLeft, ChevronRight } from "../../ui/icons/icons.ts";
import { type ReactNode, useState } from "react";
import type { Run } from "../../../server/contract/runs.ts";
import type { List } from "../../../server/contract/shapes.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { ExactTime, RunningTime } from "../../ui/data/time_text.tsx";
import { ErrorState } from "../../ui/feedback/error_state.tsx";
import { Spinner } from "../../ui/buttons/spinner.tsx";
import { useDelayed } from "../../ui/feedback/use_delayed.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { IconButton } from "../../ui/buttons/icon_button.tsx";
import { Menu } from "../../ui/overlays/menu.tsx";
import { ExitStatus } from "./exit_status.tsx";
import type { FullScreen } from "./log_dialog.tsx";
import { RunLog } from "./run_log.tsx";
import { startText } from "../triggers/trigger_texts.ts";
import { RunValues } from "../parameters/run_values.tsx";
import { RunNode } from "./run_node.tsx";
import { isActive, isPending, RunStateDot, runStateStyles } from "./run_state.tsx";
import { DecidedBy, StartedBy, StoppedBy } from "./stopped_by.tsx";
import { useRun } from "./use_run.ts";

const none: readonly Run[] = [];

interface NewestLogProps {
  list: UseQueryResult<List<Run>>;
  /** The run in the URL; null for the newest. */
  chosen: number | null;
  /** Shows another run; null for the newest. */
  onChoose: (run: number | null) => void;
  fullScreen: FullScreen;
  /** Rendered when nothing has run yet. */
  empty: ReactNode;
  actions: (run: Run) => ReactNode;
}

/** Renders the log of the newest run, or of the one in the URL, with navigation to the others. */
export function NewestLog({ list, chosen, onChoose, fullScreen, empty, actions }: NewestLogProps) {
  const { t } = useMessages();
  const runs = list.data?.items ?? none;
  const [following, setFollowing] = useState(true);
  const { run, error } = useCurrentRun({ runs, chosen, following });
  const loading = useDelayed(!list.data && !list.error);
  const problem = error ?? list.error;
  if (problem && !run) return <ErrorState error={problem} onRetry={() => void list.refetch()} />;
  if (list.data?.total === 0 && chosen === null) return empty;
  if (!run) return loading ? <Loading label={t("ui.loading")} /> : null;
  const newer = newerRun(runs, run.id);
  return (
    <>
      <RunBar {...{ runs, run, onChoose }}>{actions(run)}</RunBar>
      <RunValues run={run} />
      {newer && <NewerRun run={newer} onShow={() => onChoose(chosen === null ? newer.id : null)} />}
      <div className="min-h-0 flex-1">
        <RunLog key={run.id} {...{ run, fullScreen }} onFollowing={setFollowing} />
      </div>
    </>
  );
}

/** Renders that a newer run is active, with a button that shows it. */
export function NewerRun({ run, onShow }: { run: Pick<Run, "id">; onShow: () => void }) {
  const { t } = useMessages();
  return (
    <div
      role="status"
      className="flex items-center gap-3 bg-accent-soft px-5 py-1.5 text-sm text-accent-text icon-stroke"
    >
      <span className="min-w-0 flex-1">{t("log.newerRun", { run: run.id })}</span>
      <Button size="small" icon={<ArrowRight size={14} />} onClick={onShow}>{t("log.showNewer")}</Button>
    </div>
  );
}

function Loading({ label }: { label: string }) {
  return (
    <div className="flex flex-1 items-center justify-center bg-log-bg text-log-muted">
      <Spinner size="large" label={label} />
    </div>
  );
}

/** Keeps the current run until something else is chosen; queries it when it is older than the listed runs. */
function useCurrentRun(choice: Omit<RunChoice, "current">) {
  const { runs } = choice;
  const [current, setCurrent] = useState<number | null>(null);
  const next = chooseRun({ ...choice, current });
  if (next !== current && next !== null) setCurrent(next);
  const listed = runs.find(({ id }) => id === next);
  const asked = useRun(listed || runs.length === 0 ? null : next);
  return { run: listed ?? asked.data, error: asked.error };
}

interface RunBarProps {
  runs: readonly Run[];
  run: Run;
  /** Null for the newest run. */
  onChoose: (run: number | null) => void;
  children: ReactNode;
}

/** Renders the name of the run, navigation to its neighbors, and its actions. */
function RunBar({ runs, run, onChoose, children }: RunBarProps) {
  const messages = useMessages();
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-2 px-5 pb-3 text-sm sm:gap-x-4">
      <RunPicker {...{ runs, run, onChoose }} />
      {/* On a phone, this wraps instead of pushing the actions to a line of their own. */}
      <span className="flex min-w-0 flex-1 basis-24 flex-wrap items-center gap-x-2 gap-y-0.5 sm:gap-x-4">
        <RunStateDot state={run.state} />
        <StoppedBy run={run} />
        <DecidedBy run={run} />
        {!isActive(run.state) && <ExitStatus run={run} />}
        <span className="text-muted tabular-nums">
          {run.durationMs !== null
            ? messages.format.duration(run.durationMs)
            : run.startedAt && isActive(run.state) && <RunningTime since={run.startedAt} />}
        </span>
        <span className="min-w-0 break-words text-muted max-sm:hidden">{startText(run, messages)}</span>
        <StartedBy run={run} />
        <RunNode run={run} />
        {run.startedAt && (
          <span className="text-muted max-sm:hidden">
            <ExactTime at={run.startedAt} />
          </span>
        )}
      </span>
      <span className="ms-auto flex items-center gap-2">{children}</span>
    </div>
  );
}

interface RunPickerProps {
  runs: readonly Run[];
  run: Run;
  /** Null for the newest run. */
  onChoose: (run: number | null) => void;
}

/** Renders the name of the visible run, and navigation to its neighbors and to the newest runs. */
function RunPicker({ runs, run, onChoose }: RunPickerProps) {
  const { t } = useMessages();
  const at = runs.findIndex(({ id }) => id === run.id);
  const older = at < 0 ? undefined : runs[at + 1];
  const newer = at < 0 ? runs.at(-1) : runs[at - 1];
  return (
    <span className="-ms-2 flex items-center">
      <IconButton
        label={t("runs.older")}
        icon={<ChevronLeft className="rtl:rotate-180" />}
        disabled={!older}
        onClick={() => older && onChoose(older.id)}
      />
      <RunMenu {...{ runs, run, onChoose }} />
      <IconButton
        label={t("runs.newerOne")}
        icon={<ChevronRight className="rtl:rotate-180" />}
        disabled={!newer}
        onClick={() => newer && onChoose(newer.id)}
      />
    </span>
  );
}

const maxListed = 12;

function RunMenu({ runs, run, onChoose }: RunPickerProps) {
  const { t, format } = useMessages();
  const entries = runs.slice(0, maxListed).map((one) => ({
    label: `#${one.id} · ${t(runStateStyles[one.state].label)}`,
    shortcut: format.dateTime(one.startedAt ?? one.dueAt ?? one.queuedAt),
    checked: one.id === run.id,
    onSelect: () => onChoose(one.id),
  }));
  return (
    <Menu align="start" entries={[{ heading: t("runs.recent") }, ...entries]}>
      <Button
        variant="ghost"
        className="px-2 tabular-nums text-text"
        aria-label={t("runs.choose", { run: run.id })}
      >
        #{run.id}
        <ChevronDown size={14} />
      </Button>
    </Menu>
  );
}

/** The inputs that decide whose log is open. Runs are newest first. */
interface RunChoice {
  runs: readonly Run[];
  /** The run in the URL. */
  chosen: number | null;
  current: number | null;
  /** Whether the user follows the end of the log. */
  following: boolean;
}

/**
 * Returns the run whose log to show: the one in the URL, else the newest running one, else the newest. A new run
 * replaces one that has ended, but not while the user has scrolled up.
 */
export function chooseRun({ runs, chosen, current, following }: RunChoice): number | null {
  if (chosen !== null) return chosen;
  const best = runs.find(isRunning) ?? newestRun(runs); // a queued run has no log yet
  const currentRun = runs.find(({ id }) => id === current);
  if (!best || !currentRun) return best?.id ?? null;
  const stays = isRunning(currentRun) ||
    (!following && !isPending(currentRun.state) && currentRun.state !== "skipped");
  return stays ? currentRun.id : best.id;
}

/** Returns an active run newer than the visible one, to offer it. */
export function newerRun(runs: readonly Run[], current: number): Run | undefined {
  const newest = newestRun(runs);
  return newest && newest.id > current && isRunning(newest) ? newest : undefined;
}

/** Returns the newest run; skipped due times count only when there is nothing else. */
function newestRun(runs: readonly Run[]): Run | undefined {
  return runs.find(({ state }) => state !== "skipped") ?? runs[0];
}

function isRunning({ state }: Run): boolean {
  return state === "starting" || state === "running";
}
