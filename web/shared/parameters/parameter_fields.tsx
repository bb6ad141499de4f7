import type { Parameter, ParameterValue, ParameterValues } from "../../../server/contract/parameters.ts";
import { parameterText } from "../../../server/contract/parameter_types.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import type { Messages } from "../../messages/create_messages.ts";
import { Callout } from "../../ui/feedback/callout.tsx";
import { DateField } from "../../ui/inputs/date_field.tsx";
import type { FieldProps } from "../../ui/inputs/field.tsx";
import { PasswordField } from "../../ui/inputs/password_field.tsx";
import { Select } from "../../ui/inputs/select.tsx";
import { Switch } from "../../ui/inputs/switch.tsx";
import { TextArea } from "../../ui/inputs/text_area.tsx";
import { TextField } from "../../ui/inputs/text_field.tsx";
import { valueText } from "./parameter_text.ts";

interface ParameterFieldsProps {
  parameters: readonly Parameter[];
  /** A parameter without an entry has its default. */
  values: ParameterValues;
  onValues: (values: ParameterValues) => void;
  errorOf: (name: string) => string | undefined;
  /** Whether they are the values of a rule: what is empty there is left to the default, not to nothing. */
  ofRule?: boolean;
  /** Whether the form is for another run like an earlier one, whose secrets are not known. */
  isAgain?: boolean;
}

/** Renders a field for each parameter. */
export function ParameterFields(
  { parameters, values, onValues, errorOf, ofRule = false, isAgain = false }: ParameterFieldsProps,
) {
  return (
    <>
      {parameters.map((parameter) => {
        const { name } = parameter;
        const change = (value: ParameterValue | null) => {
          const { [name]: _, ...others } = values;
          onValues(ofRule && value === null ? others : { ...others, [name]: value });
        };
        const value = Object.hasOwn(values, name) ? values[name] ?? null : ofRule ? null : parameter.default;
        return (
          <ParameterField
            key={name}
            {...{ parameter, value, ofRule, isAgain }}
            onValue={change}
            error={errorOf(name)}
          />
        );
      })}
    </>
  );
}

interface ParameterFieldProps {
  parameter: Parameter;
  value: ParameterValue | null;
  onValue: (value: ParameterValue | null) => void;
  error: string | undefined;
  ofRule: boolean;
  isAgain: boolean;
}

/** Stands for no value in a select, which allows no empty one; no choice contains it. */
const NOTHING = "\n";

function ParameterField(props: ParameterFieldProps) {
  const { parameter, value, onValue, error, ofRule, isAgain } = props;
  const messages = useMessages();
  const { t } = messages;
  const { type, required, choices, default: usual } = parameter;
  const given = parameterText(parameter.help, messages.language);
  const field: FieldProps = {
    label: labelOf(parameter, messages),
    help: type === "secret" && isAgain
      ? [given, t("parameters.secretAgain")].filter(Boolean).join(" · ")
      : given,
    error,
    optional: !required && !ofRule,
  };
  const text = value === null ? "" : String(value);
  const onText = (next: string) => onValue(next === "" ? null : next);
  const placeholder = ofRule && usual !== null
    ? t("parameters.usualIs", { value: valueText(usual, messages) })
    : "";
  const none = placeholder || t("parameters.notSet");
  switch (type) {
    case "switch":
      if (!ofRule) {
        return (
          <>
            <Switch label={field.label} help={given} checked={value === true} onChecked={onValue} />
            {error && <Callout tone="danger">{error}</Callout>}
          </>
        );
      }
      return (
        <Select
          {...field}
          value={text === "" ? NOTHING : text}
          onValue={(next) => onValue(next === NOTHING ? null : next === "true")}
          options={[
            { value: NOTHING, label: none },
            { value: "true", label: t("parameters.on") },
            { value: "false", label: t("parameters.off") },
          ]}
        />
      );
    case "choice":
      return (
        <Select
          {...field}
          value={text === "" ? NOTHING : text}
          onValue={(next) => onValue(next === NOTHING ? null : next)}
          options={[
            ...(required && !ofRule ? [] : [{ value: NOTHING, label: none }]),
            ...(choices ?? []).map((choice) => ({ value: choice, label: choice })),
          ]}
        />
      );
    case "number":
      return (
        <TextField
          {...field}
          inputMode="decimal"
          autoComplete="off"
          placeholder={placeholder}
          value={text}
          onChange={({ target }) => onText(target.value.trim())}
        />
      );
    case "date":
      return <DateField {...field} value={text} onValue={onText} />;
    case "secret":
      return (
        <PasswordField
          {...field}
          autoComplete="off"
          value={text}
          onChange={({ target }) => onText(target.value)}
        />
      );
    case "file":
      return (
        <TextField
          {...field}
          mono
          autoComplete="off"
          placeholder={placeholder || t("parameters.filePlaceholder")}
          value={text}
          onChange={({ target }) => onText(target.value)}
        />
      );
    case "text":
      return (
        <TextArea
          {...field}
          rows={1}
          placeholder={placeholder}
          value={text}
          onChange={({ target }) => onText(target.value)}
        />
      );
  }
  return type satisfies never;
}

/** Returns what a form calls a parameter. */
export function labelOf(
  { name, label }: Pick<Parameter, "name" | "label">,
  { language }: Pick<Messages, "language">,
): string {
  return parameterText(label, language) || name;
}
