import { Play, Power, PowerOff, Trash2 } from "../../../ui/icons/icons.ts";
import type { ReactNode } from "react";
import type {
  Subscription,
  SubscriptionAction,
  SubscriptionStatus,
} from "../../../../server/contract/subscriptions.ts";
import type { MessageKey } from "../../../messages/messages.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { Chip } from "../../../ui/feedback/badge.tsx";
import { type BatchAction, BatchBar } from "../../../ui/data/batch_bar.tsx";
import { SortMenu } from "../../../ui/data/sort_menu.tsx";
import { FilterButton } from "../../../ui/inputs/filter_button.tsx";
import { NewButton } from "../../../ui/buttons/new_button.tsx";
import { StopIcon } from "../../../ui/buttons/stop_icon.tsx";
import { ListSearch } from "../../../ui/inputs/search_field.tsx";
import { useNarrow } from "../../../ui/use_narrow.ts";
import { useShortcuts } from "../../../ui/use_shortcuts.ts";
import { useSubscriptionActions } from "../actions/use_subscription_actions.tsx";
import { statusStyles } from "./subscription_cells.tsx";
import { useUrlState } from "../url_state.ts";
import type { ListStateHandle } from "./list_address.ts";
import { subscriptionColumns } from "./subscription_columns.tsx";

/** Renders search, filter, order and the button for a new subscription. */
export function ListToolbar({ handle }: { handle: ListStateHandle }) {
  const { t } = useMessages();
  const { links, mayWrite } = useSubscriptionActions();
  const narrow = useNarrow();
  const create = () => links.create();
  useShortcuts(mayWrite ? { n: create } : {});
  return (
    <div className="flex min-h-8 items-center gap-2">
      <ListSearch
        label={t("subscriptions.search")}
        placeholder={t(narrow ? "ui.search" : "subscriptions.searchHint")}
        q={handle.state.q}
        change={handle.change}
        covered={useUrlState().dialog !== null}
      />
      <StatusFilter handle={handle} />
      <SortMenu
        columns={subscriptionColumns}
        sort={handle.state.sort}
        onSort={(sort) => handle.change({ sort })}
      />
      {mayWrite && <NewButton label={t("subscriptions.new")} onClick={create} className="ms-auto" />}
    </div>
  );
}

function StatusFilter({ handle: { state, change } }: { handle: ListStateHandle }) {
  const { t } = useMessages();
  const entries = Object.entries(statusStyles).map(([status, { label }]) => {
    const value = status as SubscriptionStatus; // the record's keys are exactly the statuses
    const chosen = state.status.includes(value);
    const others = state.status.filter((one) => one !== value);
    return {
      label: t(label),
      checked: chosen,
      onSelect: () => change({ status: chosen ? others : [...state.status, value] }),
    };
  });
  return <FilterButton label={t("subscriptions.status")} entries={entries} />;
}

/** Renders the active status filters, each with a button that removes it; nothing when there are none. */
export function FilterChips({ handle: { state, change } }: { handle: ListStateHandle }) {
  const { t } = useMessages();
  if (state.status.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-1.5" role="group" aria-label={t("tasks.filters")}>
      {state.status.map((status) => (
        <Chip
          key={status}
          label={t("ui.labelAndValue", {
            label: t("subscriptions.status"),
            value: t(statusStyles[status].label),
          })}
          onRemove={() => change({ status: state.status.filter((one) => one !== status) })}
        />
      ))}
    </div>
  );
}

const batchActions: readonly {
  action: SubscriptionAction;
  label: MessageKey;
  icon: ReactNode;
  onPhone?: boolean;
}[] = [
  { action: "run", label: "subscriptions.run", icon: <Play />, onPhone: true },
  { action: "stop", label: "subscriptions.stop", icon: <StopIcon />, onPhone: true },
  { action: "enable", label: "subscriptions.enable", icon: <Power /> },
  { action: "disable", label: "subscriptions.disable", icon: <PowerOff /> },
];

export function SubscriptionBatchBar(
  { subscriptions, onClear }: { subscriptions: readonly Subscription[]; onClear: () => void },
) {
  const { t } = useMessages();
  const { perform, askDelete } = useSubscriptionActions();
  const actions = batchActions.map(({ action, label, ...style }): BatchAction => ({
    ...style,
    label: t(label),
    onSelect: () => perform(action, subscriptions),
  }));
  const remove: BatchAction = {
    label: t("ui.delete"),
    icon: <Trash2 />,
    danger: true,
    onPhone: true,
    onSelect: () => askDelete(subscriptions),
  };
  return (
    <BatchBar
      label={t("subscriptions.batch")}
      selected={t("tasks.selected", { count: subscriptions.length })}
      clearLabel={t("tasks.clearSelection")}
      actions={[...actions, remove]}
      onClear={onClear}
    />
  );
}
