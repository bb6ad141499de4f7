// What is being typed into the form, and the way between it and a task of the API.

import type {
  Missed,
  Overlap,
  Retry,
  Schedules,
  Task,
  TaskInput,
  TaskPatch,
} from "../../../../server/contract/tasks.ts";

export type ScheduleKind = "cron" | "manual" | "startup" | "boot";

export interface Draft {
  name: string;
  command: string;
  kind: ScheduleKind;
  rules: readonly string[];
  labels: readonly string[];
  enabled: boolean;
  /** Empty: the panel's. */
  timeZone: string;
  workingDirectory: string;
  logFolder: string;
  before: string;
  after: string;
  serialGroup: string;
  timeLimitMs: number | null;
  overlapPolicy: Overlap["policy"];
  overlapLimit: number | null;
  missedPolicy: Missed["policy"] | "automatic";
  missedLimit: number | null;
  missedDeadlineMs: number | null;
  retryTimes: number | null;
  retryDelayMs: number | null;
  retryBackoff: Retry["backoff"];
  randomDelayMs: number | null;
  logKeepRuns: number | null;
  logKeepDays: number | null;
  variablesFrom: "all" | "labels";
  variableLabels: readonly string[];
  notifyFailure: boolean;
  notifyRecovery: boolean;
  notifyEnd: boolean;
  notifyLongerThanMs: number | null;
  /** `HH:MM`; empty: not looked at. */
  notifyNotRunBy: string;
}

export const emptyDraft: Draft = {
  name: "",
  command: "",
  kind: "cron",
  rules: ["0 0 * * *"],
  labels: [],
  enabled: true,
  timeZone: "",
  workingDirectory: "",
  logFolder: "",
  before: "",
  after: "",
  serialGroup: "",
  timeLimitMs: null,
  overlapPolicy: "skip",
  overlapLimit: null,
  missedPolicy: "automatic",
  missedLimit: null,
  missedDeadlineMs: null,
  retryTimes: 0,
  retryDelayMs: 60_000,
  retryBackoff: "fixed",
  randomDelayMs: null,
  logKeepRuns: null,
  logKeepDays: null,
  variablesFrom: "all",
  variableLabels: [],
  notifyFailure: false,
  notifyRecovery: false,
  notifyEnd: false,
  notifyLongerThanMs: null,
  notifyNotRunBy: "",
};

/** Makes the draft of a task that is there. */
export function draftOf(task: Task): Draft {
  return {
    name: task.name,
    command: task.command,
    kind: Array.isArray(task.schedules) ? "cron" : task.schedules,
    rules: Array.isArray(task.schedules) ? task.schedules : emptyDraft.rules,
    labels: task.labels,
    enabled: task.enabled,
    timeZone: task.timeZone ?? "",
    workingDirectory: task.workingDirectory ?? "",
    logFolder: task.logFolder ?? "",
    before: task.before ?? "",
    after: task.after ?? "",
    serialGroup: task.serialGroup ?? "",
    timeLimitMs: task.timeLimitMs,
    overlapPolicy: task.overlap.policy,
    overlapLimit: task.overlap.limit ?? null,
    missedPolicy: task.missedAutomatic ? "automatic" : task.missed.policy,
    missedLimit: task.missedAutomatic ? null : task.missed.limit ?? null,
    missedDeadlineMs: task.missedAutomatic ? null : task.missed.deadlineMs ?? null,
    retryTimes: task.retry.times,
    retryDelayMs: task.retry.delayMs,
    retryBackoff: task.retry.backoff,
    randomDelayMs: task.randomDelayMs || null,
    logKeepRuns: task.logKeepRuns,
    logKeepDays: task.logKeepDays,
    variablesFrom: task.variableLabels === null ? "all" : "labels",
    variableLabels: task.variableLabels ?? [],
    notifyFailure: task.notify.onFailure ?? false,
    notifyRecovery: task.notify.onRecovery ?? false,
    notifyEnd: task.notify.onEnd ?? false,
    notifyLongerThanMs: task.notify.longerThanMs ?? null,
    notifyNotRunBy: task.notify.notRunBy ?? "",
  };
}

/** Makes what is sent from a draft. */
export function inputOf(draft: Draft): Required<TaskInput> {
  return {
    name: draft.name.trim(),
    command: draft.command.trim(),
    schedules: schedulesOf(draft),
    labels: [...draft.labels],
    enabled: draft.enabled,
    timeZone: draft.timeZone || null,
    workingDirectory: draft.workingDirectory.trim() || null,
    logFolder: draft.logFolder.trim() || null,
    before: draft.before.trim() || null,
    after: draft.after.trim() || null,
    serialGroup: draft.serialGroup.trim() || null,
    timeLimitMs: draft.timeLimitMs || null,
    overlap: overlapOf(draft),
    missed: missedOf(draft),
    retry: {
      times: draft.retryTimes ?? 0,
      delayMs: draft.retryDelayMs ?? emptyDraft.retryDelayMs ?? 0,
      backoff: draft.retryBackoff,
    },
    randomDelayMs: draft.randomDelayMs ?? 0,
    logKeepRuns: draft.logKeepRuns,
    logKeepDays: draft.logKeepDays,
    variableLabels: draft.variablesFrom === "all" ? null : [...draft.variableLabels],
    notify: {
      onFailure: draft.notifyFailure,
      onRecovery: draft.notifyRecovery,
      onEnd: draft.notifyEnd,
      longerThanMs: draft.notifyLongerThanMs || null,
      notRunBy: draft.notifyNotRunBy || null,
    },
  };
}

/** Gives the fields that differ: what somebody else has changed in the others meanwhile is then left alone. */
export function changesBetween(before: Draft, after: Draft): TaskPatch {
  const [old, now] = [inputOf(before), inputOf(after)];
  return Object.fromEntries(
    Object.entries(now).filter(([field, value]) =>
      JSON.stringify(value) !== JSON.stringify(old[field as keyof typeof old]) // the same function made both
    ),
  );
}

/** Tells whether two drafts would be sent differently; of rules also whether they were typed differently. */
export function isChanged(before: Draft, after: Draft): boolean {
  return JSON.stringify(before) !== JSON.stringify(after);
}

function schedulesOf({ kind, rules }: Draft): Schedules {
  if (kind !== "cron") return kind;
  return rules.map((rule) => rule.trim()).filter((rule) => rule !== "");
}

function overlapOf({ overlapPolicy: policy, overlapLimit: limit }: Draft): Overlap {
  const limited = policy === "queue" || policy === "allow";
  return { policy, ...(limited && limit !== null && { limit }) };
}

function missedOf(
  { missedPolicy: policy, missedLimit: limit, missedDeadlineMs: deadlineMs }: Draft,
): Missed | null {
  if (policy === "automatic") return null;
  return {
    policy,
    ...(policy === "all" && limit !== null && { limit }),
    ...(policy !== "skip" && deadlineMs !== null && { deadlineMs }),
  };
}
