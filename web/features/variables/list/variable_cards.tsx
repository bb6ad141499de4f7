import { useVirtualizer } from "@tanstack/react-virtual";
import { ArrowDown, ArrowUp, Pencil } from "lucide-react";
import { useCallback, useLayoutEffect, useRef, useState } from "react";
import type { Variable } from "../../../../server/contract/variables.ts";
import { classNames } from "../../../ui/class_names.ts";
import { LabelChips } from "../../../ui/data/label_chips.tsx";
import { CardAction, CardBox, ListCard } from "../../../ui/data/rows/list_card.tsx";
import { CardSkeletons } from "../../../ui/data/rows/card_skeletons.tsx";
import { RowMenu } from "../../../ui/data/rows/row_actions.tsx";
import { Switch } from "../../../ui/inputs/switch.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { useVariableActions } from "../actions/use_variable_actions.tsx";
import { variableEntries } from "../actions/variable_entries.tsx";
import { UsersButton } from "../used_by/users_button.tsx";
import { useSwitch } from "./use_switch.ts";
import { type Grip, VariableHandle } from "./variable_handle.tsx";
import { useRowDrag } from "./use_row_drag.ts";
import type { RowsProps } from "./rows_props.ts";
import { VariableValue } from "./variable_value.tsx";
import { IconButton } from "../../../ui/inputs/icon_button.tsx";

const cardHeight = 176;

/** Variables as cards, for a phone, where the page scrolls and not the list. */
export default function VariableCards(props: RowsProps) {
  const { variables, loading, onOrder } = props;
  const list = useRef<HTMLUListElement>(null);
  const { drag, order, byId } = useRowDrag(variables, onOrder);
  const stay = useStay(variables);
  const [scrollMargin, setScrollMargin] = useState(0);
  const virtual = useVirtualizer({
    count: variables.length,
    estimateSize: () => cardHeight,
    getItemKey: (index) => order[index] ?? index, // so that a card takes its height along
    getScrollElement: () => document.getElementById("content"),
    overscan: 6,
    scrollMargin,
    useAnimationFrameWithResizeObserver: true,
  });
  useLayoutEffect(() => {
    const frame = document.getElementById("content");
    if (!list.current || !frame) return;
    setScrollMargin(
      list.current.getBoundingClientRect().top - frame.getBoundingClientRect().top + frame.scrollTop,
    );
  }, [variables.length === 0, loading]);
  if (loading) return <CardSkeletons count={4} height="h-30" />;
  const items = virtual.getVirtualItems();
  const [above, below] = [(items[0]?.start ?? scrollMargin) - scrollMargin, virtual.getTotalSize()];
  return (
    <ul
      ref={list}
      data-order-list
      className="flex flex-col"
      style={{
        paddingTop: above,
        paddingBottom: below - ((items.at(-1)?.end ?? scrollMargin) - scrollMargin),
      }}
    >
      {items.map(({ index }) => {
        const variable = byId.get(order[index] ?? 0);
        return variable && (
          <li
            key={variable.id}
            ref={virtual.measureElement}
            data-index={index}
            data-order={variable.id}
            className="pb-2"
          >
            <VariableCard
              {...{ ...props, variable, stay }}
              location={index}
              dragged={drag.dragged === variable.id}
              grip={onOrder && drag.item(variable.id)}
            />
          </li>
        );
      })}
    </ul>
  );
}

interface VariableCardProps extends RowsProps {
  variable: Variable;
  location: number;
  dragged: boolean;
  /** Undefined where the order cannot be changed. */
  grip: Grip | undefined;
  stay: (button: HTMLElement) => void;
}

function VariableCard(props: VariableCardProps) {
  const { variable, location: index, choosing, handle, onMove, variables, dragged, grip, stay } = props;
  const { t } = useMessages();
  const actions = useVariableActions();
  const turn = useSwitch();
  const { id, name, remarks: warnings, labels, enabled } = variable;
  const selected = choosing.isChosen(id);
  const onEnd = onMove &&
    ((one: Variable, to: "start" | "end") => onMove(one, to === "start" ? 0 : variables.length - 1));
  return (
    <ListCard name={name} selected={selected} lifted={dragged}>
      <div className="flex items-center gap-2">
        <CardBox name={name} checked={selected} onToggle={() => choosing.toggle(id, false)} />
        <button
          type="button"
          onClick={() => actions.edit(id)}
          className={classNames(
            "min-w-0 flex-1 text-start font-mono text-sm font-medium break-all",
            !enabled && "text-muted line-through",
          )}
        >
          {name}
        </button>
        <Switch
          hideLabel
          label={t("variables.enabledOf", { name })}
          checked={enabled}
          onChecked={(next) => void turn(variable, next)}
        />
      </div>
      <div className="relative ps-10.5">
        {grip && (
          <span className="absolute inset-y-0 start-0 flex items-center">
            <VariableHandle name={name} grip={grip} className="h-full w-8.5" />
          </span>
        )}
        <VariableValue variable={variable} />
        {warnings && <p className="mt-1 line-clamp-2 text-xs text-muted">{warnings}</p>}
        <p className="mt-1 flex items-center gap-1.5 text-xs text-faint">
          {t("variables.usedByColumn")}
          <UsersButton variable={variable} />
        </p>
        <div className="mt-1 flex items-center gap-1">
          <LabelChips
            labels={labels}
            max={2}
            title={(label) => t("variables.showLabel", { label })}
            onLabel={(label) => handle.change({ label })}
            className="min-w-0"
          />
          <span className="-me-1.5 ms-auto flex items-center">
            {onMove && (
              <StepButtons
                {...{ name, location: index, count: variables.length }}
                onStep={(to, button) => {
                  stay(button);
                  onMove(variable, to);
                }}
              />
            )}
            <CardAction
              act={t("ui.edit")}
              name={name}
              icon={<Pencil size={16} />}
              onClick={() => actions.edit(id)}
            />
            <RowMenu name={name} entries={() => variableEntries(variable, { actions, t, onMove: onEnd })} />
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
 * Keeps what a button moves below the finger, by scrolling the page along, and the button in focus: whoever presses it once more
 * means the same thing. To be told the button before `items` come into another order.
 */
function useStay(items: readonly unknown[]): (button: HTMLElement) => void {
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
  location: number;
  count: number;
  onStep: (to: number, button: HTMLElement) => void;
}

/** Moves a variable by one place, for whoever does not drag. */
function StepButtons({ name, location: index, count, onStep }: StepButtonsProps) {
  const { t } = useMessages();
  return (
    <>
      <IconButton
        tooltip={false}
        label={t("variables.moveUp", { name })}
        icon={<ArrowUp size={16} />}
        disabled={index === 0}
        onClick={({ currentTarget }) => onStep(index - 1, currentTarget)}
      />
      <IconButton
        tooltip={false}
        label={t("variables.moveDown", { name })}
        icon={<ArrowDown size={16} />}
        disabled={index === count - 1}
        onClick={({ currentTarget }) => onStep(index + 1, currentTarget)}
      />
    </>
  );
}
