import { Ban, RotateCcw, Settings2, Trash2, TriangleAlert } from "../../../ui/icons/icons.ts";
import type { Dependency, DependencyState } from "../../../../server/contract/dependencies.ts";
import { paths } from "../../../paths.ts";
import { useShortcuts } from "../../../ui/use_shortcuts.ts";
import { Chip } from "../../../ui/feedback/badge.tsx";
import { type BatchAction, BatchBar } from "../../../ui/data/batch_bar.tsx";
import { SortMenu } from "../../../ui/data/sort_menu.tsx";
import { ButtonLink } from "../../../ui/buttons/button.tsx";
import { FilterButton } from "../../../ui/inputs/filter_button.tsx";
import { NewButton } from "../../../ui/buttons/new_button.tsx";
import { ListSearch } from "../../../ui/inputs/search_field.tsx";
import { useNarrow } from "../../../ui/use_narrow.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import type { DependencyActions } from "../actions/use_actions.tsx";
import { isBusy, stateStyles } from "../state_style.tsx";
import type { UrlStateHandle } from "../url_state.ts";
import { dependencyColumns } from "./dependency_columns.tsx";
import { useMay } from "../../../api/use_permissions.ts";

/** Renders search, filter, order, the link to the package settings and the install button. */
export function Toolbar({ handle }: { handle: UrlStateHandle }) {
  const { t } = useMessages();
  const narrow = useNarrow();
  const { create } = handle;
  const mayWrite = useMay("dependencies:write");
  const maySetUp = useMay("system:write");
  useShortcuts(mayWrite ? { n: create } : {});
  return (
    <div className="flex min-h-8 items-center gap-2">
      <ListSearch
        key={handle.urlState.type}
        label={t("dependencies.search")}
        placeholder={t(narrow ? "ui.search" : "dependencies.searchHint")}
        q={handle.urlState.q}
        change={handle.change}
        covered={handle.urlState.dialog !== null}
      />
      <StateFilter handle={handle} />
      <SortMenu
        columns={dependencyColumns}
        sort={handle.urlState.sort}
        onSort={(sort) => handle.change({ sort })}
      />
      {!narrow && maySetUp && (
        <ButtonLink href={paths.packageSettings()} icon={<Settings2 />} className="ms-auto">
          {t("dependencies.mirrors")}
        </ButtonLink>
      )}
      {mayWrite && <NewButton label={t("dependencies.install")} onClick={create} />}
    </div>
  );
}

function StateFilter({ handle: { urlState, change } }: { handle: UrlStateHandle }) {
  const { t } = useMessages();
  const entries = Object.entries(stateStyles).map(([state, { label }]) => {
    const value = state as DependencyState; // the record's keys are exactly the states
    const checked = urlState.state === value;
    return { label: t(label), checked, onSelect: () => change({ state: checked ? null : value }) };
  });
  return <FilterButton label={t("dependencies.state")} entries={entries} />;
}

/** Renders the current filter with a button that removes it. */
export function StateChip({ handle: { urlState, change } }: { handle: UrlStateHandle }) {
  const { t } = useMessages();
  if (urlState.state === null) return null;
  const label = t("ui.labelAndValue", {
    label: t("dependencies.state"),
    value: t(stateStyles[urlState.state].label),
  });
  return (
    <div className="flex">
      <Chip label={label} onRemove={() => change({ state: null })} />
    </div>
  );
}

export function DependencyBatchBar(
  { rows, actions, onClear }: {
    rows: readonly Dependency[];
    actions: DependencyActions;
    onClear: () => void;
  },
) {
  const { t } = useMessages();
  return (
    <BatchBar
      label={t("dependencies.batch")}
      selected={t("tasks.selected", { count: rows.length })}
      clearLabel={t("tasks.clearSelection")}
      actions={useBatchActions(rows, actions)}
      onClear={onClear}
    />
  );
}

function useBatchActions(rows: readonly Dependency[], actions: DependencyActions): BatchAction[] {
  const { t } = useMessages();
  const busy = rows.filter(isBusy);
  const cancel: BatchAction = {
    label: t("ui.cancel"),
    icon: <Ban />,
    onPhone: true,
    onSelect: () => actions.perform("cancel", busy),
  };
  return [
    {
      label: t("dependencies.reinstall"),
      icon: <RotateCcw />,
      onPhone: true,
      onSelect: () => actions.perform("reinstall", rows),
    },
    ...(busy.length > 0 ? [cancel] : []),
    {
      label: t("ui.delete"),
      icon: <Trash2 />,
      danger: true,
      onPhone: true,
      onSelect: () => actions.askDelete(rows, false),
    },
    {
      label: t("dependencies.force"),
      icon: <TriangleAlert />,
      danger: true,
      onPhone: true,
      onSelect: () => actions.askDelete(rows, true),
    },
  ];
}
