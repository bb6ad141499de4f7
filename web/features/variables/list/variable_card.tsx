import { ArrowDown, ArrowUp } from "../../../ui/icons/icons.ts";
import { useCallback, useLayoutEffect, useRef } from "react";
import type { Variable } from "../../../../server/contract/variables.ts";
import { classNames } from "../../../ui/class_names.ts";
import type { CardState } from "../../../ui/data/data_table_props.ts";
import { LabelChips } from "../../../ui/data/label_chips.tsx";
import { DragHandle } from "../../../ui/data/row_drag.tsx";
import { CardBox, CardMenu, ListCard } from "../../../ui/data/rows/list_card.tsx";
import { IconButton } from "../../../ui/buttons/icon_button.tsx";
import type { MenuEntry } from "../../../ui/overlays/menu_entries.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { useVariableActions } from "../actions/use_variable_actions.tsx";
import { UsersButton } from "./users_button.tsx";
import { EnabledSwitch } from "./variable_columns.tsx";
import { VariableValue } from "./variable_value.tsx";

interface VariableCardProps extends CardState {
  variable: Variable;
  count: number;
  onToggle: () => void;
  onLabel: (label: string) => void;
  /** Undefined while the order cannot be changed. */
  onMove: ((to: number) => void) | undefined;
  /** Keeps a button under the finger after it has moved the card. */
  stay: (button: HTMLElement) => void;
  menu: () => readonly MenuEntry[];
}

/** Renders one variable as a card, for a phone. */
export function VariableCard(props: VariableCardProps) {
  const { variable, index, count, selected, dragged, onToggle, onLabel, onMove, stay, menu } = props;
  const { t } = useMessages();
  const { edit } = useVariableActions();
  const { id, name, remarks, labels, enabled } = variable;
  return (
    <ListCard name={name} selected={selected} lifted={dragged}>
      <div className="flex h-9 items-center gap-1">
        <CardBox name={name} checked={selected} onToggle={onToggle} />
        <button
          type="button"
          title={name}
          onClick={() => edit(id)}
          className={classNames(
            "min-h-11 min-w-0 flex-1 truncate text-start font-mono text-sm font-medium",
            !enabled && "text-muted",
          )}
        >
          {name}
        </button>
        <EnabledSwitch variable={variable} />
        <span className="-me-1.5 flex">
          <CardMenu name={name} entries={menu} />
        </span>
      </div>
      <div className="relative ps-9.5">
        <span className="absolute inset-y-0 start-0 flex items-center">
          <DragHandle
            label={t("variables.move", { name })}
            help={t("variables.moveHelp")}
            className="h-full w-8.5"
          />
        </span>
        <div className="-my-1.5">
          <VariableValue variable={variable} />
        </div>
        <div className="mt-0.5 flex h-8 items-center gap-1.5 text-xs">
          <span className="shrink-0 text-faint">{t("variables.usedByColumn")}</span>
          <UsersButton variable={variable} />
          <LabelChips
            labels={labels}
            max={1}
            title={(label) => t("variables.showLabel", { label })}
            onLabel={onLabel}
            className="max-w-28 shrink-0"
          />
          {remarks && <span title={remarks} className="min-w-0 flex-1 truncate text-muted">{remarks}</span>}
          <span className="-me-1.5 ms-auto flex items-center">
            {onMove && (
              <StepButtons
                {...{ name, index, count }}
                onStep={(to, button) => {
                  stay(button);
                  onMove(to);
                }}
              />
            )}
          </span>
        </div>
      </div>
    </ListCard>
  );
}

interface Stored {
  button: HTMLElement;
  top: number;
}

/**
 * Keeps a pressed button under the finger and focused while it moves its item, by scrolling along, so that
 * pressing it repeatedly moves the same item. Call the returned function with the button before `items` are
 * reordered.
 */
export function useStay(items: readonly unknown[]): (button: HTMLElement) => void {
  const held = useRef<Stored>(null);
  useLayoutEffect(() => {
    const before = held.current;
    held.current = null;
    if (!before?.button.isConnected) return;
    const { button, top } = before;
    document.getElementById("content")?.scrollBy(0, button.getBoundingClientRect().top - top);
    button.focus({ preventScroll: true });
  }, [items]);
  return useCallback((button) => {
    held.current = { button, top: button.getBoundingClientRect().top };
  }, []);
}

interface StepButtonsProps {
  name: string;
  index: number;
  count: number;
  onStep: (to: number, button: HTMLElement) => void;
}

/** Renders buttons that move a variable by one position, as an alternative to dragging. */
function StepButtons({ name, index, count, onStep }: StepButtonsProps) {
  const { t } = useMessages();
  return (
    <>
      <IconButton
        tooltip={false}
        label={t("variables.moveUp", { name })}
        icon={<ArrowUp />}
        disabled={index === 0}
        onClick={({ currentTarget }) => onStep(index - 1, currentTarget)}
      />
      <IconButton
        tooltip={false}
        label={t("variables.moveDown", { name })}
        icon={<ArrowDown />}
        disabled={index === count - 1}
        onClick={({ currentTarget }) => onStep(index + 1, currentTarget)}
      />
    </>
  );
}
