import type { Missed, OnDayOff, Overlap, Task } from "../../../server/contract/tasks.ts";
import type { Messages } from "../../messages/create_messages.ts";
import type { MessageKey } from "../../messages/messages.ts";

export const overlapMessages: Record<Overlap["policy"], MessageKey> = {
  skip: "task.overlapSkip",
  queue: "task.overlapQueue",
  replace: "task.overlapReplace",
  allow: "task.overlapAllow",
};

export const dayOffMessages: Record<OnDayOff, MessageKey> = {
  skip: "tasks.dayOffSkip",
  next: "tasks.dayOffNext",
  previous: "tasks.dayOffPrevious",
  next_same_month: "tasks.dayOffSameMonth",
  run: "tasks.dayOffRun",
};

export const missedMessages: Record<Missed["policy"], MessageKey> = {
  skip: "task.missedSkip",
  last: "task.missedLast",
  all: "task.missedAll",
};

/** Formats what happens when a run is due while another one is active. */
export function overlapText({ policy, limit }: Overlap, { t, format }: Messages): string {
  const text = t(overlapMessages[policy]);
  const limited = limit !== undefined && (policy === "queue" || policy === "allow");
  return limited ? t("task.upTo", { text, limit: format.number(limit) }) : text;
}

/** Formats what happens to due times that passed while the server was down. */
export function missedText(
  { missed, missedAutomatic }: Pick<Task, "missed" | "missedAutomatic">,
  { t, format }: Messages,
): string {
  const text = t(missedMessages[missed.policy]);
  if (missedAutomatic) return t("task.missedAutomaticNow", { text });
  const { policy, limit, deadlineMs } = missed;
  const limited = policy === "all" && limit !== undefined
    ? t("task.upTo", { text, limit: format.number(limit) })
    : text;
  if (policy === "skip" || deadlineMs === undefined) return limited;
  return t("task.notOlder", { text: limited, age: format.duration(deadlineMs) });
}

/** Formats how often and when a failed run is retried. */
export function retryText(
  { times, delayMs, backoff, onLost }: Task["retry"],
  { t, format }: Messages,
): string {
  const values = { count: times, delay: format.duration(delayMs) };
  const text = backoff === "exponential" ? t("task.retryGrowing", values) : t("task.retryFixed", values);
  return onLost ? t("task.retryLostToo", { text }) : text;
}

/** Lists the events that send notifications. */
export function notifyTexts(notify: Task["notify"], { t, format }: Messages): string[] {
  const { onFailure, onRecovery, onEnd, longerThanMs, notRunBy } = notify;
  return [
    onFailure && t("task.notifyFailure"),
    onRecovery && t("task.notifyRecovery"),
    onEnd && t("task.notifyEnd"),
    longerThanMs && `${t("task.notifyLonger")} ${format.duration(longerThanMs)}`,
    notRunBy && `${t("task.notifyNotRunBy")} ${notRunBy}`,
  ].filter((text) => typeof text === "string");
}
