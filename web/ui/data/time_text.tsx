import { useSession } from "../../api/use_session.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { Tooltip } from "../overlays/tooltip.tsx";
import { useNow } from "../use_now.ts";

/** An instant as distance from now, exact with its zone on hover; the panel's zone too where it differs. */
export function RelativeTime({ at }: { at: string }) {
  const { format } = useMessages();
  const distance = Math.abs(Date.now() - new Date(at).getTime());
  const now = useNow(distance < 3_600_000 ? 1000 : 30_000);
  return (
    <Tooltip text={<ExactTimes at={at} />}>
      <time dateTime={at} className="tabular-nums whitespace-nowrap">{format.relative(at, now)}</time>
    </Tooltip>
  );
}

/** An instant to the second in the reader's zone, its zone on hover. */
export function ExactTime({ at, timeZone }: { at: string; timeZone?: string }) {
  const { format } = useMessages();
  return (
    <Tooltip text={<ExactTimes at={at} />}>
      <time dateTime={at} className="tabular-nums whitespace-nowrap">{format.dateTime(at, timeZone)}</time>
    </Tooltip>
  );
}

/** A component of its own, so that nothing is worked out before it is looked at. */
function ExactTimes({ at }: { at: string }) {
  return useExactTimes(at).join("\n");
}

/** Writes an instant in the reader's zone and, where it shows another time, in the panel's. */
export function useExactTimes(at: string): string[] {
  const { format } = useMessages();
  const panelZone = useSession().settings.effectiveTimeZone;
  const zones = [Intl.DateTimeFormat().resolvedOptions().timeZone, panelZone];
  const [own = "", panel = ""] = zones.map((zone) => format.dateTime(at, zone));
  const named = zones.map((zone) => `${format.dateTime(at, zone)} ${zone}`);
  return own === panel ? [format.exact(at)] : named;
}

/** How long something has been going on, counted up while it is on the page. */
export function RunningTime({ since }: { since: string }) {
  const { format } = useMessages();
  const now = useNow(1000);
  const passed = Math.max(0, now - new Date(since).getTime());
  return <span className="tabular-nums">{format.duration(Math.floor(passed / 1000) * 1000)}</span>;
}
