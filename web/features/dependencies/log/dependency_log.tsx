import { Ban, PackageX, RotateCcw, ScrollText, TriangleAlert } from "../../../ui/icons/icons.ts";
import type { Dependency } from "../../../../server/contract/dependencies.ts";
import { ApiProblem } from "../../../api/api_problem.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { EmptyState } from "../../../ui/feedback/empty_state.tsx";
import { ErrorState } from "../../../ui/feedback/error_state.tsx";
import { type FullScreen, LogDialog } from "../../../shared/run/log_dialog.tsx";
import { RunLog } from "../../../shared/run/run_log.tsx";
import { useRun } from "../../../shared/run/use_run.ts";
import { ExactTime } from "../../../ui/data/time_text.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { useDependencyActions } from "../actions/use_actions.tsx";
import type { UrlStateHandle } from "../url_state.ts";
import { NodeStates } from "../dependency_nodes.tsx";
import { isBusy, StateDot } from "../state_style.tsx";
import { useDependency } from "../api.ts";

/** Renders the live log of the last operation on a package. */
export default function DependencyLog({ handle }: { handle: UrlStateHandle }) {
  const { t } = useMessages();
  const { id } = handle.urlState;
  const { data, error, refetch } = useDependency(id);
  const gone = id === null || (error instanceof ApiProblem && error.status === 404);
  return (
    <LogDialog
      onClose={handle.close}
      title={data && !gone ? <span className="font-mono">{data.name}</span> : t("dependencies.log")}
    >
      {(fullScreen) =>
        gone
          ? <Gone onClose={handle.close} />
          : data
          ? <LogOf dependency={data} fullScreen={fullScreen} onForgotten={handle.close} />
          : error && <ErrorState error={error} onRetry={() => void refetch()} />}
    </LogDialog>
  );
}

function Gone({ onClose }: { onClose: () => void }) {
  const { t } = useMessages();
  return (
    <EmptyState
      icon={<PackageX size={22} />}
      title={t("dependencies.gone")}
      action={<Button onClick={onClose}>{t("ui.close")}</Button>}
    />
  );
}

interface LogOfProps {
  dependency: Dependency;
  fullScreen: FullScreen;
  onForgotten: () => void;
}

function LogOf({ dependency, fullScreen, onForgotten }: LogOfProps) {
  const { t } = useMessages();
  const run = useRun(dependency.runId);
  const missing = run.error instanceof ApiProblem && run.error.status === 404;
  return (
    <>
      <LogBar dependency={dependency} onForgotten={onForgotten} />
      <NodeStates dependency={dependency} />
      {dependency.reason && (
        <p
          role="status"
          className="border-t border-line bg-danger-soft px-5 py-2 text-sm break-words text-danger-text"
        >
          {dependency.reason}
        </p>
      )}
      <div className="min-h-0 flex-1">
        {run.data
          ? <RunLog key={run.data.id} run={run.data} fullScreen={fullScreen} onFollowing={() => {}} />
          : missing || dependency.runId === null
          ? <EmptyState icon={<ScrollText size={22} />} title={t("log.removed")} />
          : run.error && <ErrorState error={run.error} onRetry={() => void run.refetch()} />}
      </div>
    </>
  );
}

function LogBar({ dependency, onForgotten }: Omit<LogOfProps, "fullScreen">) {
  const { t } = useMessages();
  const actions = useDependencyActions(onForgotten);
  const { state, installedVersion } = dependency;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 pb-3 text-sm">
      <StateDot state={state} />
      {installedVersion && <span className="font-mono text-xs text-muted">{installedVersion}</span>}
      <span className="text-muted max-sm:hidden">
        <ExactTime at={dependency.updatedAt} />
      </span>
      <span className="ms-auto flex flex-wrap items-center gap-2">
        {actions.mayWrite && (isBusy(dependency)
          ? (
            <Button icon={<Ban />} onClick={() => void actions.perform("cancel", [dependency])}>
              {t("ui.cancel")}
            </Button>
          )
          : (
            <Button icon={<RotateCcw />} onClick={() => void actions.perform("reinstall", [dependency])}>
              {t("dependencies.reinstall")}
            </Button>
          ))}
        {actions.mayWrite && state === "delete_failed" && (
          <Button
            variant="danger"
            icon={<TriangleAlert />}
            onClick={() => actions.askDelete([dependency], true)}
          >
            {t("dependencies.force")}
          </Button>
        )}
      </span>
      {actions.question}
    </div>
  );
}
