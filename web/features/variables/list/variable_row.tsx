import { Ellipsis, Pencil } from "lucide-react";
import { memo, useState } from "react";
import type { Variable } from "../../../../server/contract/variables.ts";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { classNames } from "../../../ui/class_names.ts";
import { IconButton } from "../../../ui/icon_button.tsx";
import { LabelChips } from "../../../ui/label_chips.tsx";
import { Menu } from "../../../ui/menu.tsx";
import { Switch } from "../../../ui/switch.tsx";
import { Cell, Row } from "../../../ui/table.tsx";
import { RelativeTime } from "../../../ui/time_text.tsx";
import { useWords } from "../../../words/use_words.tsx";
import { variableEntries } from "../acts/variable_entries.tsx";
import { useVariableActs } from "../acts/variable_acts.tsx";
import { UsersButton } from "../used_by/users_button.tsx";
import { type Grip, MoveHandle } from "./move_handle.tsx";
import { useSwitch } from "./use_switch.ts";
import { VariableValue } from "./variable_value.tsx";

interface VariableRowProps {
  variable: Variable;
  place: number;
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
  const { variable, place, selected, dragged, reachable, grip, onToggle, onLabel, onEnd } = props;
  const { t } = useWords();
  const { edit } = useVariableActs();
  const turn = useSwitch();
  const { id, name, remarks, enabled } = variable;
  return (
    <Row
      selected={selected}
      data-order={id}
      aria-rowindex={place + 2}
      aria-label={name}
      tabIndex={reachable ? 0 : -1}
      className={classNames(
        "-outline-offset-2",
        !selected && "bg-surface",
        dragged && "bg-selected! shadow-float",
      )}
    >
      <Cell className="ps-4">
        <Checkbox
          hideLabel
          label={t("ui.selectRow", { name })}
          className="align-middle"
          checked={selected}
          onChange={({ nativeEvent }) =>
            onToggle(id, nativeEvent instanceof globalThis.MouseEvent && nativeEvent.shiftKey)}
        />
      </Cell>
      <Cell className="px-0!">{grip && <MoveHandle name={name} grip={grip} className="h-8 w-6" />}</Cell>
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
        <span className="block truncate text-muted" title={remarks}>{remarks}</span>
      </Cell>
      <Cell className={classNames("max-w-0", spare)}>
        <LabelChips
          labels={variable.labels}
          most={2}
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
  const { t } = useWords();
  const acts = useVariableActs();
  return (
    <span className="flex items-center justify-end gap-0.5">
      <IconButton
        size="small"
        tooltip={false}
        title={t("ui.edit")}
        label={`${t("ui.edit")}: ${variable.name}`}
        icon={<Pencil size={16} />}
        onClick={() => acts.edit(variable.id)}
        className="opacity-0 transition-opacity duration-100 touch:opacity-100 group-hover/row:opacity-100 group-focus-within/row:opacity-100"
      />
      <RowMenu variable={variable} onEnd={onEnd} />
    </span>
  );
}

/** Everything that can be done to it. The menu is made when it is first asked for: of a thousand rows few are. */
export function RowMenu({ variable, onEnd }: Pick<VariableRowProps, "variable" | "onEnd">) {
  const { t } = useWords();
  const acts = useVariableActs();
  const [asked, setAsked] = useState(false);
  const button = {
    size: "small" as const,
    tooltip: false,
    label: `${t("ui.more")}: ${variable.name}`,
    icon: <Ellipsis size={16} />,
  };
  if (!asked) {
    return (
      <IconButton
        {...button}
        aria-haspopup="menu"
        aria-expanded={false}
        onClick={() => setAsked(true)}
      />
    );
  }
  return (
    <Menu open entries={() => variableEntries(variable, { acts, t, onMove: onEnd })}>
      <IconButton {...button} />
    </Menu>
  );
}
