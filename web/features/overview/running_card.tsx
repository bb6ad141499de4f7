import type { Overview } from "../../../server/contract/overview.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { useStopRun } from "../../shared/run/stop_run_button.tsx";
import { classNames } from "../../ui/class_names.ts";
import { Card } from "../../ui/data/card.tsx";
import { useNow } from "../../ui/data/time_text.tsx";
import { Button } from "../../ui/buttons/button.tsx";
import { StopIcon } from "../../ui/buttons/stop_icon.tsx";
import { progressOf } from "./countdown.ts";
import { EmptyCard, LogLink, OverviewRow } from "./overview_row.tsx";

/** Renders active runs, with the elapsed time against the usual one. */
export function RunningCard({ running }: { running: Overview["running"] }) {
  const { t } = useMessages();
  const { stop, stopping, mayStop } = useStopRun();
  return (
    <Card flush title={t("overview.runningNow")}>
      {running.length === 0
        ? <EmptyCard>{t("overview.noneRunning")}</EmptyCard>
        : (
          <ul className="divide-y divide-line">
            {running.map(({ runId, taskId, name, parameters, startedAt, medianMs }) => (
              <OverviewRow
                key={runId}
                taskId={taskId}
                name={name}
                actions={
                  <>
                    <LogLink {...{ taskId, runId, name }} />
                    {mayStop && (
                      <Button
                        size="small"
                        keepsFocus
                        icon={<StopIcon />}
                        aria-label={t("overview.stopOne", { name })}
                        title={t("tasks.stop")}
                        loading={stopping === runId}
                        onClick={() =>
                          stop({ id: runId, taskId, taskName: name, asksAgain: parameters !== "none" })}
                      >
                        <span className="max-sm:hidden">{t("tasks.stop")}</span>
                      </Button>
                    )}
                  </>
                }
              >
                {startedAt !== null && <Elapsed {...{ name, startedAt, medianMs }} />}
              </OverviewRow>
            ))}
          </ul>
        )}
    </Card>
  );
}

/** Renders the elapsed time, and how much that is of the usual time. */
function Elapsed(
  { name, startedAt, medianMs }: { name: string; startedAt: string; medianMs: number | null },
) {
  const { t, format } = useMessages();
  const elapsedMs = Math.max(0, useNow(1000) - new Date(startedAt).getTime());
  const elapsed = format.duration(Math.max(1, Math.floor(elapsedMs / 1000)) * 1000);
  if (medianMs === null) {
    return <div className="mt-0.5 text-xs text-muted tabular-nums">{t("overview.elapsed", { elapsed })}</div>;
  }
  const share = progressOf(elapsedMs, medianMs);
  const text = t("overview.elapsedOf", { elapsed, usual: format.duration(medianMs) });
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
      <div
        role="progressbar"
        aria-label={t("overview.progressOf", { name })}
        aria-valuenow={Math.round(share * 100)}
        aria-valuetext={text}
        className="h-1.5 w-full overflow-hidden rounded-full bg-neutral-soft sm:max-w-56"
      >
        <div
          className={classNames("h-full rounded-full", share < 1 ? "bg-accent" : "bg-warning")}
          style={{ width: `${share * 100}%` }}
        />
      </div>
      <span className="text-xs text-muted tabular-nums">{text}</span>
    </div>
  );
}
