import { ListFilter, Plus } from "lucide-react";
import { useCallback, useRef } from "react";
import type { SubscriptionStatus } from "../../../../server/contract/subscriptions.ts";
import { useShortcuts } from "../../../shell/use_shortcuts.ts";
import { Button } from "../../../ui/button.tsx";
import { IconButton } from "../../../ui/icon_button.tsx";
import { Menu } from "../../../ui/menu.tsx";
import { SearchField } from "../../../ui/search_field.tsx";
import { useNarrow } from "../../../ui/use_narrow.ts";
import { useSearchText } from "../../../ui/use_search_text.ts";
import { useWords } from "../../../words/use_words.tsx";
import { useSubscriptionActs } from "../acts/subscription_acts.tsx";
import { statusLooks } from "../show/subscription_status.tsx";
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
  const { t } = useWords();
  const input = useRef<HTMLInputElement>(null);
  const search = useCallback((q: string) => change({ q }, { replace: true }), [change]);
  const [text, setText] = useSearchText(state.q, search);
  useShortcuts({ "/": () => input.current?.focus() });
  return (
    <SearchField
      inputRef={input}
      label={t("subscriptions.search")}
      placeholder={t("subscriptions.searchHint")}
      value={text}
      onValue={setText}
      className="min-w-0 flex-1 md:max-w-80"
    />
  );
}

function StatusFilter({ handle: { state, change } }: { handle: ListStateHandle }) {
  const { t } = useWords();
  const narrow = useNarrow();
  const entries = Object.entries(statusLooks).map(([status, { word }]) => {
    const value = status as SubscriptionStatus; // the record has exactly the statuses as keys
    const chosen = state.status.includes(value);
    const others = state.status.filter((one) => one !== value);
    return {
      label: t(word),
      checked: chosen,
      onSelect: () => change({ status: chosen ? others : [...state.status, value] }),
    };
  });
  const icon = <ListFilter size={16} aria-hidden />;
  return (
    <Menu align="start" entries={entries}>
      {narrow
        ? (
          <IconButton
            tooltip={false}
            label={t("subscriptions.status")}
            icon={icon}
            className="border border-line-strong bg-surface shadow-control"
          />
        )
        : <Button icon={icon}>{t("subscriptions.status")}</Button>}
    </Menu>
  );
}

function NewSubscription() {
  const { t } = useWords();
  const { links } = useSubscriptionActs();
  const narrow = useNarrow();
  useShortcuts({ n: () => links.create() });
  const button = {
    variant: "primary" as const,
    icon: <Plus size={16} aria-hidden />,
    onClick: () => links.create(),
  };
  // On a phone the words would take the room of the search box.
  if (narrow) return <Button {...button} aria-label={t("subscriptions.new")} className="px-2! touch:w-11" />;
  return <Button {...button} className="ms-auto">{t("subscriptions.new")}</Button>;
}
