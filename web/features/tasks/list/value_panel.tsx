import { Command } from "cmdk";
import { Check } from "lucide-react";
import { useState } from "react";
import type { TaskFilter } from "../../../../server/contract/task_fields.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { fieldMessages } from "../../../shared/task/task_fields.tsx";
import { useLabels } from "../../../shared/task/use_labels.ts";
import type { PanelProps } from "../../../ui/overlays/lazy_popover.tsx";
import Popover from "../../../ui/overlays/popover.tsx";

interface ValueFilter {
  filter: TaskFilter;
  /** The value of the active filter, or an empty string. */
  value: string;
  onValue: (value: string) => void;
}

/** Renders a free-text filter: the values in use where they are known, else what is typed. The active one clears it. */
export default function ValuePanel({ filter, value, onValue, ...panel }: ValueFilter & PanelProps) {
  const { t, format } = useMessages();
  const [typed, setTyped] = useState("");
  const values = useValuesInUse(filter);
  const text = typed.trim();
  const isNew = text !== "" && !values.some((one) => one.value === text);
  const choose = (next: string) => {
    onValue(next === value ? "" : next);
    panel.onOpen(false);
  };
  return (
    <Popover label={t(fieldMessages[filter])} {...panel}>
      <Command loop label={t("controls.valueSearch")} className="w-64">
        <Command.Input
          autoFocus
          value={typed}
          onValueChange={setTyped}
          placeholder={t("controls.valueSearch")}
          className="w-full border-b border-line bg-transparent px-3 py-2 text-sm outline-none touch:text-lg"
        />
        <Command.List className="max-h-72 overflow-y-auto p-1">
          {[...values, ...(isNew ? [{ value: text, tasks: null }] : [])].map((one) => (
            <Command.Item
              key={one.value}
              value={one.value}
              onSelect={() => choose(one.value)}
              className="flex min-h-8 cursor-default items-center gap-2 rounded-sm px-2 text-sm data-[selected=true]:bg-hover touch:min-h-11 icon-stroke"
            >
              <span className="min-w-0 flex-1 truncate">{one.value}</span>
              {one.tasks !== null && (
                <span className="text-xs text-faint tabular-nums">{format.number(one.tasks)}</span>
              )}
              {one.value === value && <Check size={16} aria-hidden className="text-accent-text" />}
            </Command.Item>
          ))}
        </Command.List>
      </Command>
    </Popover>
  );
}

/** Returns the values of a field that tasks have, with their counts; none for fields whose values the API does not list. */
function useValuesInUse(filter: TaskFilter): readonly { value: string; tasks: number | null }[] {
  const labels = useLabels();
  return filter === "label" ? labels.map(({ label, tasks }) => ({ value: label, tasks })) : [];
}
