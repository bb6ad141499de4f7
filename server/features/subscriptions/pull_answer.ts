// What the panel says to a pull that waits for its answer, line by line for the log.
import { AppError } from "../../contract/app_error.ts";
import type { PullChanges } from "../../contract/subscriptions.ts";
import type { pullWords } from "./pull/pull_words.ts";

type Words = (typeof pullWords)["en"]["result"];

const MOST_LINES = 200;

/** A pull that was stopped, or whose end was written down, before it was put in place. */
export class PullOver extends Error {
  override readonly name = "PullOver";
}

/** Says what a pull changed, or would. */
export function changeLines(
  { counts, tasks }: PullChanges,
  end: "applied" | "same" | "waiting" | "previewed",
  words: Words,
): string[] {
  const { added, changed, removed } = counts.files;
  return [
    words.counts(added, changed, removed),
    ...tasks.slice(0, MOST_LINES).map((change) => words.task(change)),
    words[end],
  ];
}

/** Tells whether a fault is something that may happen to any pull. */
export function isExpected(fault: unknown): boolean {
  return fault instanceof PullOver || fault instanceof AppError;
}

/** Says why what was pulled was not put in place. */
export function refusalLines(fault: unknown, words: Words): string[] {
  if (fault instanceof PullOver) return [];
  if (fault instanceof AppError && fault.code === "not_found") return [words.gone];
  if (fault instanceof AppError && fault.code === "already_exists") {
    return [words.folderTaken(String(fault.params["path"] ?? ""))];
  }
  return [words.failed(fault instanceof Error ? fault.message : String(fault))];
}
