import type { PulseProblem, PulseState } from "../../../server/contract/pulse.ts";
import type { Messages } from "../../messages/create_messages.ts";
import type { Tone } from "../../ui/tones.ts";

/** A success that is older is no sign that requests are received now: two were due since then. */
const FRESH_MS = 150_000;

export interface PulseTexts {
  tone: Tone;
  text: string;
  more?: string;
}

/** Returns the state of the pulse in words. */
export function pulseTexts(
  { lastSuccessAt, lastFailureAt, failures, problem }: PulseState,
  now: number,
  messages: Pick<Messages, "t" | "format">,
): PulseTexts {
  const { t, format } = messages;
  if (problem !== null) {
    const time = format.relative(lastFailureAt ?? new Date(now).toISOString(), now);
    return {
      tone: "danger",
      text: t("settings.pulseFailing", { count: failures, time, reason: reasonOf(problem, messages) }),
      more: lastSuccessAt === null
        ? t("settings.pulseNeverReceived")
        : t("settings.pulseLastReceived", { time: format.relative(lastSuccessAt, now) }),
    };
  }
  if (lastSuccessAt === null) return { tone: "neutral", text: t("settings.pulseWaiting") };
  const time = format.relative(lastSuccessAt, now);
  return now - Date.parse(lastSuccessAt) > FRESH_MS
    ? { tone: "warning", text: t("settings.pulseOld", { time }) }
    : { tone: "success", text: t("settings.pulseReceived", { time }) };
}

function reasonOf({ code, detail }: PulseProblem, { t }: Pick<Messages, "t">): string {
  if (code === "timeout") return t("settings.pulseTimeout");
  return t(code === "status" ? "settings.pulseStatus" : "settings.pulseUnreachable", { detail });
}
