import * as Popover from "@radix-ui/react-popover";
import { Command } from "cmdk";
import { Check, ChevronsUpDown } from "../icons/icons.ts";
import { useRef, useState } from "react";
import { useMessages } from "../../messages/use_messages.tsx";
import { classNames } from "../class_names.ts";
import { Field, type FieldProps, inputClass, splitField } from "./field.tsx";
import { leaveTakenFocus } from "../overlays/focus_back.tsx";

export interface ComboboxOption {
  value: string;
  label: string;
  /** Shown at the end of the option's line, and searched too. */
  hint?: string;
}

/** Selects one of many values by typing; the current value need not be among the options. */
export function Combobox(
  props: FieldProps & {
    value: string;
    onValue: (value: string) => void;
    options: readonly ComboboxOption[];
    searchLabel?: string;
    /** Returns the label of an option for a typed value that is not listed; without it, only listed values can be selected. */
    newLabel?: (typed: string) => string;
    /** Shown when there is no value yet. */
    placeholder?: string;
    autoFocus?: boolean;
    disabled?: boolean;
    onOpen?: () => void;
  },
) {
  const [
    field,
    {
      value,
      onValue,
      options,
      onOpen,
      disabled = false,
      searchLabel,
      newLabel,
      placeholder = "",
      autoFocus = false,
    },
  ] = splitField(
    props,
  );
  const [open, setOpen] = useState(false);
  const chosen = options.find((option) => option.value === value);
  const button = useRef<HTMLButtonElement>(null);
  const choose = (next: string) => {
    onValue(next);
    // Radix restores the focus a moment later: anything typed until then would be lost.
    button.current?.focus();
    setOpen(false);
  };
  const change = (next: boolean) => {
    if (next) onOpen?.();
    setOpen(next);
  };
  return (
    <Field {...field}>
      {(ids) => (
        <Popover.Root open={open} onOpenChange={change}>
          <Popover.Trigger
            {...{ ...ids, autoFocus }}
            ref={button}
            role="combobox"
            aria-expanded={open}
            disabled={disabled}
            className={classNames(
              inputClass,
              "control-height flex items-center justify-between gap-2 text-start icon-stroke",
            )}
          >
            {value === ""
              ? <span className="min-w-0 flex-1 truncate text-faint">{chosen?.label ?? placeholder}</span>
              : <span className="min-w-0 flex-1 truncate">{chosen?.label ?? value}</span>}
            {chosen?.hint && <span className="text-xs whitespace-nowrap text-faint">{chosen.hint}</span>}
            <ChevronsUpDown size={14} aria-hidden className="shrink-0 text-faint" />
          </Popover.Trigger>
          <Popover.Portal>
            <Popover.Content
              align="start"
              sideOffset={4}
              collisionPadding={8}
              onCloseAutoFocus={leaveTakenFocus}
              className="z-50 w-(--radix-popover-trigger-width) min-w-64 animate-drop overflow-hidden rounded-md bg-raised shadow-float"
            >
              <ComboboxList {...{ options, value, onChoose: choose, searchLabel, newLabel }} />
            </Popover.Content>
          </Popover.Portal>
        </Popover.Root>
      )}
    </Field>
  );
}

function ComboboxList(
  { options, value, onChoose, searchLabel, newLabel }: {
    options: readonly ComboboxOption[];
    value: string;
    onChoose: (value: string) => void;
    searchLabel: string | undefined;
    newLabel: ((typed: string) => string) | undefined;
  },
) {
  const { t } = useMessages();
  const [search, setSearch] = useState("");
  const typed = search.trim();
  const isNew = typed !== "" && options.every((option) => option.value !== typed);
  return (
    <Command loop defaultValue={value} label={searchLabel ?? t("ui.search")}>
      <Command.Input
        autoFocus
        value={search}
        onValueChange={setSearch}
        placeholder={searchLabel ?? t("ui.search")}
        className="w-full border-b border-line bg-transparent px-3 py-2 text-sm outline-none touch:text-lg"
      />
      <Command.List className="max-h-64 overflow-y-auto p-1">
        {!(newLabel && isNew) && (
          <Command.Empty className="px-2 py-4 text-center text-sm text-muted">
            {t("ui.noMatches")}
          </Command.Empty>
        )}
        {options.map((option) => (
          <Command.Item
            key={option.value}
            value={option.value}
            keywords={[option.label, option.hint ?? ""]}
            onSelect={() => onChoose(option.value)}
            className="flex min-h-8 cursor-default items-center gap-2 rounded-sm px-2 text-sm data-[selected=true]:bg-hover touch:min-h-11 icon-stroke"
          >
            <span className="min-w-0 flex-1 truncate">{option.label}</span>
            {option.hint && <span className="text-xs whitespace-nowrap text-faint">{option.hint}</span>}
            {option.value === value && <Check size={16} aria-hidden className="text-accent-text" />}
          </Command.Item>
        ))}
        {newLabel && isNew && (
          <Command.Item
            forceMount
            value={typed}
            onSelect={() => onChoose(typed)}
            className="flex min-h-8 cursor-default items-center rounded-sm px-2 text-sm data-[selected=true]:bg-hover touch:min-h-11"
          >
            <span className="min-w-0 flex-1 truncate">{newLabel(typed)}</span>
          </Command.Item>
        )}
      </Command.List>
    </Command>
  );
}
