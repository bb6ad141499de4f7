// Formats the panel's response to a waiting pull, as lines for its log.
import { AppError } from "../../contract/app_error.ts";
import { formatError, formatIssue } from "../../contract/messages/format.ts";
import type { Language } from "../../contract/settings.ts";
import type { PullChanges } from "../../contract/subscriptions.ts";
import type { pullMessages } from "./pull/pull_messages.ts";
import { messageOf } from "../../platform/error_message.ts";

type PullMessages = (typeof pullMessages)["en"]["result"];

const MAX_LINES = 200;

/** The pull was stopped, or its end was stored, before it was applied. */
export class PullEndedError extends Error {
  override readonly name = "PullEndedError";
}

/** Describes what a pull changed, or would change. */
export function changeLines(
  { counts, tasks, files }: PullChanges,
  end: "applied" | "same" | "waiting" | "previewed",
  messages: PullMessages,
): string[] {
  const { added, changed, removed } = counts.files;
  return [
    messages.counts(added, changed, removed),
    ...files.filter(({ edited }) => edited).slice(0, MAX_LINES).map(({ path }) => messages.edited(path)),
    ...tasks.slice(0, MAX_LINES).map((change) => messages.task(change)),
    messages[end],
  ];
}

/** Explains why what the files of a pull describe was not applied. */
export function configurationLines(error: AppError, messages: PullMessages, language: Language): string[] {
  const { title, detail } = formatError(error, language);
  const issues = error.issues.map((issue) => `${issue.path}: ${formatIssue(issue, language).message}`);
  return [messages.notConfigured, ...(issues.length > 0 ? issues : [detail || title])];
}

export function isExpected(error: unknown): boolean {
  return error instanceof PullEndedError || error instanceof AppError;
}

/** Explains why a pull was not put in place. */
export function refusalLines(error: unknown, messages: PullMessages): string[] {
  if (error instanceof PullEndedError) return [];
  if (error instanceof AppError && error.code === "not_found") return [messages.gone];
  if (error instanceof AppError && error.code === "already_exists") {
    return [messages.folderTaken(String(error.params["path"] ?? ""))];
  }
  return [messages.failed(messageOf(error))];
}
