import { Link } from "wouter";
import type { Heartbeat } from "../../../server/contract/heartbeats.ts";
import type { List } from "../../../server/contract/shapes.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApiQuery } from "../../api/use_api.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { paths } from "../../paths.ts";
import { Card } from "../../ui/data/card.tsx";
import { RelativeTime } from "../../ui/data/time_text.tsx";
import { downMessages } from "./state_style.tsx";
import { useMay } from "../../api/use_permissions.ts";

/** More would push what runs out of sight. */
const maxVisible = 6;

/** Renders the heartbeats that are down; nothing when none is. */
export function DownCard() {
  const { t, format } = useMessages();
  const query = { state: "down", pageSize: maxVisible };
  const { data } = useApiQuery<List<Heartbeat>>(queryKeys.heartbeats("list", query), "/heartbeats", {
    query,
    enabled: useMay("heartbeats:read"),
  });
  if (!data || data.total === 0) return null;
  return (
    <Card
      flush
      title={t("heartbeats.downTitle")}
      {...(data.total > data.items.length && {
        footer: (
          <Link
            href={paths.heartbeats({ state: "down" })}
            className="text-sm text-accent-text hover:underline"
          >
            {t("heartbeats.allDown", { count: format.number(data.total) })}
          </Link>
        ),
      })}
    >
      <ul className="divide-y divide-line">
        {data.items.map((one) => <DownRow key={one.id} heartbeat={one} />)}
      </ul>
    </Card>
  );
}

function DownRow({ heartbeat: { id, name, downReason, downAt } }: { heartbeat: Heartbeat }) {
  const { t } = useMessages();
  return (
    <li className="flex min-w-0 flex-wrap items-baseline gap-x-3 px-4 py-2.5">
      <Link
        href={paths.heartbeat(id)}
        title={name}
        className="block min-w-0 truncate text-sm font-medium hover:text-accent-text hover:underline"
      >
        {name}
      </Link>
      <span className="shrink-0 text-xs text-danger-text">
        {downReason && t(downMessages[downReason])}
        {downAt && (
          <>
            {" · "}
            <RelativeTime at={downAt} />
          </>
        )}
      </span>
    </li>
  );
}
