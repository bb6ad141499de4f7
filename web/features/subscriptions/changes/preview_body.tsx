import { useState } from "react";
import type { Run } from "../../../../server/contract/runs.ts";
import { Callout } from "../../../ui/feedback/callout.tsx";
import { ErrorState } from "../../../ui/feedback/error_state.tsx";
import { RunLog } from "../../../shared/run/run_log.tsx";
import { isActive, RunStateDot } from "../../../shared/run/run_state.tsx";
import { StopRunButton } from "../../../shared/run/stop_run_button.tsx";
import { useRun } from "../../../shared/run/use_run.ts";
import { Spinner } from "../../../ui/buttons/spinner.tsx";
import { Tabs } from "../../../ui/data/tabs.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { ChangesView, type HeaderChoice } from "./changes_view.tsx";
import { usePreview } from "../api.ts";
import { isNothing } from "../list/subscription_cells.tsx";

type Part = "changes" | "log";

/** Renders a preview: the log while it pulls, then the changes, with the log beside them. */
export function PreviewBody(
  { run: id, header, alias }: { run: number; header: HeaderChoice; alias?: string | undefined },
) {
  const { t } = useMessages();
  const { data: run, error, refetch } = useRun(id);
  const [chosen, setChosen] = useState<Part | null>(null);
  if (error && !run) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!run) return <Waiting />;
  const done = run.state === "succeeded";
  const part = done ? chosen ?? "changes" : "log";
  return (
    <div className="flex h-[min(620px,calc(100dvh-220px))] min-h-80 flex-col max-sm:h-full">
      {done
        ? (
          <div className="px-5">
            <Tabs
              label={t("subscriptions.preview")}
              value={part}
              onValue={setChosen}
              tabs={[
                { value: "changes", label: t("subscriptions.changesTab") },
                { value: "log", label: t("subscriptions.log") },
              ]}
            />
          </div>
        )
        : <PreviewState run={run} />}
      <div className="min-h-0 flex-1">
        {part === "changes" ? <FoundChanges {...{ run, header, alias }} /> : <RunLog key={id} run={run} />}
      </div>
    </div>
  );
}

function PreviewState({ run }: { run: Run }) {
  const { t } = useMessages();
  if (!isActive(run.state)) {
    return (
      <div className="px-5 pb-3">
        <Callout tone="danger">{t("subscriptions.previewFailed")}</Callout>
      </div>
    );
  }
  return (
    <div className="flex items-center gap-4 px-5 pb-3 text-sm">
      <RunStateDot state={run.state} />
      <span role="status" className="min-w-0 flex-1 text-muted">{t("subscriptions.previewBusy")}</span>
      <StopRunButton run={run} />
    </div>
  );
}

function FoundChanges(
  { run, header, alias }: { run: Run; header: HeaderChoice; alias: string | undefined },
) {
  const { t } = useMessages();
  const { data, error, refetch } = usePreview(run.id, run.state);
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data?.changes) return <Waiting />;
  return (
    <div className="h-full overflow-y-auto px-5 py-4">
      {!isNothing(data.changes.counts) && (
        <p className="mb-3 text-sm text-muted">{t("subscriptions.previewReady")}</p>
      )}
      <ChangesView
        changes={data.changes}
        header={header}
        source={{ address: `/subscriptions/previews/${run.id}`, runId: run.id }}
        alias={alias}
      />
    </div>
  );
}

function Waiting() {
  const { t } = useMessages();
  return (
    <div className="flex h-48 items-center justify-center text-muted">
      <Spinner size="large" label={t("ui.loading")} />
    </div>
  );
}
