import { Columns3, Ellipsis, Tag } from "lucide-react";
import type { TaskStatus } from "../../../../server/contract/tasks.ts";
import { useShortcuts } from "../../../shared/page/use_shortcuts.ts";
import { Button } from "../../../ui/inputs/button.tsx";
import { FilterButton } from "../../../ui/inputs/filter_button.tsx";
import { IconButton } from "../../../ui/inputs/icon_button.tsx";
import { Menu } from "../../../ui/overlays/menu.tsx";
import type { MenuEntry } from "../../../ui/overlays/menu_entries.ts";
import { NewButton } from "../../../ui/inputs/new_button.tsx";
import { useNarrow } from "../../../ui/use_narrow.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { useTaskActions } from "../actions/use_task_actions.tsx";
import { useSubscriptionNames } from "../show/subscription_link.tsx";
import { taskStatusStyles } from "../../../shared/task/task_status.tsx";
import { QueueButton } from "../../queue/queue_button.tsx";
import { LazyPopover, withoutPanel } from "../../../ui/overlays/lazy_popover.tsx";
import type { ColumnsHandle } from "./use_columns.ts";
import type { ListStateHandle } from "../../../shared/task/use_list_state.ts";
import { lazyPart } from "../../../ui/feedback/lazy.tsx";
import { Suspense, useCallback, useId, useRef, useState } from "react";
import { SearchField } from "../../../ui/inputs/search_field.tsx";
import { useSearchText } from "../../../ui/inputs/use_search_text.ts";

const SearchSuggestions = lazyPart(() => import("./search_suggestions.tsx"));

/** The search box of the list, with suggestions beneath while one types in it. */
function TaskSearch({ handle }: { handle: ListStateHandle }) {
  const { t } = useMessages();
  const narrow = useNarrow();
  const input = useRef<HTMLInputElement>(null);
  const { state, change } = handle;
  const search = useCallback((q: string) => change({ q }, { replace: true }), [change]);
  const [text, setText] = useSearchText(state.q, search);
  const [focused, setFocused] = useState(false);
  const [active, setActive] = useState<string | null>(null);
  const listId = useId();
  useShortcuts({ "/": () => input.current?.focus() });
  return (
    <div
      className="relative min-w-0 flex-1 md:max-w-80"
      onFocus={(event) => setFocused(event.target === input.current)}
      onBlur={() => setFocused(false)}
    >
      <SearchField
        inputRef={input}
        label={t("tasks.search")}
        placeholder={narrow ? t("tasks.search") : t("tasks.searchHint")}
        value={text}
        onValue={setText}
        list={{ id: listId, active, open: focused }}
      />
      {focused && (
        <Suspense>
          <SearchSuggestions {...{ handle, input, text, setText, listId }} onActive={setActive} />
        </Suspense>
      )}
    </div>
  );
}

/** Search, filter and the way to a new task. */
export function ListToolbar({ handle, columns }: { handle: ListStateHandle; columns: ColumnsHandle }) {
  const { t } = useMessages();
  const { links } = useTaskActions();
  const narrow = useNarrow();
  useShortcuts({ "n": () => links.create(), "q": () => links.queue() });
  return (
    <div className="flex min-h-8 items-center gap-2">
      <TaskSearch handle={handle} />
      <FilterMenu handle={handle} />
      {!narrow && <LabelFilter handle={handle} />}
      {!narrow && <ColumnMenu columns={columns} />}
      <QueueButton />
      <NewButton label={t("tasks.new")} onClick={() => links.create()} />
      <Menu entries={[{ label: t("tasks.importCrontab"), onSelect: () => links.importCrontab() }]}>
        <IconButton
          tooltip={false}
          label={t("ui.more")}
          icon={<Ellipsis size={16} />}
          className="-ms-1"
        />
      </Menu>
    </div>
  );
}

function FilterMenu({ handle: { state, change } }: { handle: ListStateHandle }) {
  const { t } = useMessages();
  const entries = Object.entries(taskStatusStyles).map(([status, { word }]) => {
    const value = status as TaskStatus; // the record has exactly the statuses as keys
    const chosen = state.status.includes(value);
    const others = state.status.filter((one) => one !== value);
    return {
      label: t(word),
      checked: chosen,
      onSelect: () => change({ status: chosen ? others : [...state.status, value] }),
    };
  });
  const subscriptions = useSubscriptionNames();
  const madeBy = subscriptions.map(({ id, name }) => ({
    label: name,
    checked: state.subscription === id,
    onSelect: () => change({ subscription: state.subscription === id ? null : id }),
  }));
  const all: MenuEntry[] = madeBy.length === 0 ? entries : [
    { heading: t("tasks.filterStatus") },
    ...entries,
    "separator",
    { heading: t("tasks.subscription") },
    ...madeBy,
  ];
  return <FilterButton label={t("tasks.filter")} entries={all} />;
}

const LabelPanel = lazyPart(() => import("./label_panel.tsx"), withoutPanel);
const ColumnPanel = lazyPart(() => import("./column_panel.tsx"), withoutPanel);

function LabelFilter({ handle: { state, change } }: { handle: ListStateHandle }) {
  const { t } = useMessages();
  return (
    <LazyPopover
      trigger={<Button icon={<Tag size={16} aria-hidden />}>{t("tasks.labels")}</Button>}
      Panel={LabelPanel}
      label={state.label}
      onLabel={(label: string) => change({ label })}
    />
  );
}

function ColumnMenu({ columns }: { columns: ColumnsHandle }) {
  const { t } = useMessages();
  return (
    <LazyPopover
      trigger={<Button icon={<Columns3 size={16} aria-hidden />}>{t("tasks.columns")}</Button>}
      Panel={ColumnPanel}
      handle={columns}
    />
  );
}
