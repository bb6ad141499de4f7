import { Columns3, Ellipsis, ListOrdered, ListPlus } from "../../../ui/icons/icons.ts";
import { taskFilters } from "../../../../server/contract/task_fields.ts";
import { useShortcuts } from "../../../ui/use_shortcuts.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { useFilterTrigger } from "../../../ui/inputs/filter_button.tsx";
import { IconButton } from "../../../ui/buttons/icon_button.tsx";
import { Menu } from "../../../ui/overlays/menu.tsx";
import { NewButton } from "../../../ui/buttons/new_button.tsx";
import { useNarrow } from "../../../ui/use_narrow.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { useTaskActions } from "../../../shared/task/task_actions.ts";
import { fieldMessage, useFieldValueText } from "../../../shared/task/field_values.tsx";
import { useQueue } from "../../../shared/queue/use_queue.ts";
import { LazyPopover, withoutPanel } from "../../../ui/overlays/lazy_popover.tsx";
import { Chip } from "../../../ui/feedback/badge.tsx";
import type { ColumnsHandle } from "../../../ui/data/columns.ts";
import { taskColumns } from "./task_columns.tsx";
import type { ListStateHandle } from "../../../shared/task/use_list_state.ts";
import { lazyPart } from "../../../ui/feedback/lazy.tsx";
import { Suspense, useId, useRef, useState } from "react";
import { SearchField, useSearchText } from "../../../ui/inputs/search_field.tsx";
import { useIsAdministrator, useMay } from "../../../api/use_permissions.ts";

const SearchSuggestions = lazyPart(() => import("./search_suggestions.tsx"));
const TaskSortMenu = lazyPart(() => import("./task_sort_menu.tsx"), { small: true });

/** Renders the search box of the list, with suggestions below while typing. */
function TaskSearch({ handle }: { handle: ListStateHandle }) {
  const { t } = useMessages();
  const narrow = useNarrow();
  const input = useRef<HTMLInputElement>(null);
  const { state, change } = handle;
  const [text, setText] = useSearchText(state.q, (q) => change({ q }, { replace: true }));
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

/** Renders search, filter and the button for a new task. */
export function ListToolbar({ handle, columns }: { handle: ListStateHandle; columns: ColumnsHandle }) {
  const { t } = useMessages();
  const { links, mayWrite } = useTaskActions();
  const mayImport = useIsAdministrator();
  const narrow = useNarrow();
  const queue = useQueueText();
  useShortcuts({ ...mayWrite && { "n": () => links.create() }, "q": () => links.queue() });
  return (
    <div className="flex min-h-8 items-center gap-2">
      <TaskSearch handle={handle} />
      <FilterMenu handle={handle} />
      {narrow && (
        <Suspense fallback={<span className="size-8 shrink-0 touch:size-11" />}>
          <TaskSortMenu handle={handle} />
        </Suspense>
      )}
      {!narrow && <ColumnMenu columns={columns} />}
      {!narrow && <QueueButton text={queue.text} isActive={queue.isActive} />}
      {mayWrite && <NewButton label={t("tasks.new")} onClick={() => links.create()} />}
      <Menu
        entries={[
          // On a phone, the search needs the room.
          ...(narrow ? [{ label: queue.label, onSelect: () => links.queue() }] : []),
          {
            label: t("tasks.groupByLabel"),
            checked: handle.state.sort?.field === "label",
            onSelect: () =>
              handle.change({
                sort: handle.state.sort?.field === "label" ? null : { field: "label", descending: false },
              }),
          },
          "separator",
          ...mayWrite ? [{ label: t("tasks.importCrontab"), onSelect: () => links.importCrontab() }] : [],
          ...mayImport ? [{ label: t("tasks.import"), onSelect: () => links.importData() }] : [],
          { label: t("tasks.trash"), onSelect: () => links.trash() },
        ]}
      >
        <IconButton tooltip={false} label={t("ui.more")} icon={<Ellipsis />} className="-ms-1" />
      </Menu>
    </div>
  );
}

const FilterPanel = lazyPart(() => import("./filter_panel.tsx"), withoutPanel);

function FilterMenu({ handle }: { handle: ListStateHandle }) {
  const { t } = useMessages();
  return <LazyPopover trigger={useFilterTrigger(t("tasks.filter"))} Panel={FilterPanel} handle={handle} />;
}

const ColumnPanel = lazyPart(() => import("../../../ui/data/column_panel.tsx"), withoutPanel);

function ColumnMenu({ columns }: { columns: ColumnsHandle }) {
  const { t } = useMessages();
  return (
    <LazyPopover
      trigger={<Button icon={<Columns3 />}>{t("tasks.columns")}</Button>}
      Panel={ColumnPanel}
      columns={taskColumns}
      handle={columns}
    />
  );
}

/** Renders the active filters, each with a button to remove it, and a button to save them as a view; nothing without filters. */
export function FilterChips({ handle: { state, filter } }: { handle: ListStateHandle }) {
  const { t } = useMessages();
  const { links } = useTaskActions();
  const valueText = useFieldValueText();
  const maySave = useMay("views:write");
  const active = taskFilters.flatMap((name) => state.filters[name].map((value) => ({ name, value })));
  if (active.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-1.5" role="group" aria-label={t("tasks.filters")}>
      {active.map(({ name, value }) => {
        return (
          <Chip
            key={`${name} ${value}`}
            label={t("ui.labelAndValue", { label: t(fieldMessage(name)), value: valueText(name, value) })}
            onRemove={() => filter(name, state.filters[name].filter((one) => one !== value))}
          />
        );
      })}
      {maySave && (
        <Button
          variant="ghost"
          size="small"
          icon={<ListPlus size={14} />}
          onClick={() => links.viewForm()}
          className="h-6!"
        >
          {t("tasks.saveView")}
        </Button>
      )}
    </div>
  );
}

/** Returns the numbers of active and queued runs as text, and the name of the queue with them, for a menu. */
function useQueueText(): { text: string; label: string; isActive: boolean } {
  const { t, format } = useMessages();
  const { data } = useQueue();
  const [live, waiting] = [data?.live.length ?? 0, data?.waitingTotal ?? 0];
  const counts = { live: format.number(live), waiting: format.number(waiting) };
  const name = t("tasks.queue");
  if (live + waiting === 0) return { text: name, label: name, isActive: false };
  const text = t("tasks.queueCounts", counts);
  return { text, label: t("ui.labelAndValue", { label: name, value: text }), isActive: live > 0 };
}

function QueueButton({ text, isActive }: { text: string; isActive: boolean }) {
  const { links } = useTaskActions();
  return (
    <Button
      variant="ghost"
      icon={<ListOrdered />}
      onClick={() => links.queue()}
      className={`ms-auto tabular-nums ${isActive ? "text-accent-text!" : ""}`}
    >
      {text}
    </Button>
  );
}
