import type { RunFailure } from "../../../server/contract/runs.ts";
import type { Messages } from "../../messages/create_messages.ts";
import type { MessageKey } from "../../messages/messages.ts";
import { exitTexts } from "./exit_status.tsx";

/** What was missing when a command could not be started, by the code that the run stores; with its name, and without. */
const missing: Partial<Record<string, { named: MessageKey; unnamed: MessageKey }>> = {
  script_missing: { named: "runDetails.reasonScriptNamed", unnamed: "runDetails.reasonScriptMissing" },
  interpreter_missing: {
    named: "runDetails.reasonInterpreterNamed",
    unnamed: "runDetails.reasonInterpreterMissing",
  },
  parameter_missing: {
    named: "runDetails.reasonParameterNamed",
    unnamed: "runDetails.reasonParameterMissing",
  },
  parameter_file_missing: { named: "runDetails.reasonFileNamed", unnamed: "runDetails.reasonFileMissing" },
  folder_missing: { named: "runDetails.reasonFolderNamed", unnamed: "runDetails.reasonFolderMissing" },
};

/** Why else a command could not be started. */
const refusals: Partial<Record<string, MessageKey>> = {
  time_limit: "runDetails.reasonTimeLimit",
  nothing: "runDetails.reasonNothing",
  secret_locked: "runDetails.reasonSecretLocked",
  installer_missing: "runDetails.reasonInstallerMissing",
};

/** Returns why a command could not be started, as far as the run itself stores it: a code, or what the system reported. */
export function startProblem(detail: string | null, { t }: Pick<Messages, "t">): string | null {
  const key = detail?.startsWith("outputs_")
    ? "flows.outputsUnused"
    : missing[detail ?? ""]?.unnamed ?? refusals[detail ?? ""];
  return key ? t(key) : detail;
}

/**
 * Returns why a run failed: the panel's own reason in the language of the page, else the last line of its log, else how
 * it ended.
 */
export function failureReason(failure: RunFailure, messages: Pick<Messages, "t" | "format">): string | null {
  const { t } = messages;
  const texts = missing[failure.detail ?? ""];
  if (texts) {
    return failure.missingName === null ? t(texts.unnamed) : t(texts.named, { name: failure.missingName });
  }
  const refusal = refusals[failure.detail ?? ""];
  if (refusal) return t(refusal);
  const ended = endText(failure, messages);
  if (failure.lastLine !== null || ended === null) return failure.lastLine;
  return failure.hasLog ? t("runDetails.reasonNoOutput", { ended }) : ended;
}

function endText(
  { outcome, durationMs, timeLimitMs, ...exit }: RunFailure,
  { t, format }: Pick<Messages, "t" | "format">,
): string | null {
  if (outcome === "lost") return t("runs.stateLostHelp");
  if (outcome === "timed_out" && durationMs !== null) {
    const time = format.duration(durationMs);
    return timeLimitMs === null
      ? t("runDetails.reasonTimedOut", { time })
      : t("runDetails.reasonTimedOutAt", { time, limit: format.duration(timeLimitMs) });
  }
  const [first, ...others] = exitTexts(exit, { t });
  if (!first) return null;
  return [first[0]?.toUpperCase() + first.slice(1), ...others].join(" · ");
}
