import type { SubscriptionStatus, SubscriptionType } from "../../../../server/contract/subscriptions.ts";
import { StatusDot } from "../../../ui/data/status_dot.tsx";
import type { Tone } from "../../../ui/tones.ts";
import type { MessageKey } from "../../../messages/messages.ts";
import { useMessages } from "../../../messages/use_messages.tsx";

interface Style {
  word: MessageKey;
  tone: Tone;
  pulse?: boolean;
  struck?: boolean;
}

/** Style and label of each status, in the order of the filter. */
export const statusStyles: Record<SubscriptionStatus, Style> = {
  idle: { word: "subscriptions.statusIdle", tone: "neutral" },
  running: { word: "subscriptions.statusRunning", tone: "accent", pulse: true },
  queued: { word: "subscriptions.statusQueued", tone: "warning" },
  disabled: { word: "subscriptions.statusDisabled", tone: "neutral", struck: true },
};

/** Labels of the types. */
export const typeMessages: Record<SubscriptionType, MessageKey> = {
  public_repository: "subscriptions.typePublic",
  private_repository: "subscriptions.typePrivate",
  file: "subscriptions.typeFile",
};

/** Renders the status of a subscription as a dot and a label. */
export function SubscriptionStatusDot({ status }: { status: SubscriptionStatus }) {
  const { t } = useMessages();
  const { word, ...style } = statusStyles[status];
  return <StatusDot {...style}>{t(word)}</StatusDot>;
}
