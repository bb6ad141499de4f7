import type { Run } from "../../../server/contract/runs.ts";
import { useSession } from "../../api/use_session.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { pageTimeZone } from "../../messages/zone_clocks.ts";

/**
 * Renders what the first line of a log says: when it was started. The line is in the panel's time zone, the page in its
 * own.
 */
export function LogHeaderText({ time, run }: { time: string; run: Pick<Run, "startedAt"> | undefined }) {
  const { t, format } = useMessages();
  const panelZone = useSession().settings.effectiveTimeZone;
  const isOtherZone = panelZone !== pageTimeZone();
  const startedAt = run?.startedAt ?? null;
  if (startedAt === null) return t("log.started", { time: isOtherZone ? `${time} ${panelZone}` : time });
  return t("log.started", { time: isOtherZone ? format.exact(startedAt) : format.dateTime(startedAt) });
}
