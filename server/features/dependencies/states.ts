import type { DependencyAction, DependencyState } from "../../contract/dependencies.ts";
import type { RunState } from "../../contract/runs.ts";

/** States in which something is being done with a package, or waits to be. */
export const busyStates = ["queued", "installing", "deleting"] as const satisfies readonly DependencyState[];

/** Every allowed change of a package: what may happen, from which states, to which. */
export const dependencyActions = {
  /** Somebody asks for it, again or for the first time. */
  install: { from: ["installed", "install_failed", "delete_failed", "deleted", "cancelled"], to: ["queued"] },
  /** Somebody asks for its removal. */
  remove: { from: ["installed", "install_failed", "delete_failed", "cancelled"], to: ["queued"] },
  /** Its installer runs. */
  begin: { from: ["queued"], to: ["installing", "deleting"] },
  /** Its installer has ended, or never began; what is really there decides. */
  end: {
    from: ["queued", "installing", "deleting"],
    to: ["installed", "install_failed", "deleted", "delete_failed", "cancelled"],
  },
  /** It was looked for, and is there no more. */
  miss: { from: ["installed"], to: ["install_failed"] },
} as const satisfies Record<string, { from: readonly DependencyState[]; to: readonly DependencyState[] }>;

export type EndState = (typeof dependencyActions)["end"]["to"][number];

/** How a run of an installer ended, and what was found after it. */
export interface Outcome {
  act: DependencyAction;
  run: RunState;
  /** Whether the package is there. */
  there: boolean;
}

/** Tells what a package is after a run. */
export function stateAfter({ act: action, run, there }: Outcome): EndState {
  if (action === "install") return stateAfterInstall(run, there);
  if (!there) return "deleted";
  return run === "stopped" || run === "skipped" ? "installed" : "delete_failed";
}

// A run that was stopped in its last moment may have installed it; one that failed may have left an earlier version.
function stateAfterInstall(run: RunState, there: boolean): EndState {
  if (run === "stopped" || run === "skipped") return there ? "installed" : "cancelled";
  return run === "succeeded" && there ? "installed" : "install_failed";
}

/** Tells whether something is being done with a package, or waits to be. */
export function isBusy(state: DependencyState): boolean {
  return busyStates.some((busy) => busy === state);
}
