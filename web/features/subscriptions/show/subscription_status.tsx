import type { SubscriptionStatus, SubscriptionType } from "../../../../server/contract/subscriptions.ts";
import { StatusDot } from "../../../ui/data/status_dot.tsx";
import type { Tone } from "../../../ui/tones.ts";
import type { MessageKey } from "../../../messages/messages.ts";
import { useMessages } from "../../../messages/use_messages.tsx";

interface Style {
  label: MessageKey;
  tone: Tone;
  pulse?: boolean;
  struck?: boolean;
}

/** Style and label of each status, in the order of the filter. */
export const statusStyles: Record<SubscriptionStatus, Style> = {
  idle: { label: "subscriptions.statusIdle", tone: "neutral" },
  running: { label: "subscriptions.statusRunning", tone: "accent", pulse: true },
  queued: { label: "subscriptions.statusQueued", tone: "warning" },
  disabled: { label: "subscriptions.statusDisabled", tone: "neutral", struck: true },
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
  const { label, ...style } = statusStyles[status];
  return <StatusDot {...style}>{t(label)}</StatusDot>;
}
