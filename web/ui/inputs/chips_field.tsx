import * as Popper from "@radix-ui/react-popper";
import { Portal } from "@radix-ui/react-portal";
import { type ChangeEvent, type ClipboardEvent, type KeyboardEvent, useId, useState } from "react";
import { flushSync } from "react-dom";
import { classNames } from "../class_names.ts";
import { Chip } from "../feedback/badge.tsx";
import { menuItemClass, menuPanelClass } from "../overlays/menu_entries.ts";
import { Field, type FieldIds, type FieldProps, inputClass, splitField } from "./field.tsx";

interface ChipsProps {
  value: readonly string[];
  onValue: (values: readonly string[]) => void;
  /** Suggested while the user types. */
  options?: readonly ChipOption[];
  onlyOptions?: boolean;
  /** A comma ends a value. */
  commas?: boolean;
  placeholder?: string | undefined;
  mono?: boolean;
}

/**
 * Renders values as chips: Enter or leaving the field adds the typed value, Backspace removes the last one, arrow keys
 * select a suggestion. The suggestions are only positioned, not a popover: a popover suspends the focus trap of the
 * surrounding dialog until a moment after it has closed, and pressing Tab quickly would leave the dialog.
 */
export function ChipsField(props: FieldProps & ChipsProps) {
  const [field, chips] = splitField(props);
  return <Field {...field}>{(ids) => <Chips {...chips} ids={ids} />}</Field>;
}

function Chips({ ids, ...props }: ChipsProps & { ids: FieldIds }) {
  const { value, onValue, options = [], mono = false, placeholder } = props;
  const list = useChips(props);
  const listId = useId();
  const nameOf = (one: string) => options.find((option) => option.value === one)?.label ?? one;
  return (
    <Popper.Root>
      <Popper.Anchor asChild>
        <div
          className={classNames(
            inputClass,
            "flex min-h-8 flex-wrap items-center gap-1 px-1 py-0.75 focus-within:border-accent focus-within:ring-3 focus-within:ring-accent/20",
          )}
        >
          {value.map((one) => (
            <Chip
              key={one}
              label={nameOf(one)}
              onRemove={() => onValue(value.filter((other) => other !== one))}
            />
          ))}
          <input
            {...ids}
            role="combobox"
            aria-expanded={list.open}
            aria-controls={list.open ? listId : undefined}
            aria-activedescendant={list.open && list.chosen >= 0 ? `${listId} ${list.chosen}` : undefined}
            autoComplete="off"
            placeholder={value.length === 0 ? placeholder : undefined}
            value={list.text}
            onChange={list.onChange}
            onClick={() => list.setOpen(true)}
            onBlur={list.leave}
            onKeyDown={list.onKeyDown}
            onPaste={list.onPaste}
            className={classNames(
              "min-w-24 flex-1 bg-transparent px-1.5 text-base outline-none touch:min-h-9 touch:text-lg",
              mono && "font-mono text-sm!",
            )}
          />
        </div>
      </Popper.Anchor>
      {list.open && (
        <Portal>
          <Popper.Content
            data-keeps-escape
            align="start"
            sideOffset={4}
            collisionPadding={8}
            // A modal dialog takes the pointer from everything outside it.
            className={classNames(
              menuPanelClass,
              "pointer-events-auto w-(--radix-popper-anchor-width) max-w-none! min-w-48",
            )}
          >
            <Options id={listId} options={list.displayed} chosen={list.chosen} onTake={list.take} />
          </Popper.Content>
        </Portal>
      )}
    </Popper.Root>
  );
}

interface OptionsProps {
  id: string;
  options: readonly ChipOption[];
  chosen: number;
  onTake: (value: string) => void;
}

function Options({ id, options, chosen, onTake }: OptionsProps) {
  return (
    <ul id={id} role="listbox" className="max-h-56 overflow-y-auto">
      {options.map(({ value, label = value, hint }, at) => (
        <li
          key={value}
          id={`${id} ${at}`}
          role="option"
          aria-selected={at === chosen}
          ref={(line) => at === chosen ? line?.scrollIntoView({ block: "nearest" }) : undefined}
          onPointerDown={(event) => event.preventDefault()} // keeps the focus in the field
          onClick={() => onTake(value)}
          className={classNames(menuItemClass(), "hover:bg-hover", at === chosen && "bg-hover")}
        >
          <span className="min-w-0 flex-1 truncate">{label}</span>
          {hint && <span className="text-xs text-faint tabular-nums">{hint}</span>}
        </li>
      ))}
    </ul>
  );
}

function useChips({ value, onValue, options = [], onlyOptions = false, commas = false }: ChipsProps) {
  const [text, setText] = useState("");
  const [open, setOpen] = useState(false);
  const [chosen, setChosen] = useState(-1);
  // The list may be requested before it has entries: suggestions come from the server.
  const displayed = optionsLike(options, value, text);
  const visible = open && displayed.length > 0;
  const take = (one: string) => {
    onValue(addValues(value, one));
    type("");
  };
  const type = (next: string) => {
    setText(next);
    setChosen(-1);
    setOpen(true);
  };
  const add = (typed: string) => {
    const only = onlyOptions ? displayed.length === 1 && typed.trim() !== "" && displayed[0]?.value : typed;
    const next = only ? addValues(value, only, { commas: commas && !onlyOptions }) : value;
    if (next !== value) onValue(next);
    setText("");
    setChosen(-1);
  };
  const onChange = ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    // On-screen keyboards report no key, only the resulting text.
    const composing = nativeEvent instanceof InputEvent && nativeEvent.isComposing;
    if (commas && !onlyOptions && !composing && /[,\uff0c]$/.test(target.value)) return add(target.value);
    type(target.value);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape" && visible) return setOpen(false);
    // The same key press submits the form, including the typed text.
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) return flushSync(() => add(text));
    if (event.ctrlKey || event.metaKey) return;
    if (event.key === "Backspace" && text === "") return onValue(value.slice(0, -1));
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setOpen(true);
      return setChosen(Math.min(Math.max(chosen + step, -1), displayed.length - 1));
    }
    const picked = visible ? displayed[chosen] : undefined;
    const ends = event.key === "Enter" && (picked || text.trim() !== "");
    if (!ends && !(commas && /^[,\uff0c]$/.test(event.key))) return;
    event.preventDefault();
    if (picked) take(picked.value);
    else add(text);
  };
  const onPaste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData("text");
    if (onlyOptions || !(commas ? /[,\uff0c\n]/ : /\n/).test(pasted)) return;
    event.preventDefault();
    add(text + pasted);
  };
  const leave = () => {
    add(text);
    setOpen(false);
  };
  return {
    text,
    open: visible,
    setOpen,
    chosen,
    displayed,
    take,
    leave,
    onChange,
    onKeyDown,
    onPaste,
  };
}

export interface ChipOption {
  value: string;
  label?: string;
  /** Shown at the end of the option's line. */
  hint?: string;
}

/** Adds the typed value, or several with `commas`, without duplicates. Returns the same list when there is nothing to add. */
export function addValues(
  values: readonly string[],
  typed: string,
  { commas = false }: { commas?: boolean } = {},
): readonly string[] {
  const parts = typed.split(commas ? /[,\uff0c\n]/ : /\n/).map((part) => part.trim());
  const added = [...new Set(parts)].filter((part) => part !== "" && !values.includes(part));
  return added.length === 0 ? values : [...values, ...added];
}

/** Returns the options that are not selected yet and contain the typed text in their label or value. */
export function optionsLike(
  options: readonly ChipOption[],
  values: readonly string[],
  typed: string,
): readonly ChipOption[] {
  const text = typed.trim().toLowerCase();
  return options.filter(({ value, label = value }) =>
    !values.includes(value) && (label.toLowerCase().includes(text) || value.toLowerCase().includes(text))
  );
}
