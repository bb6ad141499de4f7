import {
  ArrowUpToLine,
  Download,
  Ellipsis,
  Power,
  PowerOff,
  Tag,
  TextCursorInput,
  Trash2,
  Upload,
} from "../../../ui/icons/icons.ts";
import { useLocation, useSearch } from "wouter";
import type { Variable } from "../../../../server/contract/variables.ts";
import { useShortcuts } from "../../../ui/use_shortcuts.ts";
import { Chip } from "../../../ui/feedback/badge.tsx";
import { type BatchAction, BatchBar } from "../../../ui/data/batch_bar.tsx";
import { SortMenu } from "../../../ui/data/sort_menu.tsx";
import { Button } from "../../../ui/buttons/button.tsx";
import { FilterButton } from "../../../ui/inputs/filter_button.tsx";
import { IconButton } from "../../../ui/buttons/icon_button.tsx";
import { Menu } from "../../../ui/overlays/menu.tsx";
import type { MenuEntry } from "../../../ui/overlays/menu_entries.ts";
import { NewButton } from "../../../ui/buttons/new_button.tsx";
import { ListSearch } from "../../../ui/inputs/search_field.tsx";
import { useNarrow } from "../../../ui/use_narrow.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { useVariableActions } from "../actions/use_variable_actions.tsx";
import { type ListStateHandle, readUrlState } from "../url_state.ts";
import { useVariableLabels } from "../api.ts";
import { variableColumns } from "./variable_columns.tsx";

/** Renders search, filter, import, export, and the button for a new variable. */
export function ListToolbar({ handle }: { handle: ListStateHandle }) {
  const { t } = useMessages();
  const narrow = useNarrow();
  const [address] = useLocation();
  const { dialog } = readUrlState(address, useSearch());
  const { create, importAll, askExport } = useVariableActions();
  useShortcuts({ n: create });
  const ways: MenuEntry[] = [
    { label: t("variables.import"), icon: <Upload />, onSelect: importAll },
    { label: t("variables.exportAll"), icon: <Download />, onSelect: () => askExport(null) },
  ];
  return (
    <div className="flex min-h-8 items-center gap-2">
      <ListSearch
        label={t("variables.search")}
        placeholder={t(narrow ? "ui.search" : "variables.searchHint")}
        q={handle.state.q}
        change={handle.change}
        covered={dialog !== null}
      />
      <Filter handle={handle} />
      <SortMenu
        columns={variableColumns}
        sort={handle.state.sort}
        onSort={(sort) => handle.change({ sort })}
      />
      <span className="ms-auto flex items-center gap-2 max-md:contents">
        {!narrow && <Button icon={<Upload />} onClick={importAll}>{t("variables.import")}</Button>}
        <NewButton label={t("variables.new")} onClick={create} />
        <Menu entries={narrow ? ways : ways.slice(1)}>
          <IconButton tooltip={false} label={t("ui.more")} icon={<Ellipsis />} className="-ms-1" />
        </Menu>
      </span>
    </div>
  );
}

const maxLabels = 50;

function Filter({ handle: { state, change } }: { handle: ListStateHandle }) {
  const { t } = useMessages();
  const labels = useVariableLabels();
  const entries: MenuEntry[] = [
    ...(["enabled", "disabled"] as const).map((one) => ({
      label: t(one === "enabled" ? "variables.stateEnabled" : "variables.stateDisabled"),
      checked: state.state === one,
      onSelect: () => change({ state: state.state === one ? null : one }),
    })),
    ...(labels.length > 0 ? ["separator" as const, { heading: t("tasks.labels") }] : []),
    ...labels.slice(0, maxLabels).map(({ label }) => ({
      label,
      checked: state.label === label,
      onSelect: () => change({ label: state.label === label ? "" : label }),
    })),
  ];
  return <FilterButton label={t("variables.filter")} entries={entries} />;
}

/** Renders the active filters, each with a button that removes it; nothing when there are none. */
export function FilterChips({ handle: { state, change } }: { handle: ListStateHandle }) {
  const { t } = useMessages();
  if (state.state === null && state.label === "") return null;
  return (
    <div className="flex flex-wrap items-center gap-1.5" role="group" aria-label={t("tasks.filters")}>
      {state.state && (
        <Chip
          label={t("ui.labelAndValue", {
            label: t("tasks.status"),
            value: t(state.state === "enabled" ? "variables.stateEnabled" : "variables.stateDisabled"),
          })}
          onRemove={() => change({ state: null })}
        />
      )}
      {state.label && (
        <Chip
          label={t("ui.labelAndValue", { label: t("tasks.label"), value: state.label })}
          onRemove={() => change({ label: "" })}
        />
      )}
    </div>
  );
}

export function VariableBatchBar(
  { variables, onClear }: { variables: readonly Variable[]; onClear: () => void },
) {
  const { t } = useMessages();
  return (
    <BatchBar
      label={t("variables.batch")}
      selected={t("tasks.selected", { count: variables.length })}
      clearLabel={t("tasks.clearSelection")}
      actions={useBatchActions(variables)}
      onClear={onClear}
    />
  );
}

function useBatchActions(variables: readonly Variable[]): BatchAction[] {
  const { t } = useMessages();
  const { perform, rename, moveToTop, askDelete, askLabels, askExport } = useVariableActions();
  return [
    {
      label: t("tasks.enable"),
      icon: <Power />,
      onPhone: true,
      onSelect: () => perform("enable", variables),
    },
    {
      label: t("tasks.disable"),
      icon: <PowerOff />,
      onPhone: true,
      onSelect: () => perform("disable", variables),
    },
    { label: t("variables.renameSome"), icon: <TextCursorInput />, onSelect: () => rename(variables) },
    { label: t("tasks.editLabels"), icon: <Tag />, onSelect: () => askLabels(variables) },
    { label: t("variables.toStart"), icon: <ArrowUpToLine />, onSelect: () => moveToTop(variables) },
    { label: t("variables.export"), icon: <Download />, onSelect: () => askExport(variables) },
    {
      label: t("ui.delete"),
      icon: <Trash2 />,
      danger: true,
      onPhone: true,
      onSelect: () => askDelete(variables),
    },
  ];
}
