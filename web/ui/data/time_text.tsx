import { useEffect, useState } from "react";
import { useSession } from "../../api/use_session.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { pageTimeZone } from "../../messages/zone_clocks.ts";
import { Tooltip } from "../buttons/tooltip.tsx";

/**
 * Renders a relative time; the tooltip shows the exact time with its zone, and the panel's zone when it differs, below a
 * label of what happened then.
 */
export function RelativeTime({ at, label }: { at: string; label?: string }) {
  const { format } = useMessages();
  const distance = Math.abs(Date.now() - new Date(at).getTime());
  const now = useNow(distance < 3_600_000 ? 1000 : 30_000);
  return (
    <Tooltip text={<ExactTimes at={at} label={label} />}>
      <time dateTime={at} className="tabular-nums whitespace-nowrap">{format.relative(at, now)}</time>
    </Tooltip>
  );
}

/** Renders a time to the second in the user's zone, with the zone in the tooltip. */
export function ExactTime({ at }: { at: string }) {
  const { format } = useMessages();
  return (
    <Tooltip text={<ExactTimes at={at} />}>
      <time dateTime={at} className="tabular-nums whitespace-nowrap">{format.dateTime(at)}</time>
    </Tooltip>
  );
}

/** Renders exact times, in a separate component so that they are formatted only when the tooltip opens. */
function ExactTimes({ at, label }: { at: string; label?: string | undefined }) {
  const times = useExactTimes(at);
  return (label === undefined ? times : [label, ...times]).join("\n");
}

/** Formats a time in the user's zone and, when it differs, in the panel's zone. */
export function useExactTimes(at: string): string[] {
  const { format } = useMessages();
  const panelZone = useSession().settings.effectiveTimeZone;
  const zones = [pageTimeZone(), panelZone];
  const [own = "", panel = ""] = zones.map((zone) => format.dateTime(at, zone));
  const named = zones.map((zone) => `${format.dateTime(at, zone)} ${zone}`);
  return own === panel ? [format.exact(at)] : named;
}

/** Renders the elapsed time since `since`, updated while it is mounted. */
export function RunningTime({ since }: { since: string }) {
  const { format } = useMessages();
  const now = useNow(1000);
  const passed = Math.max(0, now - new Date(since).getTime());
  return <span className="tabular-nums">{format.duration(Math.floor(passed / 1000) * 1000)}</span>;
}

/** Returns the current time in milliseconds, updated every `everyMs`. */
export function useNow(everyMs = 1000): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
