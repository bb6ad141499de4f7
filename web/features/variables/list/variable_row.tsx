import { Pencil } from "lucide-react";
import { memo } from "react";
import type { Variable } from "../../../../server/contract/variables.ts";
import { classNames } from "../../../ui/class_names.ts";
import { LabelChips } from "../../../ui/data/label_chips.tsx";
import { RowBox } from "../../../ui/data/rows/choose_boxes.tsx";
import { HoverActions, RowAction, RowMenu } from "../../../ui/data/rows/row_actions.tsx";
import { Switch } from "../../../ui/inputs/switch.tsx";
import { Cell, Row } from "../../../ui/data/table.tsx";
import { RelativeTime } from "../../../ui/data/time_text.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { variableEntries } from "../actions/variable_entries.tsx";
import { useVariableActions } from "../actions/use_variable_actions.tsx";
import { UsersButton } from "../used_by/users_button.tsx";
import { type Grip, VariableHandle } from "./variable_handle.tsx";
import { useSwitch } from "./use_switch.ts";
import { VariableValue } from "./variable_value.tsx";

interface VariableRowProps {
  variable: Variable;
  location: number;
  selected: boolean;
  dragged: boolean;
  /** Whether Tab reaches this row. */
  reachable: boolean;
  /** Undefined where the order cannot be changed. */
  grip: Grip | undefined;
  onToggle: (id: number, range: boolean) => void;
  onLabel: (label: string) => void;
  onEnd: ((variable: Variable, to: "start" | "end") => void) | undefined;
}

/** Where there is no room, what the form and the menu say too is left out: the switch and the menu stay in sight. */
export const spare = "max-xl:hidden";

/** One variable as a row. */
export const VariableRow = memo(function VariableRow(props: VariableRowProps) {
  const { variable, location: index, selected, dragged, reachable, grip, onToggle, onLabel, onEnd } = props;
  const { t } = useMessages();
  const { edit } = useVariableActions();
  const turn = useSwitch();
  const { id, name, remarks: warnings, enabled } = variable;
  return (
    <Row
      selected={selected}
      data-order={id}
      aria-rowindex={index + 2}
      aria-label={name}
      tabIndex={reachable ? 0 : -1}
      className={classNames(
        "-outline-offset-2",
        !selected && "bg-surface",
        dragged && "bg-selected! shadow-float",
      )}
    >
      <Cell className="ps-4">
        <RowBox name={name} checked={selected} onToggle={(range) => onToggle(id, range)} />
      </Cell>
      <Cell className="px-0!">{grip && <VariableHandle name={name} grip={grip} className="h-8 w-6" />}</Cell>
      <Cell className="max-w-0">
        <button
          type="button"
          tabIndex={-1}
          title={name}
          onClick={() => edit(id)}
          className={classNames(
            "block max-w-full truncate font-mono text-xs font-medium hover:text-accent-text hover:underline",
            !enabled && "text-muted line-through",
          )}
        >
          {name}
        </button>
      </Cell>
      <Cell className="max-w-0">
        <VariableValue variable={variable} quiet />
      </Cell>
      <Cell className="max-w-0">
        <span className="block truncate text-muted" title={warnings}>{warnings}</span>
      </Cell>
      <Cell className={classNames("max-w-0", spare)}>
        <LabelChips
          labels={variable.labels}
          max={2}
          title={(label) => t("variables.showLabel", { label })}
          onLabel={onLabel}
          className="min-w-0"
        />
      </Cell>
      <Cell>
        <UsersButton variable={variable} />
      </Cell>
      <Cell numeric className={classNames("text-muted", spare)}>
        <RelativeTime at={variable.updatedAt} />
      </Cell>
      <Cell>
        <Switch
          hideLabel
          label={t("variables.enabledOf", { name })}
          checked={enabled}
          onChecked={(next) => void turn(variable, next)}
        />
      </Cell>
      <Cell className="pe-3">
        <RowActions variable={variable} onEnd={onEnd} />
      </Cell>
    </Row>
  );
});

function RowActions({ variable, onEnd }: Pick<VariableRowProps, "variable" | "onEnd">) {
  const { t } = useMessages();
  const actions = useVariableActions();
  const { id, name } = variable;
  return (
    <span className="flex items-center justify-end gap-0.5">
      <HoverActions>
        <RowAction
          act={t("ui.edit")}
          name={name}
          icon={<Pencil size={16} />}
          onClick={() => actions.edit(id)}
        />
      </HoverActions>
      <RowMenu name={name} entries={() => variableEntries(variable, { actions, t, onMove: onEnd })} />
    </span>
  );
}
