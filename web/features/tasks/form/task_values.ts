// The values of the form, named as in the API, and their conversion to and from it.

import type { ForEach, Upstream } from "../../../../server/contract/flows.ts";
import type { LinkOutcome } from "../../../../server/contract/limits/flows.ts";
import type { Placement } from "../../../../server/contract/nodes.ts";
import type {
  Missed,
  OnDayOff,
  Overlap,
  Retry,
  Task,
  TaskInput,
  TaskPatch,
  TaskSchedules,
} from "../../../../server/contract/tasks.ts";

import type { ParameterValues } from "../../../../server/contract/parameters.ts";
import { ruleOf, valuesOfRule, withValues } from "../../../../server/contract/task_rules.ts";
import { type ParameterRow, parametersOf, rowsOf } from "./parameter_rows.ts";
import { type TriggerRow, triggerRowsOf, triggersOf } from "./trigger_rows.ts";
import type { Messages } from "../../../messages/create_messages.ts";
import { readWallTime, writeWallTime } from "../../../messages/wall_time.ts";

export type ScheduleKind = "cron" | "manual" | "startup" | "boot";

export interface TaskValues {
  name: string;
  command: string;
  kind: ScheduleKind;
  rules: readonly string[];
  /** The values that each rule gives to parameters. */
  ruleValues: readonly ParameterValues[];
  parameters: readonly ParameterRow[];
  labels: readonly string[];
  enabled: boolean;
  /** Empty for the server's. */
  timeZone: string;
  workingDirectory: string;
  logFolder: string;
  before: string;
  after: string;
  serialGroup: string;
  timeLimitMs: number | null;
  overlap: { policy: Overlap["policy"]; limit: number | null };
  missed: { policy: Missed["policy"] | "automatic"; limit: number | null; deadlineMs: number | null };
  retry: { times: number | null; delayMs: number | null; backoff: Retry["backoff"]; onLost: boolean };
  /** An empty pool is any pool. */
  placement: { pool: string; mode: Placement["mode"] };
  randomDelayMs: number | null;
  /** The tasks that it starts after; the ID of one is empty until it is chosen. */
  upstream: {
    tasks: readonly {
      taskId: string;
      outcome: LinkOutcome;
      parameters: ParameterValues;
    }[];
    rule: Upstream["rule"];
    within: string;
    waitMs: number | null;
  };
  triggers: readonly TriggerRow[];
  requiresApproval: boolean;
  approvalLapseMs: number | null;
  /** The list for each value of which it runs; `values` has one in each line. */
  forEach: {
    kind: "none" | "values" | "output";
    parameter: string;
    values: string;
    output: string;
    limit: number | null;
  };
  /** Empty for none. */
  calendar: string;
  onDayOff: OnDayOff;
  /** Local times in the task's zone, `2026-11-23T06:30`; empty for no limit. */
  validFrom: string;
  validUntil: string;
  logKeepRuns: number | null;
  logKeepDays: number | null;
  variablesFrom: "all" | "labels";
  variableLabels: readonly string[];
  notify: {
    onFailure: boolean;
    onRecovery: boolean;
    onEnd: boolean;
    longerThanMs: number | null;
    /** `HH:MM`; empty for no check. */
    notRunBy: string;
  };
}

const usualDelayMs = 60_000;
const usualLapseMs = 24 * 3_600_000;

export const emptyValues: TaskValues = {
  name: "",
  command: "",
  kind: "cron",
  rules: ["0 0 * * *"],
  ruleValues: [{}],
  parameters: [],
  labels: [],
  enabled: true,
  timeZone: "",
  workingDirectory: "",
  logFolder: "",
  before: "",
  after: "",
  serialGroup: "",
  timeLimitMs: null,
  overlap: { policy: "skip", limit: null },
  missed: { policy: "automatic", limit: null, deadlineMs: null },
  retry: { times: 0, delayMs: usualDelayMs, backoff: "fixed", onLost: false },
  placement: { pool: "default", mode: "any" },
  randomDelayMs: null,
  upstream: { tasks: [], rule: "all", within: "24h", waitMs: 2 * 3_600_000 },
  triggers: [],
  requiresApproval: false,
  approvalLapseMs: usualLapseMs,
  forEach: { kind: "none", parameter: "", values: "", output: "", limit: 1 },
  calendar: "",
  onDayOff: "skip",
  validFrom: "",
  validUntil: "",
  logKeepRuns: null,
  logKeepDays: null,
  variablesFrom: "all",
  variableLabels: [],
  notify: { onFailure: false, onRecovery: false, onEnd: false, longerThanMs: null, notRunBy: "" },
};

/** Returns the values of a task; `panelZone` is the zone of tasks without their own. */
export function valuesOf(task: Task, panelZone: string): TaskValues {
  const { overlap, missed, notify } = task;
  const wallOf = (instant: string | null) =>
    !instant ? "" : writeWallTime(Date.parse(instant), task.timeZone ?? panelZone).slice(0, 16);
  return {
    name: task.name,
    command: task.command,
    kind: Array.isArray(task.schedules) ? "cron" : task.schedules,
    ...(Array.isArray(task.schedules)
      ? { rules: task.schedules.map(ruleOf), ruleValues: task.schedules.map(valuesOfRule) }
      : { rules: emptyValues.rules, ruleValues: emptyValues.ruleValues }),
    parameters: rowsOf(task.parameters),
    labels: task.labels,
    enabled: task.enabled,
    timeZone: task.timeZone ?? "",
    workingDirectory: task.workingDirectory ?? "",
    logFolder: task.logFolder ?? "",
    before: task.before ?? "",
    after: task.after ?? "",
    serialGroup: task.serialGroup ?? "",
    timeLimitMs: task.timeLimitMs,
    overlap: { policy: overlap.policy, limit: overlap.limit ?? null },
    missed: task.missedAutomatic
      ? emptyValues.missed
      : { policy: missed.policy, limit: missed.limit ?? null, deadlineMs: missed.deadlineMs ?? null },
    retry: task.retry,
    placement: { pool: task.placement.pool ?? "", mode: task.placement.mode },
    randomDelayMs: task.randomDelayMs || null,
    forEach: forEachValuesOf(task.forEach),
    upstream: task.upstream === null ? emptyValues.upstream : {
      ...task.upstream,
      tasks: task.upstream.tasks.map(({ taskId, outcome, parameters = {} }) => ({
        ...{ taskId: String(taskId), outcome, parameters },
      })),
    },
    triggers: triggerRowsOf(task.triggers),
    requiresApproval: task.requiresApproval,
    approvalLapseMs: task.approvalLapseMs,
    calendar: task.calendarId === null ? "" : String(task.calendarId),
    onDayOff: task.calendarId === null ? emptyValues.onDayOff : task.onDayOff,
    validFrom: wallOf(task.validFrom),
    validUntil: wallOf(task.validUntil),
    logKeepRuns: task.logKeepRuns,
    logKeepDays: task.logKeepDays,
    variablesFrom: task.variableLabels === null ? "all" : "labels",
    variableLabels: task.variableLabels ?? [],
    notify: {
      onFailure: notify.onFailure ?? false,
      onRecovery: notify.onRecovery ?? false,
      onEnd: notify.onEnd ?? false,
      longerThanMs: notify.longerThanMs ?? null,
      notRunBy: notify.notRunBy ?? "",
    },
  };
}

/** Converts the values to the input of the API; `panelZone` is the zone of tasks without their own. */
export function inputOf(values: TaskValues, panelZone: string): Required<TaskInput> {
  const { retry, placement, notify } = values;
  const instantOf = (wall: string) => {
    const at = readWallTime(wall, values.timeZone || panelZone);
    return at === null ? null : new Date(at).toISOString();
  };
  return {
    name: values.name.trim(),
    command: values.command.trim(),
    schedules: schedulesOf(values),
    parameters: parametersOf(values.parameters),
    labels: [...values.labels],
    enabled: values.enabled,
    timeZone: values.timeZone || null,
    workingDirectory: values.workingDirectory.trim() || null,
    logFolder: values.logFolder.trim() || null,
    before: values.before.trim() || null,
    after: values.after.trim() || null,
    serialGroup: values.serialGroup.trim() || null,
    timeLimitMs: values.timeLimitMs || null,
    overlap: overlapOf(values.overlap),
    missed: missedOf(values.missed),
    retry: {
      times: retry.times ?? 0,
      delayMs: retry.delayMs ?? usualDelayMs,
      backoff: retry.backoff,
      onLost: retry.onLost,
    },
    placement: { pool: placement.pool.trim() || null, mode: placement.mode },
    randomDelayMs: values.randomDelayMs ?? 0,
    upstream: upstreamOf(values),
    triggers: triggersOf(values.triggers),
    requiresApproval: values.requiresApproval,
    approvalLapseMs: values.approvalLapseMs ?? usualLapseMs,
    forEach: forEachOf(values.forEach),
    calendarId: values.calendar === "" ? null : Number(values.calendar),
    onDayOff: values.calendar === "" ? "run" : values.onDayOff,
    validFrom: instantOf(values.validFrom),
    validUntil: instantOf(values.validUntil),
    logKeepRuns: values.logKeepRuns,
    logKeepDays: values.logKeepDays,
    variableLabels: values.variablesFrom === "all" ? null : [...values.variableLabels],
    notify: {
      onFailure: notify.onFailure,
      onRecovery: notify.onRecovery,
      onEnd: notify.onEnd,
      longerThanMs: notify.longerThanMs || null,
      notRunBy: notify.notRunBy || null,
    },
  };
}

/** Returns the fields that differ, so that concurrent changes to other fields are preserved. */
export function changesBetween(before: TaskValues, after: TaskValues, panelZone: string): TaskPatch {
  const [old, now] = [inputOf(before, panelZone), inputOf(after, panelZone)];
  return Object.fromEntries(
    Object.entries(now).filter(([field, value]) =>
      JSON.stringify(value) !== JSON.stringify(old[field as keyof typeof old]) // both are results of the same function
    ),
  );
}

function schedulesOf({ kind, rules, ruleValues, parameters }: TaskValues): TaskSchedules {
  if (kind !== "cron") return kind;
  const names = new Set(parameters.filter(({ type }) => type !== "secret").map(({ name }) => name.trim()));
  return rules.map((rule, index) => {
    const values = Object.entries(ruleValues[index] ?? {}).filter(([name]) => names.has(name));
    return withValues(rule.trim(), Object.fromEntries(values));
  }).filter((entry) => ruleOf(entry) !== "");
}

function upstreamOf({ upstream, kind, parameters }: TaskValues): Upstream | null {
  if (upstream.tasks.length === 0) return null;
  const names = new Set(parameters.filter(({ type }) => type !== "secret").map(({ name }) => name.trim()));
  return {
    ...upstream,
    tasks: upstream.tasks.map(({ taskId, outcome, parameters: values }) => {
      const given = kind === "cron" ? [] : Object.entries(values).filter(([name]) => names.has(name));
      return {
        ...{ taskId: Number(taskId), outcome },
        ...given.length > 0 && { parameters: Object.fromEntries(given) },
      };
    }),
    within: upstream.within.trim(),
    waitMs: kind === "cron" ? upstream.waitMs ?? 0 : 0,
  };
}

function forEachValuesOf(list: ForEach | null): TaskValues["forEach"] {
  if (list === null) return emptyValues.forEach;
  const { parameter, values, output = "", limit } = list;
  return { kind: values ? "values" : "output", parameter, values: values?.join("\n") ?? "", output, limit };
}

function forEachOf({ kind, parameter, values, output, limit }: TaskValues["forEach"]): ForEach | null {
  if (kind === "none") return null;
  const list = kind === "values"
    ? { values: values.split("\n").filter((line) => line !== "") }
    : { output: output.trim() };
  return { parameter, ...list, limit: limit ?? 1 };
}

/** Returns what is missing of the list for which a task runs. */
export function checkForEach(
  list: TaskValues["forEach"],
  t: Messages["t"],
): Record<string, string | false> {
  const { kind } = list;
  if (kind === "none") return {};
  const field = kind === "values" ? "flows.forEachValues" : "flows.forEachKey";
  return {
    "forEach.parameter": list.parameter === "" && t("ui.required", { label: t("flows.forEachParameter") }),
    [`forEach.${kind}`]: list[kind].trim() === "" && t("ui.required", { label: t(field) }),
  };
}

function overlapOf({ policy, limit }: TaskValues["overlap"]): Overlap {
  const limited = policy === "queue" || policy === "allow";
  return { policy, ...(limited && limit !== null && { limit }) };
}

function missedOf({ policy, limit, deadlineMs }: TaskValues["missed"]): Missed | null {
  if (policy === "automatic") return null;
  return {
    policy,
    ...(policy === "all" && limit !== null && { limit }),
    ...(policy !== "skip" && deadlineMs !== null && { deadlineMs }),
  };
}
