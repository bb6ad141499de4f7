import type { Missed, Overlap, Task } from "../../../../server/contract/tasks.ts";
import type { Words } from "../../../words/create_words.ts";
import type { WordKey } from "../../../words/messages.ts";

export const overlapWords: Record<Overlap["policy"], WordKey> = {
  skip: "task.overlapSkip",
  queue: "task.overlapQueue",
  replace: "task.overlapReplace",
  allow: "task.overlapAllow",
};

export const missedWords: Record<Missed["policy"], WordKey> = {
  skip: "task.missedSkip",
  last: "task.missedLast",
  all: "task.missedAll",
};

/** Says what happens when a run is due while another one runs. */
export function overlapText({ policy, limit }: Overlap, { t, format }: Words): string {
  const text = t(overlapWords[policy]);
  const limited = limit !== undefined && (policy === "queue" || policy === "allow");
  return limited ? t("task.upTo", { text, limit: format.number(limit) }) : text;
}

/** Says what happens to due times that passed while the panel was down. */
export function missedText({ missed, missedAutomatic }: Task, { t, format }: Words): string {
  const text = t(missedWords[missed.policy]);
  if (missedAutomatic) return t("task.missedAutomaticNow", { text });
  const limited = missed.policy === "all" && missed.limit !== undefined;
  return limited ? t("task.upTo", { text, limit: format.number(missed.limit ?? 0) }) : text;
}

/** Says how often and when a run that failed is tried again. */
export function retryText({ times, delayMs, backoff }: Task["retry"], { t, format }: Words): string {
  const values = { count: times, delay: format.duration(delayMs) };
  return backoff === "exponential" ? t("task.retryGrowing", values) : t("task.retryFixed", values);
}
