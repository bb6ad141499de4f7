import { nothingAround } from "../../platform/process/wrapper.ts";
import { type DependencyType, dependencyTypes } from "../../contract/dependencies.ts";
import { storedJson } from "../../platform/stored_json.ts";
import type { PackageOrder } from "../packages.ts";
import type { RunSpec } from "../run_spec.ts";
import type { SpecContext } from "../spec_parts.ts";
import type { RunRow } from "../store.ts";
import type { Kind, Subject } from "./kind.ts";

/** Installations and removals of packages: one at a time of each type, beside the tasks and not in their way. */
export const packageRuns: Kind = {
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

/** Names the serial group of a type, in which its runs wait for each other. */
export function poolOf(type: DependencyType): string {
  return `dependency:${type}`;
}

// Null when that cannot be read.
function readOrder({ subject_json }: Pick<RunRow, "subject_json">): PackageOrder | null {
  const order = storedJson<Partial<PackageOrder>>(subject_json, {});
  // Written through `PackageOrder` by whoever queued it, if it is one of this version's types.
  return dependencyTypes.some((type) => type === order.type) ? order as PackageOrder : null;
}

function subjectOf(order: PackageOrder): Subject {
  return {
    logFolder: `dependency_${order.type}`,
    maxAtOnce: 1,
    timeLimitMs: null,
    spec: (run, context) => specOf(order, run, context),
  };
}

// Of the environment of tasks it gets nothing: what a package does while it is installed is not a task's business.
function specOf(order: PackageOrder, run: RunRow, context: SpecContext): RunSpec {
  const { command, directory, environment } = context.packages.order(order);
  const mark = context.markOf(run.id);
  return {
    ...{ command, args: [], around: nothingAround, directory, script: null },
    environment: { ...environment, [mark.variable]: mark.value },
  };
}
