// The fields of `ui/inputs`, bound by name to the surrounding form. They show the issues of their value and
// of everything inside it.

import type { ComponentProps } from "react";
import { get, useController, useFormContext, useFormState, useWatch } from "react-hook-form";
import { Callout } from "../feedback/callout.tsx";
import { ChipsField as ChipsInput } from "../inputs/chips_field.tsx";
import { Combobox as ComboboxInput } from "../inputs/combobox.tsx";
import { TimeField as TimeInput } from "../inputs/date_field.tsx";
import { NumberField as NumberInput } from "../inputs/number_field.tsx";
import { PasswordField as PasswordInput } from "../inputs/password_field.tsx";
import { SecretField as SecretInput } from "../inputs/secret_field.tsx";
import type { SecretAction } from "../inputs/secret_action.ts";
import { SegmentedControl as SegmentedInput } from "../inputs/segmented_control.tsx";
import { Select as SelectInput } from "../inputs/select.tsx";
import { Switch as SwitchInput } from "../inputs/switch.tsx";
import { TextArea as TextAreaInput } from "../inputs/text_area.tsx";
import { TextField as TextInput } from "../inputs/text_field.tsx";
import { ZoneField as ZoneInput } from "../inputs/time_zone_field.tsx";

interface FormField<T> {
  value: T;
  onValue: (value: T) => void;
  error: string | undefined;
}

/** Returns the value of a field, a function that changes it, and the message of its first issue. Throws for unknown names. */
export function useFormField<T>(name: string): FormField<T> {
  const { clearErrors } = useFormContext();
  const recheck = useRecheck();
  const { field, fieldState } = useController({ name, exact: false });
  if (field.value === undefined) throw new Error(`the form has no field ${name}`);
  return {
    value: field.value,
    onValue: (value) => {
      clearErrors(name);
      field.onChange(value);
      recheck();
    },
    error: messageIn(fieldState.error),
  };
}

/** Returns a function that returns the message of the first issue at a path inside the value of a field. */
export function useErrorsInside(name: string): (path: string | number) => string | undefined {
  const { errors } = useFormState({ name, exact: false });
  return (path) => messageIn(get(errors, `${name}.${path}`));
}

/** Returns all values of the surrounding form; re-renders when one changes. */
export function useFormValues<V>(): V {
  return useWatch() as V; // the form has all its values from the start
}

/** Returns a function that changes several fields of the surrounding form. */
export function useFormChange<V extends object>(): (values: Partial<V>) => void {
  const { setValue, clearErrors } = useFormContext();
  const recheck = useRecheck();
  return (values) => {
    for (const [name, value] of Object.entries(values)) {
      clearErrors(name);
      setValue(name, value, { shouldDirty: true });
    }
    recheck();
  };
}

/**
 * Returns a function that repeats the failed checks of the form, because their result may depend on the
 * changed field.
 */
function useRecheck(): () => void {
  const { trigger } = useFormContext();
  const { errors } = useFormState();
  return () => {
    const names = Object.keys(errors).filter((name) => errors[name]?.type === "check");
    if (names.length > 0) void trigger(names);
  };
}

function messageIn(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  if ("message" in error && typeof error.message === "string") return error.message;
  return Object.values(error).map(messageIn).find((message) => message !== undefined);
}

type Bound<P> = Omit<P, "name" | "value" | "onChange" | "onValue" | "checked" | "onChecked" | "error"> & {
  name: string;
};

type TextProps = Bound<ComponentProps<typeof TextInput>> & {
  /** Converts the typed text to the value. */
  parse?: (text: string) => string;
};

export function TextField({ name, parse = (text) => text, ...props }: TextProps) {
  const { value, onValue, error } = useFormField<string>(name);
  return (
    <TextInput
      {...props}
      value={value}
      onChange={(event) => onValue(parse(event.target.value))}
      error={error}
    />
  );
}

export function TextArea({ name, ...props }: Bound<ComponentProps<typeof TextAreaInput>>) {
  const { value, onValue, error } = useFormField<string>(name);
  return (
    <TextAreaInput
      {...props}
      value={value}
      onChange={(event) => onValue(event.target.value)}
      error={error}
    />
  );
}

export function PasswordField({ name, ...props }: Bound<ComponentProps<typeof PasswordInput>>) {
  const { value, onValue, error } = useFormField<string>(name);
  return (
    <PasswordInput
      {...props}
      value={value}
      onChange={(event) => onValue(event.target.value)}
      error={error}
    />
  );
}

export function TimeField({ name, ...props }: Bound<ComponentProps<typeof TimeInput>>) {
  return <TimeInput {...props} {...useFormField<string>(name)} />;
}

export function NumberField({ name, ...props }: Bound<ComponentProps<typeof NumberInput>>) {
  return <NumberInput {...props} {...useFormField<number | null>(name)} />;
}

export function ChipsField({ name, ...props }: Bound<ComponentProps<typeof ChipsInput>>) {
  return <ChipsInput {...props} {...useFormField<readonly string[]>(name)} />;
}

export function Combobox({ name, ...props }: Bound<ComponentProps<typeof ComboboxInput>>) {
  return <ComboboxInput {...props} {...useFormField<string>(name)} />;
}

export function Select({ name, ...props }: Bound<ComponentProps<typeof SelectInput<string>>>) {
  return <SelectInput {...props} {...useFormField<string>(name)} />;
}

export function ZoneField({ name, ...props }: Bound<ComponentProps<typeof ZoneInput>>) {
  return <ZoneInput {...props} {...useFormField<string>(name)} />;
}

export function SecretField(
  { name, ...props }: Omit<Bound<ComponentProps<typeof SecretInput>>, "secret" | "onSecret">,
) {
  const { value, onValue, error } = useFormField<SecretAction>(name);
  return <SecretInput {...props} secret={value} onSecret={onValue} error={error} />;
}

export function SegmentedControl({ name, ...props }: Bound<ComponentProps<typeof SegmentedInput<string>>>) {
  const { value, onValue, error } = useFormField<string>(name);
  return (
    <>
      <SegmentedInput {...props} value={value} onValue={onValue} />
      {error && <Callout tone="danger">{error}</Callout>}
    </>
  );
}

export function Switch({ name, ...props }: Bound<ComponentProps<typeof SwitchInput>>) {
  const { value, onValue, error } = useFormField<boolean>(name);
  return (
    <>
      <SwitchInput {...props} checked={value} onChecked={onValue} />
      {error && <Callout tone="danger">{error}</Callout>}
    </>
  );
}
