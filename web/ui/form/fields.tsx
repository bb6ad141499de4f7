// The fields of `ui/inputs`, bound by name to the surrounding form. They show the issues of their value and
// of everything inside it.

import type { ComponentProps } from "react";
import { useMessages } from "../../messages/use_messages.tsx";
import { get, useController, useFormContext, useFormState, useWatch } from "react-hook-form";
import type { Issue } from "../../../server/contract/problem.ts";
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
import { fieldMessage, type LabelledField } from "./field_message.ts";

interface FormField<T> {
  value: T;
  onValue: (value: T) => void;
  error: string | undefined;
}

/**
 * Returns the value of a field, a function that changes it, and the message of its first issue, which names the label if
 * there is one. Throws for unknown names.
 */
export function useFormField<T>(name: string, field?: LabelledField): FormField<T> {
  const { t } = useMessages();
  const { clearErrors } = useFormContext();
  const recheck = useRecheck();
  const { field: { value, onChange }, fieldState } = useController({ name, exact: false });
  if (value === undefined) throw new Error(`the form has no field ${name}`);
  return {
    value,
    onValue: (next) => {
      clearErrors(name);
      onChange(next);
      recheck();
    },
    error: messageIn(fieldState.error, (issue) => field ? fieldMessage(issue, field, t) : issue.message),
  };
}

/** Returns a function that returns the message of the first issue at a path inside the value of a field. */
export function useErrorsInside(name: string): (path: string | number) => string | undefined {
  const { errors } = useFormState({ name, exact: false });
  return (path) => messageIn(get(errors, `${name}.${path}`), ({ message }) => message);
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

function messageIn(error: unknown, textOf: (issue: Issue) => string): string | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  if ("issue" in error) return textOf(error.issue as Issue); // set by `useServerForm`
  if ("message" in error && typeof error.message === "string") return error.message;
  return Object.values(error).map((inside) => messageIn(inside, textOf)).find((message) =>
    message !== undefined
  );
}

type Bound<P> = Omit<P, "name" | "value" | "onChange" | "onValue" | "checked" | "onChecked" | "error"> & {
  name: string;
};

type TextProps = Bound<ComponentProps<typeof TextInput>> & {
  /** Converts the typed text to the value. */
  parse?: (text: string) => string;
};

/** Returns the props that bind an input for text to a field. */
function useTextField(name: string, props: LabelledField, parse = (text: string) => text) {
  const { value, onValue, error } = useFormField<string>(name, props);
  const onChange = ({ target }: { target: { value: string } }) => onValue(parse(target.value));
  return { value, onChange, error };
}

export function TextField({ name, parse, ...props }: TextProps) {
  return <TextInput {...props} {...useTextField(name, props, parse)} />;
}

export function TextArea({ name, ...props }: Bound<ComponentProps<typeof TextAreaInput>>) {
  return <TextAreaInput {...props} {...useTextField(name, props)} />;
}

export function PasswordField({ name, ...props }: Bound<ComponentProps<typeof PasswordInput>>) {
  return <PasswordInput {...props} {...useTextField(name, props)} />;
}

export function TimeField({ name, ...props }: Bound<ComponentProps<typeof TimeInput>>) {
  return <TimeInput {...props} {...useFormField<string>(name, props)} />;
}

export function NumberField({ name, ...props }: Bound<ComponentProps<typeof NumberInput>>) {
  return <NumberInput {...props} {...useFormField<number | null>(name, props)} />;
}

export function ChipsField({ name, ...props }: Bound<ComponentProps<typeof ChipsInput>>) {
  return <ChipsInput {...props} {...useFormField<readonly string[]>(name, props)} />;
}

export function Combobox({ name, ...props }: Bound<ComponentProps<typeof ComboboxInput>>) {
  return <ComboboxInput {...props} {...useFormField<string>(name, props)} />;
}

export function Select({ name, ...props }: Bound<ComponentProps<typeof SelectInput<string>>>) {
  return <SelectInput {...props} {...useFormField<string>(name, props)} />;
}

export function ZoneField({ name, ...props }: Bound<ComponentProps<typeof ZoneInput>>) {
  const { t } = useMessages();
  return <ZoneInput {...props} {...useFormField<string>(name, { label: t("tasks.timeZone") })} />;
}

export function SecretField(
  { name, ...props }: Omit<Bound<ComponentProps<typeof SecretInput>>, "secret" | "onSecret">,
) {
  const { value, onValue, error } = useFormField<SecretAction>(name, props);
  return <SecretInput {...props} secret={value} onSecret={onValue} error={error} />;
}

export function SegmentedControl({ name, ...props }: Bound<ComponentProps<typeof SegmentedInput<string>>>) {
  const { value, onValue, error } = useFormField<string>(name, props);
  return (
    <>
      <SegmentedInput {...props} value={value} onValue={onValue} />
      {error && <Callout tone="danger">{error}</Callout>}
    </>
  );
}

export function Switch({ name, ...props }: Bound<ComponentProps<typeof SwitchInput>>) {
  const { value, onValue, error } = useFormField<boolean>(name, props);
  return (
    <>
      <SwitchInput {...props} checked={value} onChecked={onValue} />
      {error && <Callout tone="danger">{error}</Callout>}
    </>
  );
}
