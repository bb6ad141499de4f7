import type { Heartbeat } from "../../../../server/contract/heartbeats.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { CardMenu, ListCard } from "../../../ui/data/rows/list_card.tsx";
import { RelativeTime } from "../../../ui/data/time_text.tsx";
import { Activity, CalendarClock } from "../../../ui/icons/icons.ts";
import { heartbeatEntries, useHeartbeatActions } from "../actions/use_heartbeat_actions.tsx";
import { Expected, LastPing, NameLink, StateCell } from "./heartbeat_cells.tsx";

/** Renders one heartbeat as a card, for a phone. */
export function HeartbeatCard({ heartbeat }: { heartbeat: Heartbeat }) {
  const { t } = useMessages();
  const actions = useHeartbeatActions();
  const { name, dueAt } = heartbeat;
  return (
    <ListCard name={name} selected={false}>
      <div className="flex items-center gap-2 ps-1">
        <NameLink heartbeat={heartbeat} className="flex min-h-11 min-w-0 flex-1 items-center">
          <span className="truncate text-base font-medium">{name}</span>
        </NameLink>
        <span className="shrink-0 text-sm">
          <StateCell heartbeat={heartbeat} />
        </span>
        <span className="-me-1.5 flex">
          <CardMenu name={name} entries={() => heartbeatEntries(heartbeat, { actions, t })} />
        </span>
      </div>
      <dl className="flex flex-col ps-1 pe-1 pb-1 text-xs text-muted icon-stroke">
        <div className="flex h-5.5 min-w-0 items-center gap-1.5">
          <dt title={t("heartbeats.expected")}>
            <CalendarClock size={14} aria-label={t("heartbeats.expected")} className="text-faint" />
          </dt>
          <dd className="min-w-0 truncate">
            <Expected heartbeat={heartbeat} />
          </dd>
          {dueAt && (
            <dd className="-ms-0.5 shrink-0">
              · <RelativeTime at={dueAt} label={t("heartbeats.due")} />
            </dd>
          )}
        </div>
        <div className="flex h-5.5 min-w-0 items-center gap-1.5">
          <dt title={t("heartbeats.lastPing")}>
            <Activity size={14} aria-label={t("heartbeats.lastPing")} className="text-faint" />
          </dt>
          <dd className="min-w-0">
            <LastPing heartbeat={heartbeat} />
          </dd>
        </div>
      </dl>
    </ListCard>
  );
}
