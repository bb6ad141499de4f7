import type { DeliveryState } from "../../../server/contract/notifications.ts";
import { StatusDot } from "../../ui/data/status_dot.tsx";
import type { Tone } from "../../ui/tones.ts";
import { useMessages } from "../../messages/use_messages.tsx";

const styles: Record<DeliveryState, { tone: Tone; pulse?: boolean; hollow?: boolean }> = {
  held: { tone: "neutral", hollow: true },
  waiting: { tone: "warning" },
  sending: { tone: "accent", pulse: true },
  delivered: { tone: "success" },
  failed: { tone: "danger" },
  dropped: { tone: "neutral", hollow: true },
};

export function DeliveryStateDot({ state }: { state: DeliveryState }) {
  const { t } = useMessages();
  return <StatusDot {...styles[state]}>{t(`deliveryStates.${state}`)}</StatusDot>;
}
