import { type FocusEvent, type KeyboardEvent, type MouseEvent, useRef, useState } from "react";
import type { Subscription, SubscriptionSortField } from "../../../../server/contract/subscriptions.ts";
import { AllBox } from "../../../ui/data/rows/choose_boxes.tsx";
import { locationOf, stepOf } from "../../../ui/data/rows/row_keys.ts";
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
import { useShortcuts } from "../../../shared/page/use_shortcuts.ts";
import { isStoppable } from "../actions/is_stoppable.ts";

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

type Toggle = (subscription: Subscription, range: boolean) => void;

/** Lets the arrow keys move between rows and letters act on the row that has the focus. Tab reaches one row only. */
function useRowKeys(subscriptions: readonly Subscription[], onToggle: Toggle) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [lastId, setLastId] = useState<number | null>(null);
  const letters = useLetters(onToggle);
  const known = subscriptions.findIndex(({ id }) => id === lastId);
  const at = Math.max(0, known);
  const focusRow = (index: number) => {
    const wanted = Math.min(Math.max(index, 0), subscriptions.length - 1);
    body.current?.querySelector<HTMLElement>(`tr[data-place="${wanted}"]`)?.focus();
  };
  useShortcuts({ arrowdown: () => focusRow(at), j: () => focusRow(at) });
  const onFocus = (event: FocusEvent) => {
    const row = subscriptions[locationOf(event.target) ?? -1];
    if (row) setLastId(row.id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey || event.altKey) return;
    const index = locationOf(event.target);
    const row = subscriptions[index ?? -1];
    if (index === null || !row) return;
    const step = stepOf(event.key, index, subscriptions.length);
    const onRow = event.target instanceof HTMLTableRowElement;
    if (step === undefined && !(onRow && letters(event, row))) return;
    event.preventDefault();
    if (step !== undefined) focusRow(step);
  };
  return { body, reachable: subscriptions[at]?.id ?? null, onFocus, onKeyDown };
}

function useLetters(onToggle: Toggle) {
  const { act: action, askDelete, links, preview } = useSubscriptionActions();
  return ({ key, shiftKey }: KeyboardEvent, row: Subscription): boolean => {
    const letters: Record<string, () => void> = {
      enter: () => links.edit(row.id),
      e: () => links.edit(row.id),
      r: () => void action("run", [row]),
      s: () => isStoppable(row) && void action("stop", [row]),
      l: () => links.log(row.id),
      p: () => void preview(row),
      a: () => row.waiting && links.waiting(row.id),
      x: () => onToggle(row, shiftKey),
      " ": () => onToggle(row, shiftKey),
      delete: () => askDelete([row]),
      backspace: () => askDelete([row]),
    };
    const letter = letters[key.toLowerCase()];
    letter?.();
    return letter !== undefined;
  };
}
