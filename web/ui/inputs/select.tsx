import * as Radix from "@radix-ui/react-select";
import { Check, ChevronDown } from "../icons/icons.ts";
import type { KeyboardEvent } from "react";
import { nonce } from "../../paths.ts";
import { classNames } from "../class_names.ts";
import { Field, type FieldProps, inputClass, splitField } from "./field.tsx";
import { leaveTakenFocus } from "../overlays/focus_back.tsx";
import { sheetProps } from "../overlays/sheet.ts";
import { isSubmitKey } from "../overlays/submit_key.ts";

export interface SelectOption<V extends string> {
  value: V;
  label: string;
  /** A second, fainter line in the list. */
  help?: string;
}

/** Renders a select for a few values; use Combobox for many values or to search in them. */
export function Select<V extends string>(
  props: FieldProps & {
    value: V;
    onValue: (value: V) => void;
    options: readonly SelectOption<V>[];
    disabled?: boolean;
  },
) {
  const [field, { value, onValue, options, disabled = false }] = splitField(props);
  return (
    <Field {...field}>
      {(ids) => (
        // `as`: Radix returns one of the given values, typed as string
        <Radix.Root value={value} onValueChange={(next) => onValue(next as V)} disabled={disabled}>
          <Radix.Trigger
            {...ids}
            onKeyDown={leaveSubmitKey}
            className={classNames(
              inputClass,
              "control-height flex items-center justify-between gap-2 text-start icon-stroke",
            )}
          >
            <span className="truncate">
              <Radix.Value>{options.find((option) => option.value === value)?.label}</Radix.Value>
            </span>
            <ChevronDown className="shrink-0 text-faint" />
          </Radix.Trigger>
          <SelectList options={options} />
        </Radix.Root>
      )}
    </Field>
  );
}

/** Renders the unit of the number field that it is attached to. */
export function UnitSelect<V extends string>(
  { label, value, onValue, options }: {
    /** Accessible name; the number field has the visible label. */
    label: string;
    value: V;
    onValue: (value: V) => void;
    options: readonly SelectOption<V>[];
  },
) {
  return (
    // `as`: Radix returns one of the given values, typed as string
    <Radix.Root value={value} onValueChange={(next) => onValue(next as V)}>
      <Radix.Trigger
        aria-label={label}
        onKeyDown={leaveSubmitKey}
        className={classNames(
          inputClass,
          "control-height flex w-auto! shrink-0 items-center gap-1.5 rounded-s-none ps-2.5 pe-2 icon-stroke",
        )}
      >
        <Radix.Value>{options.find((option) => option.value === value)?.label}</Radix.Value>
        <ChevronDown size={14} className="shrink-0 text-faint" />
      </Radix.Trigger>
      <SelectList options={options} />
    </Radix.Root>
  );
}

/** Lets Enter open the list, except when it submits the form. */
function leaveSubmitKey(event: KeyboardEvent): void {
  if (isSubmitKey(event)) event.preventDefault();
}

function SelectList<V extends string>({ options }: { options: readonly SelectOption<V>[] }) {
  return (
    <Radix.Portal>
      <Radix.Content
        {...sheetProps}
        position="popper"
        sideOffset={4}
        collisionPadding={8}
        onCloseAutoFocus={leaveTakenFocus}
        // The keys of the list are not for what surrounds the field, such as Escape, which would discard a draft.
        onKeyDown={(event) => event.stopPropagation()}
        className="z-50 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) animate-drop overflow-hidden rounded-md bg-raised shadow-float"
      >
        <Radix.Viewport nonce={nonce} className="p-1">
          {options.map(({ value, label, help }) => (
            <Radix.Item
              key={value}
              value={value}
              className="flex min-h-8 cursor-default items-center gap-2 rounded-sm px-2 py-1 text-sm outline-none select-none data-highlighted:bg-hover touch:min-h-11 icon-stroke"
            >
              <span className="min-w-0 flex-1">
                <Radix.ItemText>{label}</Radix.ItemText>
                {help && <span className="block text-xs text-muted">{help}</span>}
              </span>
              <Radix.ItemIndicator>
                <Check className="text-accent-text" />
              </Radix.ItemIndicator>
            </Radix.Item>
          ))}
        </Radix.Viewport>
      </Radix.Content>
    </Radix.Portal>
  );
}
