import { Command } from "cmdk";
import { Check } from "../../../ui/icons/icons.ts";
import { useState } from "react";
import type { TaskFilter } from "../../../../server/contract/task_fields.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { fieldMessage, useSuggestedValues } from "../../../shared/task/field_values.tsx";
import type { ChipOption } from "../../../ui/inputs/chips_field.tsx";
import Popover from "../../../ui/overlays/popover.tsx";

interface ValuePanelProps {
  filter: TaskFilter;
  /** The value of the active filter, or an empty string. */
  value: string;
  onValue: (value: string) => void;
  onClose: () => void;
}

/**
 * Renders a filter whose value is typed or one of many, with the values to choose from, below the element that it is in.
 * The active value clears it.
 */
export default function ValuePanel({ filter, value, onValue, onClose }: ValuePanelProps) {
  const { t } = useMessages();
  const [typed, setTyped] = useState("");
  const { options, onlyOptions } = useSuggestedValues(filter);
  const text = typed.trim();
  const isNew = !onlyOptions && text !== "" && !options.some((one) => one.value === text);
  const choose = (next: string) => {
    onValue(next === value ? "" : next);
    onClose();
  };
  return (
    <Popover
      label={t(fieldMessage(filter))}
      trigger={<span aria-hidden className="absolute start-0 bottom-0" />}
      open
      onOpen={onClose}
    >
      <Command loop label={t("controls.valueSearch")} className="w-64">
        <Command.Input
          autoFocus
          value={typed}
          onValueChange={setTyped}
          placeholder={t("controls.valueSearch")}
          className="w-full border-b border-line bg-transparent px-3 py-2 text-sm outline-none touch:text-lg"
        />
        <Command.List className="max-h-72 overflow-y-auto p-1">
          {[...options, ...(isNew ? [{ value: text }] : [])].map((one: ChipOption) => (
            <Command.Item
              key={one.value}
              value={one.value}
              keywords={[one.label ?? one.value]}
              onSelect={() => choose(one.value)}
              className="flex min-h-8 cursor-default items-center gap-2 rounded-sm px-2 text-sm data-[selected=true]:bg-hover touch:min-h-11 icon-stroke"
            >
              <span className="min-w-0 flex-1 truncate">{one.label ?? one.value}</span>
              {one.hint && <span className="text-xs text-faint tabular-nums">{one.hint}</span>}
              {one.value === value && <Check className="text-accent-text" />}
            </Command.Item>
          ))}
        </Command.List>
      </Command>
    </Popover>
  );
}
