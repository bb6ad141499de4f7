import { useQueryClient } from "@tanstack/react-query";
import { Pencil } from "../../../ui/icons/icons.ts";
import type { Variable } from "../../../../server/contract/variables.ts";
import { queryKeys } from "../../../api/query_keys.ts";
import { useApi } from "../../../api/use_api.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { classNames } from "../../../ui/class_names.ts";
import type { Column } from "../../../ui/data/columns.ts";
import { LabelChips } from "../../../ui/data/label_chips.tsx";
import { RowAction } from "../../../ui/data/rows/row_actions.tsx";
import { RelativeTime } from "../../../ui/data/time_text.tsx";
import { useToast } from "../../../ui/feedback/use_toast.tsx";
import { Switch } from "../../../ui/inputs/switch.tsx";
import { useVariableActions } from "../actions/use_variable_actions.tsx";
import { type SortField, useVariableListState } from "../url_state.ts";
import { UsersButton } from "./users_button.tsx";
import { VariableValue } from "./variable_value.tsx";

/** The columns of the list. In a narrow window, those that the form also contains are hidden; remarks follow the name. */
export const variableColumns: readonly Column<Variable, SortField>[] = [
  {
    id: "name",
    header: "variables.name",
    sort: "name",
    minWidth: 240,
    cell: (variable, { isVisible }) => (
      <span className="flex min-w-0 items-baseline gap-2.5">
        <VariableName variable={variable} />
        {!isVisible("remarks") && (
          <span title={variable.remarks} className="min-w-0 flex-1 basis-0 truncate text-xs text-muted">
            {variable.remarks}
          </span>
        )}
      </span>
    ),
  },
  {
    id: "value",
    header: "variables.value",
    share: 0.17,
    cell: (variable) => <VariableValue variable={variable} quiet />,
  },
  {
    id: "remarks",
    header: "variables.remarks",
    share: 0.15,
    minWindowWidth: 1200,
    className: "truncate text-muted",
    title: ({ remarks }) => remarks,
    cell: ({ remarks }) => remarks,
  },
  {
    id: "labels",
    header: "tasks.labels",
    width: 132,
    minWindowWidth: 1340,
    cell: (variable) => <Labels variable={variable} />,
  },
  {
    id: "usedBy",
    header: "variables.usedByColumn",
    width: 84,
    minWindowWidth: 1100,
    cell: (variable) => <UsersButton variable={variable} />,
  },
  {
    id: "updated",
    header: "variables.updated",
    sort: "updatedAt",
    descendingFirst: true,
    width: 104,
    minWindowWidth: 1440,
    tabularDigits: true,
    className: "text-muted",
    cell: ({ updatedAt }) => <RelativeTime at={updatedAt} />,
  },
  {
    id: "enabled",
    header: "variables.enabled",
    width: 72,
    cell: (variable) => <EnabledSwitch variable={variable} />,
  },
];

/** The columns in a window under 1200 pixels, where those that are hidden leave more room for values. */
export const narrowVariableColumns: readonly Column<Variable, SortField>[] = variableColumns.map((column) =>
  column.id === "value" ? { ...column, share: 0.26 } : column
);

function VariableName({ variable: { id, name, enabled } }: { variable: Variable }) {
  const { edit } = useVariableActions();
  return (
    <button
      type="button"
      tabIndex={-1}
      title={name}
      onClick={() => edit(id)}
      className={classNames(
        "min-w-0 truncate font-mono text-xs font-medium hover:text-accent-text hover:underline",
        !enabled && "text-muted",
      )}
    >
      {name}
    </button>
  );
}

function Labels({ variable: { labels } }: { variable: Variable }) {
  const { t } = useMessages();
  const { change } = useVariableListState();
  return (
    <LabelChips
      labels={labels}
      max={2}
      title={(label) => t("variables.showLabel", { label })}
      onLabel={(label) => change({ label })}
      className="min-w-0"
    />
  );
}

export function EditAction({ row: { id, name } }: { row: Variable }) {
  const { t } = useMessages();
  const { edit } = useVariableActions();
  return <RowAction label={t("ui.edit")} name={name} icon={<Pencil />} onClick={() => edit(id)} />;
}

/**
 * Renders the switch that enables a variable; it switches at once, and back when the server rejects the
 * change.
 */
export function EnabledSwitch({ variable: { id, name, enabled } }: { variable: Variable }) {
  const { t } = useMessages();
  const api = useApi();
  const queries = useQueryClient();
  const toast = useToast();
  const show = (to: boolean) =>
    queries.setQueriesData<readonly Variable[]>(
      { queryKey: queryKeys.variables("list") },
      (all) => all?.map((one) => one.id === id ? { ...one, enabled: to } : one),
    );
  const turn = async (to: boolean) => {
    show(to);
    try {
      await api.patch(`/variables/${id}`, { enabled: to });
    } catch (error) {
      show(!to);
      toast.problem(error);
    }
  };
  return (
    <Switch
      hideLabel
      label={t("variables.enabledOf", { name })}
      checked={enabled}
      onChecked={(next) => void turn(next)}
    />
  );
}
