import { useCallback, useRef } from "react";
import type { SubscriptionStatus } from "../../../../server/contract/subscriptions.ts";
import { useShortcuts } from "../../../shared/page/use_shortcuts.ts";
import { FilterButton } from "../../../ui/inputs/filter_button.tsx";
import { NewButton } from "../../../ui/inputs/new_button.tsx";
import { SearchField } from "../../../ui/inputs/search_field.tsx";
import { useSearchText } from "../../../ui/inputs/use_search_text.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { useSubscriptionActions } from "../actions/use_subscription_actions.tsx";
import { useUrlState } from "../url_state.ts";
import { statusStyles } from "../show/subscription_status.tsx";
import type { ListStateHandle } from "./use_list_state.ts";

/** Search, filter and the way to a new subscription. */
export function ListToolbar({ handle }: { handle: ListStateHandle }) {
  return (
    <div className="flex min-h-8 items-center gap-2">
      <ListSearch handle={handle} />
      <StatusFilter handle={handle} />
      <NewSubscription />
    </div>
  );
}

function ListSearch({ handle: { state, change } }: { handle: ListStateHandle }) {
  const { t } = useMessages();
  const input = useRef<HTMLInputElement>(null);
  const covered = useUrlState().dialog !== null;
  const search = useCallback((q: string) => {
    // A dialog that was opened meanwhile would be closed by it.
    if (!covered) change({ q }, { replace: true });
  }, [change, covered]);
  const [text, setText, leave] = useSearchText(state.q, search);
  useShortcuts({ "/": () => input.current?.focus() });
  return (
    <SearchField
      inputRef={input}
      label={t("subscriptions.search")}
      placeholder={t("subscriptions.searchHint")}
      value={text}
      onValue={setText}
      onLeave={leave}
      className="min-w-0 flex-1 md:max-w-80"
    />
  );
}

function StatusFilter({ handle: { state, change } }: { handle: ListStateHandle }) {
  const { t } = useMessages();
  const entries = Object.entries(statusStyles).map(([status, { word }]) => {
    const value = status as SubscriptionStatus; // the record has exactly the statuses as keys
    const chosen = state.status.includes(value);
    const others = state.status.filter((one) => one !== value);
    return {
      label: t(word),
      checked: chosen,
      onSelect: () => change({ status: chosen ? others : [...state.status, value] }),
    };
  });
  return <FilterButton label={t("subscriptions.status")} entries={entries} />;
}

function NewSubscription() {
  const { t } = useMessages();
  const { links } = useSubscriptionActions();
  const create = () => links.create();
  useShortcuts({ n: create });
  return <NewButton label={t("subscriptions.new")} onClick={create} className="ms-auto" />;
}
