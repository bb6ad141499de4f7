import type { PulseState } from "../../../server/contract/pulse.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApiQuery } from "../../api/use_api.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { StatusDot } from "../../ui/data/status_dot.tsx";
import { useNow } from "../../ui/data/time_text.tsx";
import { pulseTexts } from "./pulse_texts.ts";

/** Successes and repeated failures cause no event, so they are queried. */
const refreshMs = 15_000;

/** Renders what became of the requests to the address of the pulse. */
export function PulseStatus() {
  const messages = useMessages();
  const now = useNow(1000);
  const { data } = useApiQuery<PulseState>(queryKeys.pulse(), "/system/pulse", {
    refetchInterval: refreshMs,
  });
  if (!data) return <div className="mt-2 h-5" />;
  const { tone, text, more } = pulseTexts(data, now, messages);
  return (
    <div className="mt-2 flex flex-col gap-0.5 text-sm [&_span]:whitespace-normal">
      <StatusDot tone={tone}>{text}</StatusDot>
      {more && <p className="ps-4 text-muted">{more}</p>}
    </div>
  );
}
