import { type DependencyAction, type DependencyType, dependencyTypes } from "../../contract/dependencies.ts";
import type { RunCause } from "../../contract/runs.ts";
import type { PreparedRun, RunSpec, RunType } from "../../engine/run_type.ts";
import type { RunRow } from "../../engine/store.ts";
import { nothingAround } from "../../platform/process/wrapper.ts";
import { storedJson } from "../../platform/stored_json.ts";

export interface PackageJob {
  type: DependencyType;
  /** `repair` restores what an interrupted order left half done. */
  action: DependencyAction | "repair";
  /** As entered, with its version if one was given; validated before it was stored. */
  name: string;
  /** The subscription whose Python environment it belongs to; absent for the shared packages. */
  subscriptionId?: number;
  /** Whether an installed package is fetched again. */
  again: boolean;
  /** Whether a removal takes the package off the list whatever its outcome. */
  force?: boolean;
  /**
   * The other packages of the type, where a removal depends on them: those installed when it was ordered, and those that
   * may be installed by the time it runs.
   */
  beside?: { there: readonly string[]; others: readonly string[] };
}

export interface PackageInstallers {
  /** Returns the process to start for an order. Throws `RunSpecError`. */
  order(order: PackageJob): Pick<RunSpec, "command" | "directory" | "environment">;
}

/**
 * Returns the run type of installing and removing packages: one run at a time per package type, exempt from the limit of
 * tasks.
 */
export function packageRuns(installers: PackageInstallers): RunType {
  return {
    exempt: true,
    prepare: (_, runs) =>
      Promise.resolve(
        new Map(runs.flatMap((run) => {
          const order = readOrder(run);
          return order ? [[run.id, preparedOf(order, installers)] as const] : [];
        })),
      ),
  };
}

/** Returns the serial group in which the runs of a package type wait for each other: on one machine. */
export function poolOf(type: DependencyType, nodeId: number | null): string {
  return nodeId === null ? `dependency:${type}` : `dependency:${type}@${nodeId}`;
}

/** Returns the request to run an order on a node; null is a single machine. */
export function packageRequest(order: PackageJob, cause: RunCause, nodeId: number | null) {
  const source = {
    kind: "dependency" as const,
    name: order.name,
    serialGroup: poolOf(order.type, nodeId),
  };
  return { source, cause, subjectJson: writeOrder(order) };
}

/** Returns whether a run belongs to a node; on a single machine, all do. */
export function isOfNode(
  { node_id, target_node }: Pick<RunRow, "node_id" | "target_node">,
  nodeId: number | null,
): boolean {
  return nodeId === null || (node_id ?? target_node) === nodeId;
}

/** Serializes an order. The stored name of the action is that of the table `dependency`. */
export function writeOrder({ action, ...rest }: PackageJob): string {
  return JSON.stringify({ ...rest, act: action });
}

/** Reads the order of a run; null when it cannot be parsed, because then this feature did not write it. */
export function readOrder(
  { subject_json = null }: Partial<Pick<RunRow, "subject_json">>,
): PackageJob | null {
  // Written by `writeOrder`, if its type is known to this version.
  const { act, ...rest } = storedJson<Partial<PackageJob> & { act?: PackageJob["action"] }>(
    subject_json,
    {},
  );
  return dependencyTypes.some((type) => type === rest.type) ? { ...rest, action: act } as PackageJob : null;
}

// It gets nothing of the tasks' environment: tasks must not affect what a package does during installation.
function preparedOf(order: PackageJob, installers: PackageInstallers): PreparedRun {
  return {
    logFolder: `dependency_${order.type}`,
    maxAtOnce: 1,
    timeLimitMs: null,
    spec: () => ({ ...installers.order(order), args: [], around: nothingAround, script: null }),
  };
}
