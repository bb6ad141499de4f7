import type { Heartbeat, HeartbeatSortField } from "../../../../server/contract/heartbeats.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import type { Column } from "../../../ui/data/columns.ts";
import { LabelChips } from "../../../ui/data/label_chips.tsx";
import { RowAction } from "../../../ui/data/rows/row_actions.tsx";
import { RelativeTime } from "../../../ui/data/time_text.tsx";
import { Copy, Pencil } from "../../../ui/icons/icons.ts";
import { useHeartbeatActions } from "../actions/use_heartbeat_actions.tsx";
import { useHeartbeatListState } from "../url_state.ts";
import { type CellProps, Expected, LastPing, NameLink, StateCell } from "./heartbeat_cells.tsx";

export const heartbeatColumns: readonly Column<Heartbeat, HeartbeatSortField>[] = [
  {
    id: "name",
    header: "heartbeats.name",
    sort: "name",
    minWidth: 160,
    className: "max-w-0",
    cell: (heartbeat) => (
      <NameLink
        heartbeat={heartbeat}
        tabIndex={-1}
        className="block truncate font-medium hover:text-accent-text hover:underline"
      >
        {heartbeat.name}
      </NameLink>
    ),
  },
  {
    id: "state",
    header: "heartbeats.state",
    sort: "state",
    width: 168,
    cell: (heartbeat) => <StateCell heartbeat={heartbeat} />,
  },
  {
    id: "labels",
    header: "tasks.labels",
    width: 124,
    minWindowWidth: 1340,
    cell: (heartbeat) => <Labels heartbeat={heartbeat} />,
  },
  {
    id: "lastPing",
    header: "heartbeats.lastPing",
    sort: "lastPingAt",
    descendingFirst: true,
    width: 104,
    minWindowWidth: 900,
    className: "text-muted",
    cell: (heartbeat) => <LastPing heartbeat={heartbeat} />,
  },
  {
    id: "due",
    header: "heartbeats.due",
    sort: "dueAt",
    width: 104,
    minWindowWidth: 1000,
    className: "text-muted",
    cell: ({ dueAt }) => dueAt && <RelativeTime at={dueAt} />,
  },
  {
    id: "expected",
    header: "heartbeats.expected",
    share: 0.22,
    minWindowWidth: 1180,
    className: "max-w-0",
    cell: (heartbeat) => <Expected heartbeat={heartbeat} />,
  },
];

function Labels({ heartbeat: { labels } }: CellProps) {
  const { t } = useMessages();
  const { change } = useHeartbeatListState();
  return (
    <LabelChips
      labels={labels}
      max={2}
      title={(label) => t("heartbeats.showLabel", { label })}
      onLabel={(label) => change({ label })}
      className="min-w-0"
    />
  );
}

/** Renders the buttons on a row that copy the address and edit. */
export function HeartbeatRowActions({ row: heartbeat }: { row: Heartbeat }) {
  const { t } = useMessages();
  const { copyAddress, edit, mayWrite } = useHeartbeatActions();
  const { id, name } = heartbeat;
  return (
    <>
      <RowAction
        label={t("heartbeats.copyAddress")}
        name={name}
        icon={<Copy />}
        onClick={() => copyAddress(heartbeat)}
      />
      {mayWrite && <RowAction label={t("ui.edit")} name={name} icon={<Pencil />} onClick={() => edit(id)} />}
    </>
  );
}
