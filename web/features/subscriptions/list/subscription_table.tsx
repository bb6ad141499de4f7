import { type MouseEvent, useState } from "react";
import type { SubscriptionSortField } from "../../../../server/contract/subscriptions.ts";
import { AllBox } from "../../../ui/data/rows/choose_boxes.tsx";
import { locationOf } from "../../../ui/data/rows/row_keys.ts";
import { ContextMenu } from "../../../ui/overlays/context_menu.tsx";
import { columnSort } from "../../../ui/data/list_sort.ts";
import { SkeletonRows } from "../../../ui/feedback/skeleton.tsx";
import { HeadCell, Table } from "../../../ui/data/table.tsx";
import type { MessageKey } from "../../../messages/messages.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { useSubscriptionActions } from "../actions/use_subscription_actions.tsx";
import { subscriptionEntries } from "../actions/subscription_entries.tsx";
import type { SubscriptionsProps } from "./subscriptions_props.ts";
import { SubscriptionRow } from "./subscription_row.tsx";
import { useRowKeys } from "./use_row_keys.ts";

interface Column {
  word: MessageKey;
  sort?: SubscriptionSortField;
  /** Pixels; none takes the room that is left. */
  width?: number;
}

const columns: readonly Column[] = [
  { word: "subscriptions.name", sort: "name" },
  { word: "subscriptions.type", sort: "type", width: 148 },
  { word: "subscriptions.schedule", sort: "nextRunAt", width: 204 },
  { word: "subscriptions.status", width: 108 },
  { word: "subscriptions.lastPull", width: 184 },
  { word: "subscriptions.tasks", width: 72 },
];

/** Subscriptions as rows. Columns have fixed widths, so that nothing moves when times and states change. */
export function SubscriptionTable(props: SubscriptionsProps) {
  const { t } = useMessages();
  const { subscriptions, loading, chosen, onToggle } = props;
  const keys = useRowKeys(subscriptions, onToggle);
  const menu = useRowsMenu(subscriptions);
  return (
    <Table
      label={t("shell.subscriptions")}
      minWidth={1060}
      className="min-h-0 [&>table]:table-fixed"
    >
      <TableHead {...props} />
      <ContextMenu entries={menu.entries}>
        <tbody ref={keys.body} onKeyDown={keys.onKeyDown} onFocus={keys.onFocus} onContextMenu={menu.aim}>
          {loading && <SkeletonRows columns={columns.length + 2} rows={6} />}
          {subscriptions.map((subscription, index) => (
            <SubscriptionRow
              key={subscription.id}
              {...{ subscription, location: index, onToggle }}
              selected={chosen.has(subscription.id)}
              reachable={subscription.id === keys.reachable}
            />
          ))}
        </tbody>
      </ContextMenu>
    </Table>
  );
}

function TableHead({ handle: { state, change }, subscriptions, chosen, onToggleAll }: SubscriptionsProps) {
  const { t } = useMessages();
  const sortable = (field: SubscriptionSortField) =>
    columnSort(state.sort, field, (sort) => change({ sort }));
  return (
    <thead>
      <tr>
        <th
          scope="col"
          className="sticky start-0 top-0 z-20 h-9 w-11 border-b border-line bg-surface ps-4 text-start"
        >
          <AllBox chosen={chosen.size} total={subscriptions.length} onAll={onToggleAll} />
        </th>
        {columns.map(({ word, sort, width }) => (
          <HeadCell
            key={word}
            {...(sort && sortable(sort))}
            width={width ?? null}
            className={width === undefined ? "start-11 z-20" : ""}
          >
            {t(word)}
          </HeadCell>
        ))}
        <HeadCell width={112} hideLabel>{t("subscriptions.actions")}</HeadCell>
      </tr>
    </thead>
  );
}

/** One context menu for all rows: that of the row under the pointer. */
function useRowsMenu(subscriptions: SubscriptionsProps["subscriptions"]) {
  const { t } = useMessages();
  const actions = useSubscriptionActions();
  const [id, setId] = useState<number | null>(null);
  const aimed = subscriptions.find((one) => one.id === id);
  const aim = (event: MouseEvent) => {
    const under = subscriptions[locationOf(event.target) ?? -1];
    if (!under) return event.preventDefault();
    setId(under.id);
  };
  return { aim, entries: aimed ? subscriptionEntries(aimed, { actions, t }) : [] };
}
