import type { DependencyAction, DependencyState } from "../../contract/dependencies.ts";
import type { RunState } from "../../contract/runs.ts";

/** States in which an operation on a package is running or queued. */
export const busyStates = ["queued", "installing", "deleting"] as const satisfies readonly DependencyState[];

/** Every allowed transition of a package: the event, the states before and the states after. */
export const dependencyActions = {
  /** A user requests the installation, for the first time or again. */
  install: { from: ["installed", "install_failed", "delete_failed", "deleted", "cancelled"], to: ["queued"] },
  /** A user requests the removal. */
  remove: { from: ["installed", "install_failed", "delete_failed", "cancelled"], to: ["queued"] },
  begin: { from: ["queued"], to: ["installing", "deleting"] },
  /** The installer has ended or never started; what is really installed decides. */
  end: {
    from: ["queued", "installing", "deleting"],
    to: ["installed", "install_failed", "deleted", "delete_failed", "cancelled"],
  },
  /** A check found that the package is gone. */
  miss: { from: ["installed"], to: ["install_failed"] },
} as const satisfies Record<string, { from: readonly DependencyState[]; to: readonly DependencyState[] }>;

export type EndState = (typeof dependencyActions)["end"]["to"][number];

/** How a run of an installer ended, and what was found after it. */
export interface Outcome {
  action: DependencyAction;
  run: RunState;
  there: boolean;
}

export function stateAfter({ action, run, there }: Outcome): EndState {
  if (action === "install") return stateAfterInstall(run, there);
  if (!there) return "deleted";
  return run === "stopped" || run === "skipped" ? "installed" : "delete_failed";
}

// A run stopped at the last moment may have installed the package; one that failed may have left an earlier
// version.
function stateAfterInstall(run: RunState, there: boolean): EndState {
  if (run === "stopped" || run === "skipped") return there ? "installed" : "cancelled";
  return run === "succeeded" && there ? "installed" : "install_failed";
}

/** Returns whether an operation on a package is running or queued. */
export function isBusy(state: DependencyState): boolean {
  return busyStates.some((busy) => busy === state);
}
