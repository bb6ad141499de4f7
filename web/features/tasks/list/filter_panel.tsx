import { Command } from "cmdk";
import { type ReactNode, useState } from "react";
import { taskFields, type TaskFilter, taskFilters } from "../../../../server/contract/task_fields.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { fieldMessage, useFieldValues, useSuggestedValues } from "../../../shared/task/field_values.tsx";
import type { TaskFilters } from "../../../shared/task/list_address.ts";
import type { ListStateHandle } from "../../../shared/task/use_list_state.ts";
import { Check } from "../../../ui/icons/icons.ts";
import type { ChipOption } from "../../../ui/inputs/chips_field.tsx";
import type { PanelProps } from "../../../ui/overlays/lazy_popover.tsx";
import { menuHeadingClass } from "../../../ui/overlays/menu_entries.ts";
import Popover from "../../../ui/overlays/popover.tsx";
import { useNarrow } from "../../../ui/use_narrow.ts";

/** The values of a field with more than this are chosen on a page of their own. */
const maxListed = 8;

/** Renders all filters with a search; one with many values, or typed ones, opens a page of its own in the panel. */
export default function FilterPanel({ handle, onOpen, ...panel }: { handle: ListStateHandle } & PanelProps) {
  const { t } = useMessages();
  const [field, setField] = useState<TaskFilter | null>(null);
  const { state: { filters }, filter } = handle;
  const close = () => {
    setField(null);
    onOpen(false);
  };
  const choose = (name: TaskFilter, values: readonly string[]) => {
    filter(name, values);
    close();
  };
  return (
    <Popover
      label={t(field === null ? "tasks.filter" : fieldMessage(field))}
      {...panel}
      onOpen={(open) => open ? onOpen(true) : close()}
    >
      {field === null
        ? (
          <AllFilters
            filters={filters}
            onField={setField}
            onValue={(name, value) => choose(name, toggled(filters, name, value))}
          />
        )
        : (
          <OneFilter
            filter={field}
            value={filters[field][0] ?? ""}
            onValue={(value) => choose(field, value ? [value] : [])}
          />
        )}
    </Popover>
  );
}

function toggled(filters: TaskFilters, name: TaskFilter, value: string): readonly string[] {
  const others = filters[name].filter((one) => one !== value);
  if (others.length < filters[name].length) return others;
  return taskFields[name].filter === "multiple" ? [...others, value] : [value];
}

function AllFilters(
  { filters, onField, onValue }: {
    filters: TaskFilters;
    onField: (name: TaskFilter) => void;
    onValue: (name: TaskFilter, value: string) => void;
  },
) {
  const { t } = useMessages();
  const valuesOf = useFieldValues();
  const all = taskFilters.map((name) => ({ name, label: t(fieldMessage(name)), values: valuesOf(name) }));
  const isListed = (values: readonly unknown[] | null) => values !== null && values.length <= maxListed;
  return (
    <Panel placeholder={t("controls.filterSearch")} isSearch>
      <Command.Empty className="px-2 py-1.5 text-sm text-muted">{t("ui.noMatches")}</Command.Empty>
      {all.filter(({ values }) => !isListed(values)).map(({ name, label }) => (
        <Item
          key={name}
          id={name}
          words={[label]}
          label={`${label}…`}
          checked={filters[name].length > 0}
          onSelect={() => onField(name)}
        />
      ))}
      {all.map(({ name, label, values }) =>
        values && values.length > 0 && isListed(values) && (
          <Command.Group key={name} heading={<div className={menuHeadingClass}>{label}</div>}>
            {values.map((one) => (
              <Item
                key={one.value}
                id={`${name} ${one.value}`}
                words={[label, one.label]}
                label={one.label}
                checked={filters[name].includes(one.value)}
                onSelect={() => onValue(name, one.value)}
              />
            ))}
          </Command.Group>
        )
      )}
    </Panel>
  );
}

/** Renders a filter whose value is typed or one of many, with the values to choose from. The active value clears it. */
function OneFilter(
  { filter, value, onValue }: {
    filter: TaskFilter;
    /** The value of the active filter, or an empty string. */
    value: string;
    onValue: (value: string) => void;
  },
) {
  const { t } = useMessages();
  const [typed, setTyped] = useState("");
  const { options, onlyOptions } = useSuggestedValues(filter);
  const text = typed.trim();
  const isNew = !onlyOptions && text !== "" && !options.some((one) => one.value === text);
  return (
    <Panel placeholder={t("controls.valueSearch")} typed={typed} onTyped={setTyped}>
      {[...options, ...(isNew ? [{ value: text }] : [])].map((one: ChipOption) => (
        <Item
          key={one.value}
          id={one.value}
          words={[one.label ?? one.value]}
          label={one.label ?? one.value}
          hint={one.hint}
          checked={one.value === value}
          onSelect={() => onValue(one.value === value ? "" : one.value)}
        />
      ))}
    </Panel>
  );
}

function Panel(
  { placeholder, isSearch = false, typed, onTyped, children }: {
    placeholder: string;
    /** Whether its text is only searched for: on a phone, a keyboard would then cover the rest. */
    isSearch?: boolean;
    typed?: string;
    onTyped?: (text: string) => void;
    children: ReactNode;
  },
) {
  const waits = useNarrow() && isSearch;
  return (
    <Command loop label={placeholder} className="w-64 outline-none" data-autofocus={waits || undefined}>
      <Command.Input
        autoFocus={!waits}
        {...(typed !== undefined && { value: typed })}
        {...(onTyped && { onValueChange: onTyped })}
        placeholder={placeholder}
        className="w-full border-b border-line bg-transparent px-3 py-2 text-sm outline-none touch:text-lg"
      />
      <Command.List className="max-h-[min(29rem,60dvh)] overflow-y-auto p-1">{children}</Command.List>
    </Command>
  );
}

function Item(
  { id, words, label, hint, checked, onSelect }: {
    id: string;
    /** What a search finds it by. */
    words: string[];
    label: string;
    hint?: string | undefined;
    checked: boolean;
    onSelect: () => void;
  },
) {
  return (
    <Command.Item
      value={id}
      keywords={words}
      onSelect={onSelect}
      className="flex min-h-8 cursor-default items-center gap-2 rounded-sm px-2 text-sm data-[selected=true]:bg-hover touch:min-h-11 icon-stroke"
    >
      <span className="min-w-0 flex-1 truncate">{label}</span>
      {hint && <span className="text-xs text-faint tabular-nums">{hint}</span>}
      {checked && <Check className="text-accent-text" />}
    </Command.Item>
  );
}
