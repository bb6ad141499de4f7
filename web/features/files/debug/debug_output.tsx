import { Eraser, History, SquareTerminal } from "../../../ui/icons/icons.ts";
import { useLayoutEffect, useRef } from "react";
import type { Run } from "../../../../server/contract/runs.ts";
import { ApiProblem, issueAt } from "../../../api/api_problem.ts";
import { useApi } from "../../../api/use_api.tsx";
import { Button } from "../../../ui/buttons/button.tsx";
import { Callout } from "../../../ui/feedback/callout.tsx";
import { IconButton } from "../../../ui/buttons/icon_button.tsx";
import { commandKey, KeyHint } from "../../../ui/buttons/key_hint.tsx";
import { StopIcon } from "../../../ui/buttons/stop_icon.tsx";
import { LogView } from "../../../ui/log/log_view.tsx";
import { Menu } from "../../../ui/overlays/menu.tsx";
import { ExitStatus, LogFooterText } from "../../../shared/run/exit_status.tsx";
import { LogHeaderText } from "../../../shared/run/log_header_text.tsx";
import { isActive, RunStateDot, runStateStyles } from "../../../shared/run/run_state.tsx";
import { QueueReason } from "../../../shared/run/run_log.tsx";
import { useRunLogSource } from "../../../shared/run/use_run.ts";
import { RunningTime } from "../../../ui/data/time_text.tsx";
import { useFullScreen } from "../../../shared/run/log_dialog.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import type { Debug } from "./use_debug.ts";

/** Renders the live output of a debug run, and its outcome. */
export function DebugOutput(
  { debug, onStopGone }: {
    debug: Debug;
    /** Called when the focused stop button disappears. */
    onStopGone: () => void;
  },
) {
  const { t } = useMessages();
  const { run, error } = debug;
  const fullScreen = useFullScreen();
  return (
    <section
      aria-label={t("files.debugOutput")}
      className={fullScreen.on
        ? "fixed inset-0 z-30 flex flex-col bg-surface"
        : "flex h-full min-h-0 min-w-0 flex-col bg-surface"}
    >
      <OutputBar debug={debug} onStopGone={onStopGone} />
      {error !== null && (
        <div className="p-3">
          <StartError error={error} />
        </div>
      )}
      <div className="min-h-0 flex-1">
        {run ? <RunOutput key={run.id} run={run} fullScreen={fullScreen} /> : <NoOutput />}
      </div>
    </section>
  );
}

function OutputBar({ debug, onStopGone }: { debug: Debug; onStopGone: () => void }) {
  const { t } = useMessages();
  const { run, runs, choose } = debug;
  const active = run !== null && isActive(run.state);
  return (
    <header className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-3 py-1.5">
      <div role="status" className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 text-sm">
        {run ? <RunDetails run={run} /> : <h2 className="font-medium">{t("files.debugOutput")}</h2>}
      </div>
      <div className="flex items-center gap-1">
        {active && (
          <StopButton
            asked={run.stopRequestedAt !== null}
            onStop={debug.stop}
            onGone={onStopGone}
          />
        )}
        {runs.length > 0 && <EarlierRuns runs={runs} run={run} onChoose={choose} />}
        <IconButton
          label={t("files.debugClear")}
          icon={<Eraser />}
          keepsFocus
          disabled={run === null || active}
          onClick={() => choose(null)}
        />
      </div>
    </header>
  );
}

function StopButton(
  { asked, onStop, onGone }: { asked: boolean; onStop: () => void; onGone: () => void },
) {
  const { t } = useMessages();
  const button = useRef<HTMLButtonElement>(null);
  const gone = useRef(onGone);
  gone.current = onGone;
  useLayoutEffect(() => {
    const element = button.current;
    // The button is still in the document at this point.
    return () => {
      if (document.activeElement === element) gone.current();
    };
  }, []);
  return (
    <Button
      ref={button}
      keepsFocus
      icon={<StopIcon />}
      loading={asked}
      onClick={onStop}
    >
      {t("tasks.stop")}
    </Button>
  );
}

function RunDetails({ run }: { run: Run }) {
  const { format } = useMessages();
  return (
    <>
      <RunStateDot state={run.state} />
      {run.state === "queued" && <QueueReason run={run} className="text-muted" />}
      <ExitStatus run={run} />
      <span className="text-muted tabular-nums">
        {run.durationMs !== null
          ? format.duration(run.durationMs)
          : run.startedAt && <RunningTime since={run.startedAt} />}
      </span>
    </>
  );
}

function EarlierRuns(
  { runs, run, onChoose }: { runs: readonly Run[]; run: Run | null; onChoose: (run: Run) => void },
) {
  const { t, format } = useMessages();
  const entries = runs.map((one) => ({
    label: `#${one.id} · ${t(runStateStyles[one.state].label)}`,
    shortcut: format.shortTime(one.startedAt ?? one.queuedAt, Date.now()),
    checked: one.id === run?.id,
    onSelect: () => onChoose(one),
  }));
  return (
    <Menu entries={[{ heading: t("files.debugEarlier") }, ...entries]}>
      <IconButton tooltip={false} label={t("files.debugEarlier")} icon={<History />} />
    </Menu>
  );
}

function RunOutput({ run, fullScreen }: { run: Run; fullScreen: { on: boolean; toggle(): void } }) {
  const { t } = useMessages();
  const api = useApi();
  const source = useRunLogSource(run);
  return (
    <LogView
      source={source}
      label={t("runs.logOf", { name: run.scriptPath ?? run.taskName, run: run.id })}
      download={{
        href: api.url(`/runs/${run.id}/log`, { download: 1 }),
        name: `${run.taskName}-${run.id}.log`,
      }}
      emptyText={t("log.noOutput")}
      removedText={t("log.removed")}
      footer={(footer) => <LogFooterText footer={footer} run={run} />}
      header={(time) => <LogHeaderText time={time} run={run} />}
      live={isActive(run.state)}
      fullScreen={fullScreen}
    />
  );
}

function NoOutput() {
  const { t } = useMessages();
  return (
    <div className="flex h-full flex-col items-center justify-center gap-3 bg-log-bg px-6 text-center text-sm text-log-muted icon-stroke">
      <SquareTerminal size={28} />
      <p className="max-w-sm text-balance">{t("files.debugNoOutput")}</p>
      <KeyHint keys={[commandKey(), "Enter"]} />
    </div>
  );
}

function StartError({ error }: { error: unknown }) {
  const text = issueAt(error, "path") ?? (error instanceof ApiProblem ? error.detail : String(error));
  return <Callout tone="danger">{text}</Callout>;
}
