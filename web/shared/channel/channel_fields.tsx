import { isSecretKind } from "../../../server/contract/field_kinds.ts";
import { browserChannelType } from "../../../server/contract/limits/notifications.ts";
import type { ChannelField } from "../../../server/contract/notifications.ts";
import { otherIssues } from "../../api/api_problem.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { Callout } from "../../ui/feedback/callout.tsx";
import { TextArea, TextField, useFormChange, useFormField, useFormValues } from "../../ui/form/fields.tsx";
import { Combobox } from "../../ui/inputs/combobox.tsx";
import { PasswordField } from "../../ui/inputs/password_field.tsx";
import type { SecretAction } from "../../ui/inputs/secret_action.ts";
import { SecretField } from "../../ui/inputs/secret_field.tsx";
import { Select } from "../../ui/inputs/select.tsx";
import { Switch } from "../../ui/inputs/switch.tsx";
import { TextArea as TextAreaInput } from "../../ui/inputs/text_area.tsx";
import { TextField as TextInput } from "../../ui/inputs/text_field.tsx";
import { type ChannelValues, freeName, newValues } from "./channel_values.ts";
import { orderTypes } from "./order_types.ts";
import type { ChannelForm } from "./use_channel_form.ts";

/** Renders the choice of the service. The type of a channel cannot change later. */
export function ServiceField(
  { channelForm, autoFocus = false }: { channelForm: ChannelForm; autoFocus?: boolean },
) {
  const { t, language } = useMessages();
  const { types, taken, entryOf, isNew } = channelForm;
  const { value: type, error } = useFormField<string>("type", { label: t("notifications.type") });
  const { name } = useFormValues<ChannelValues>();
  const change = useFormChange<ChannelValues>();
  const entry = entryOf(type);
  const choose = (chosen: string) => {
    if (chosen === type) return;
    const next = entryOf(chosen);
    // Keeps a name the user typed; replaces the suggested name of the previous service.
    const isCustomName = name.trim() !== "" && name !== freeName(entry.label[language], taken);
    change(newValues(next, isCustomName ? name : freeName(next.label[language], taken)));
  };
  return (
    <Combobox
      label={t("notifications.type")}
      help={entry.help?.[language]}
      searchLabel={t("notifications.searchTypes")}
      value={type}
      // A browser adds itself; it could not be chosen here, because nobody knows its keys.
      options={orderTypes(types, language)
        .filter((one) => !isNew || one.type !== browserChannelType)
        .map(({ type, label }) => ({ value: type, label: label[language] }))}
      onValue={choose}
      autoFocus={autoFocus}
      disabled={!isNew}
      error={error}
    />
  );
}

/** Renders the fields of the service, as the server describes them. */
export function ChannelFields({ channelForm }: { channelForm: ChannelForm }) {
  const { t, language } = useMessages();
  const { entryOf, form } = channelForm;
  const { type, label, fields } = entryOf(useFormValues<ChannelValues>().type);
  if (type === browserChannelType) return null;
  const paths = fields.map(({ name }) => `fields.${name}`);
  const others = otherIssues(form.error, paths).filter(({ path }) => path.startsWith("fields."));
  return (
    <section
      key={type}
      aria-label={t("notifications.fieldsOf", { service: label[language] })}
      className="flex flex-col gap-5"
    >
      {fields.map((field) =>
        isSecretKind(field.kind)
          ? <Secret key={field.name} field={field} channelForm={channelForm} />
          : <PlainField key={field.name} field={field} />
      )}
      {others.length > 0 && <Callout tone="danger">{others.map(({ message }) => message).join(" ")}</Callout>}
    </section>
  );
}

function Secret({ field, channelForm }: { field: ChannelField; channelForm: ChannelForm }) {
  const { language } = useMessages();
  const { stored, secretMessages } = channelForm;
  const { name, kind, label, help, required, destination } = field;
  const { value, onValue, error } = useFormField<SecretAction>(`fields.${name}`, { label: label[language] });
  // Shown at once, because the page knows it before the form is sent.
  const again = secretMessages(useFormValues<ChannelValues>())[`fields.${name}`];
  return (
    <SecretField
      label={label[language]}
      help={help?.[language]}
      optional={!required}
      removable={!required}
      stored={stored.includes(name)}
      secret={value}
      onSecret={onValue}
      error={again || error}
    >
      {(typed) => {
        if (kind === "secret_lines") return <TextAreaInput {...typed} mono autoComplete="off" rows={3} />;
        // An address has to be readable while it is typed.
        if (destination) return <TextInput {...typed} mono autoComplete="off" />;
        // Otherwise the browser offers the password of the panel.
        return <PasswordField {...typed} mono autoComplete="new-password" />;
      }}
    </SecretField>
  );
}

/** Stands for the empty value, because a select option cannot have one. */
const NONE = "-";
/** Maximum number of options in a plain select; longer lists are searchable. */
const LISTED = 12;

/** Renders a field that is not a secret, according to its kind. */
function PlainField({ field }: { field: ChannelField }) {
  const { language } = useMessages();
  const { kind, required, default: usual } = field;
  if (kind === "switch") return <SwitchField field={field} />;
  if (kind === "select") return <Choice field={field} />;
  const typed = {
    name: `fields.${field.name}`,
    label: field.label[language],
    help: field.help?.[language],
    optional: !required,
    placeholder: usual,
    autoComplete: "off",
  };
  if (kind === "lines") return <TextArea {...typed} mono rows={3} />;
  if (kind === "number") return <TextField {...typed} inputMode="decimal" />;
  return kind === "address" ? <TextField {...typed} mono type="url" /> : <TextField {...typed} />;
}

function SwitchField({ field: { name, label, help } }: { field: ChannelField }) {
  const { language } = useMessages();
  const { value, onValue } = useFormField<string>(`fields.${name}`);
  return (
    <Switch
      label={label[language]}
      help={help?.[language]}
      checked={value === "true"}
      onChecked={(on) => onValue(String(on))}
    />
  );
}

function Choice({ field }: { field: ChannelField }) {
  const { t, language } = useMessages();
  const { options = [], required, default: usual } = field;
  const { value, onValue, error } = useFormField<string>(`fields.${field.name}`, {
    label: field.label[language],
  });
  const named = options.map((option) => ({ value: option.value || NONE, label: option.label[language] }));
  const shared = { label: field.label[language], help: field.help?.[language], error, optional: !required };
  // Too many to scan.
  if (options.length > LISTED) {
    return (
      <Combobox
        {...{ ...shared, onValue }}
        value={value || usual || ""}
        options={named}
        placeholder={t("notifications.notChosen")}
      />
    );
  }
  const hasEmpty = usual !== undefined || options.some((option) => option.value === "");
  const all = hasEmpty ? named : [{ value: NONE, label: t("notifications.notChosen") }, ...named];
  return (
    <Select
      {...shared}
      value={value || usual || NONE}
      options={all}
      onValue={(next) => onValue(next === NONE ? "" : next)}
    />
  );
}
