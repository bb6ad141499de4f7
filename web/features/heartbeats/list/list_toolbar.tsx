import type { HeartbeatState } from "../../../../server/contract/heartbeats.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { NewButton } from "../../../ui/buttons/new_button.tsx";
import { SortMenu } from "../../../ui/data/sort_menu.tsx";
import { Chip } from "../../../ui/feedback/badge.tsx";
import { FilterButton } from "../../../ui/inputs/filter_button.tsx";
import { ListSearch } from "../../../ui/inputs/search_field.tsx";
import { useNarrow } from "../../../ui/use_narrow.ts";
import { useShortcuts } from "../../../ui/use_shortcuts.ts";
import { useHeartbeatActions } from "../actions/use_heartbeat_actions.tsx";
import { stateStyles } from "../state_style.tsx";
import { type ListStateHandle, useUrlState } from "../url_state.ts";
import { heartbeatColumns } from "./heartbeat_columns.tsx";

/** Renders search, filter, order and the button for a new heartbeat. */
export function ListToolbar({ handle }: { handle: ListStateHandle }) {
  const { t } = useMessages();
  const { create, mayWrite } = useHeartbeatActions();
  const narrow = useNarrow();
  useShortcuts(mayWrite ? { n: create } : {});
  return (
    <div className="flex min-h-8 items-center gap-2">
      <ListSearch
        label={t("heartbeats.search")}
        placeholder={t(narrow ? "ui.search" : "heartbeats.searchHint")}
        q={handle.state.q}
        change={handle.change}
        covered={useUrlState().hasForm}
      />
      <StateFilter handle={handle} />
      <SortMenu
        columns={heartbeatColumns}
        sort={handle.state.sort}
        onSort={(sort) => handle.change({ sort })}
      />
      {mayWrite && <NewButton label={t("heartbeats.new")} onClick={create} className="ms-auto" />}
    </div>
  );
}

function StateFilter({ handle: { state, change } }: { handle: ListStateHandle }) {
  const { t } = useMessages();
  const entries = Object.entries(stateStyles).map(([name, { label }]) => {
    const value = name as HeartbeatState; // the record's keys are exactly the states
    const chosen = state.state.includes(value);
    const others = state.state.filter((one) => one !== value);
    return {
      label: t(label),
      checked: chosen,
      onSelect: () => change({ state: chosen ? others : [...state.state, value] }),
    };
  });
  return <FilterButton label={t("heartbeats.state")} entries={entries} />;
}

/** Renders the active filters, each with a button that removes it; nothing when there are none. */
export function FilterChips({ handle: { state, change } }: { handle: ListStateHandle }) {
  const { t } = useMessages();
  if (state.state.length === 0 && state.label === "") return null;
  return (
    <div className="flex flex-wrap items-center gap-1.5" role="group" aria-label={t("tasks.filters")}>
      {state.state.map((one) => (
        <Chip
          key={one}
          label={t("ui.labelAndValue", { label: t("heartbeats.state"), value: t(stateStyles[one].label) })}
          onRemove={() => change({ state: state.state.filter((other) => other !== one) })}
        />
      ))}
      {state.label !== "" && (
        <Chip
          label={t("ui.labelAndValue", { label: t("tasks.label"), value: state.label })}
          onRemove={() => change({ label: "" })}
        />
      )}
    </div>
  );
}
