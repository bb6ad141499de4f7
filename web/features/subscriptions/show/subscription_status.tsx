import type { SubscriptionStatus, SubscriptionType } from "../../../../server/contract/subscriptions.ts";
import { StatusDot } from "../../../ui/status_dot.tsx";
import type { Tone } from "../../../ui/tones.ts";
import type { WordKey } from "../../../words/messages.ts";
import { useWords } from "../../../words/use_words.tsx";

interface Look {
  word: WordKey;
  tone: Tone;
  pulse?: boolean;
  struck?: boolean;
}

/** How each status looks and what it is called; also the order of the filter. */
export const statusLooks: Record<SubscriptionStatus, Look> = {
  idle: { word: "subscriptions.statusIdle", tone: "neutral" },
  running: { word: "subscriptions.statusRunning", tone: "accent", pulse: true },
  queued: { word: "subscriptions.statusQueued", tone: "warning" },
  disabled: { word: "subscriptions.statusDisabled", tone: "neutral", struck: true },
};

/** What each type is called. */
export const typeWords: Record<SubscriptionType, WordKey> = {
  public_repository: "subscriptions.typePublic",
  private_repository: "subscriptions.typePrivate",
  file: "subscriptions.typeFile",
};

/** The state of a subscription as a dot and its word. */
export function SubscriptionStatusDot({ status }: { status: SubscriptionStatus }) {
  const { t } = useWords();
  const { word, ...look } = statusLooks[status];
  return <StatusDot {...look}>{t(word)}</StatusDot>;
}
