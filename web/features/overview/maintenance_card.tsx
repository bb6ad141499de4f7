import { Link } from "wouter";
import type { List } from "../../../server/contract/shapes.ts";
import type { MaintenanceWindow } from "../../../server/contract/windows.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApiQuery } from "../../api/use_api.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { paths } from "../../paths.ts";
import { Card } from "../../ui/data/card.tsx";
import { Badge } from "../../ui/feedback/badge.tsx";
import { nearWindows } from "./near_windows.ts";

/** Renders the maintenance windows that are open or open within 24 hours; nothing when there are none. */
export function MaintenanceCard() {
  const { t } = useMessages();
  const { data } = useApiQuery<List<MaintenanceWindow>>(queryKeys.windows("list"), "/windows");
  const windows = nearWindows(data?.items ?? [], Date.now());
  if (windows.length === 0) return null;
  return (
    <Card flush title={t("windows.near")}>
      <ul className="divide-y divide-line">
        {windows.map((window) => <WindowRow key={window.id} window={window} />)}
      </ul>
    </Card>
  );
}

function WindowRow(
  { window: { name, active, effect, nextFrom, nextTo, held } }: { window: MaintenanceWindow },
) {
  const { t, format } = useMessages();
  const now = Date.now();
  const timeOf = (at: string | null) => at === null ? "" : format.shortTime(at, now);
  return (
    <li className="flex min-w-0 flex-col gap-0.5 px-4 py-2.5">
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-3">
        <Link
          href={paths.windows()}
          title={name}
          className="min-w-0 truncate text-sm font-medium hover:text-accent-text hover:underline"
        >
          {name}
        </Link>
        {active && <Badge tone="warning">{t("windows.isOpen")}</Badge>}
      </div>
      <p className="text-xs text-muted">
        {t("windows.fromTo", { from: timeOf(nextFrom), to: timeOf(nextTo) })}
        {" · "}
        {t(effect === "hold" ? "windows.nearHold" : "windows.nearSkip")}
        {held > 0 && (
          <>
            {" · "}
            <Link href={paths.runs({ state: "queued" })} className="text-accent-text hover:underline">
              {t("windows.heldRuns", { count: held })}
            </Link>
          </>
        )}
      </p>
    </li>
  );
}
