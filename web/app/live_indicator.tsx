import { useLiveState } from "../api/use_live.tsx";
import { StatusDot } from "../ui/data/status_dot.tsx";
import { Tooltip } from "../ui/overlays/tooltip.tsx";
import { useDelayed } from "../ui/feedback/use_delayed.ts";
import { useMessages } from "../messages/use_messages.tsx";

/** Tells whether what is on the page is live; a word only where there is something to say. */
export function LiveIndicator() {
  const { t } = useMessages();
  const state = useLiveState();
  const lost = useDelayed(state === "reconnecting", 1000);
  return (
    <Tooltip side="bottom" text={lost ? t("shell.reconnectingHelp") : t("shell.connectedHelp")}>
      <span tabIndex={0} role="status" className="flex h-8 items-center rounded-md px-2 text-xs text-muted">
        <StatusDot tone={lost ? "warning" : "success"} pulse={lost}>
          <span className="max-sm:sr-only">{lost ? t("shell.reconnecting") : t("shell.connected")}</span>
        </StatusDot>
      </span>
    </Tooltip>
  );
}
