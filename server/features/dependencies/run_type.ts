import { nothingAround } from "../../platform/process/wrapper.ts";
import { type DependencyType, dependencyTypes } from "../../contract/dependencies.ts";
import { storedJson } from "../../platform/stored_json.ts";
import type { PackageOrder } from "../../engine/packages.ts";
import type { RunSpec } from "../../engine/run_spec.ts";
import type { SpecContext } from "../../engine/spec_parts.ts";
import type { RunRow } from "../../engine/store.ts";
import type { RunSource, RunType } from "../../engine/run_type.ts";

/** Runs that install and remove packages: one at a time per package type, exempt from the limit of tasks. */
export const packageRuns: RunType = {
  exempt: true,
  find: (_, runs) =>
    Promise.resolve(
      new Map(runs.flatMap((run) => {
        const order = readOrder(run);
        return order ? [[run.id, subjectOf(order)] as const] : [];
      })),
    ),
  followUp: () => Promise.resolve(null),
};

/** Returns the serial group in which the runs of a package type wait for each other. */
export function poolOf(type: DependencyType): string {
  return `dependency:${type}`;
}

// Returns null when the order cannot be parsed.
function readOrder({ subject_json }: Pick<RunRow, "subject_json">): PackageOrder | null {
  const order = storedJson<Partial<PackageOrder>>(subject_json, {});
  // Was serialized from a `PackageOrder`, if its type is known to this version.
  return dependencyTypes.some((type) => type === order.type) ? order as PackageOrder : null;
}

function subjectOf(order: PackageOrder): RunSource {
  return {
    logFolder: `dependency_${order.type}`,
    maxAtOnce: 1,
    timeLimitMs: null,
    spec: (run, context) => specOf(order, run, context),
  };
}

// It gets nothing of the tasks' environment: tasks must not affect what a package does during installation.
function specOf(order: PackageOrder, run: RunRow, context: SpecContext): RunSpec {
  const { command, directory, environment } = context.packages.order(order);
  const mark = context.markOf(run.id);
  return {
    ...{ command, args: [], around: nothingAround, directory, script: null },
    environment: { ...environment, [mark.variable]: mark.value },
  };
}
