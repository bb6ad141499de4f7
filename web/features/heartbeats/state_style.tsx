import type { DownReason, HeartbeatState, PingKind } from "../../../server/contract/heartbeats.ts";
import type { MessageKey } from "../../messages/messages.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { StatusDot } from "../../ui/data/status_dot.tsx";
import type { Tone } from "../../ui/tones.ts";

interface Style {
  label: MessageKey;
  tone: Tone;
  pulse?: boolean;
  hollow?: boolean;
  faint?: boolean;
}

/** Style and label of each state, in the order of the filter. */
export const stateStyles: Record<HeartbeatState, Style> = {
  down: { label: "heartbeats.stateDown", tone: "danger" },
  late: { label: "heartbeats.stateLate", tone: "warning" },
  started: { label: "heartbeats.stateStarted", tone: "accent", pulse: true },
  up: { label: "heartbeats.stateUp", tone: "success" },
  new: { label: "heartbeats.stateNew", tone: "neutral", hollow: true },
  paused: { label: "heartbeats.statePaused", tone: "neutral", faint: true },
};

export function HeartbeatStateDot({ state }: { state: HeartbeatState }) {
  const { t } = useMessages();
  const { label, ...style } = stateStyles[state];
  return <StatusDot {...style}>{t(label)}</StatusDot>;
}

export const downMessages: Record<DownReason, MessageKey> = {
  missed: "heartbeats.downMissed",
  failed: "heartbeats.downFailed",
  too_long: "heartbeats.downTooLong",
};

export const pingStyles: Record<PingKind, { label: MessageKey; tone: Tone; hollow?: boolean }> = {
  success: { label: "heartbeats.kindSuccess", tone: "success" },
  start: { label: "heartbeats.kindStart", tone: "accent", hollow: true },
  fail: { label: "heartbeats.kindFail", tone: "danger" },
  log: { label: "heartbeats.kindLog", tone: "neutral" },
  ignored: { label: "heartbeats.kindIgnored", tone: "neutral", hollow: true },
};
