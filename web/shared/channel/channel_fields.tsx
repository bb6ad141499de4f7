import { isSecretKind } from "../../../server/contract/field_kinds.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { Callout } from "../../ui/feedback/callout.tsx";
import { Combobox } from "../../ui/inputs/combobox.tsx";
import { PasswordField } from "../../ui/inputs/password_field.tsx";
import { storedSecret } from "../../ui/inputs/secret_action.ts";
import { SecretField } from "../../ui/inputs/secret_field.tsx";
import { TextArea } from "../../ui/inputs/text_area.tsx";
import { withSecret } from "./channel_draft.ts";
import type { ChannelForm } from "./use_channel_form.ts";
import type { ChannelField as FieldOfChannel } from "../../../server/contract/notifications.ts";
import { Select } from "../../ui/inputs/select.tsx";
import { Switch } from "../../ui/inputs/switch.tsx";
import { TextField } from "../../ui/inputs/text_field.tsx";

/** Renders the choice of the service. The type of a channel cannot change later. */
export function ServiceField({ form, autoFocus = false }: { form: ChannelForm; autoFocus?: boolean }) {
  const { t, language } = useMessages();
  const { types, entry, choose, fixed } = form;
  const options = types.map(({ type, label }) => ({ value: type, label: label[language] }));
  return (
    <Combobox
      label={t("notifications.type")}
      help={entry.help?.[language]}
      searchLabel={t("notifications.searchTypes")}
      value={entry.type}
      options={options}
      onValue={choose}
      autoFocus={autoFocus}
      disabled={fixed}
      error={form.errorOf("type")}
    />
  );
}

/** Renders the fields of the service, as the server describes them. */
export function ChannelFields({ form }: { form: ChannelForm }) {
  const { t, language } = useMessages();
  const { entry, draft, set, stored, errorOf } = form;
  const service = entry.label[language];
  return (
    <section aria-label={t("notifications.fieldsOf", { service })} className="flex flex-col gap-5">
      {entry.fields.map((field) => {
        const { name, kind, required } = field;
        const error = errorOf(`fields.${name}`);
        if (!isSecretKind(kind)) {
          return (
            <PlainField
              key={name}
              field={field}
              value={draft.values[name] ?? ""}
              onValue={(value) => set({ values: { ...draft.values, [name]: value } })}
              error={error}
            />
          );
        }
        return (
          <SecretField
            key={name}
            label={field.label[language]}
            help={field.help?.[language]}
            optional={!required}
            removable={!required}
            stored={stored.includes(name)}
            secret={draft.secrets[name] ?? storedSecret}
            onSecret={(secret) => set({ secrets: withSecret(draft, name, secret) })}
            error={error}
          >
            {(typed) =>
              kind === "secret_lines"
                ? <TextArea {...typed} mono autoComplete="off" rows={3} />
                // Otherwise the browser offers the password of the panel.
                : <PasswordField {...typed} mono autoComplete="new-password" />}
          </SecretField>
        );
      })}
      {form.others.length > 0 && <Callout tone="danger">{form.others.join(" ")}</Callout>}
    </section>
  );
}

/** Stands for the empty value, because a select option cannot have one. */
const NONE = "-";
/** Maximum number of options in a plain select; longer lists are searchable. */
const LISTED = 12;

/** Renders a field that is not a secret, according to its kind. */
function PlainField(
  { field, value, onValue, error }: {
    field: FieldOfChannel;
    value: string;
    onValue: (value: string) => void;
    error: string | undefined;
  },
) {
  const { language } = useMessages();
  const { kind, required, default: usual } = field;
  const [label, help] = [field.label[language], field.help?.[language]];
  const shared = { label, help, error, optional: !required };
  const typed = {
    ...shared,
    ...{ value, placeholder: usual, autoComplete: "off" },
    onChange: ({ target }: { target: { value: string } }) => onValue(target.value),
  };
  if (kind === "switch") {
    return (
      <Switch
        label={label}
        help={help}
        checked={value === "true"}
        onChecked={(on) => onValue(String(on))}
      />
    );
  }
  if (kind === "select") return <Choice {...{ field, value, onValue, error }} />;
  if (kind === "lines") return <TextArea {...typed} mono rows={3} />;
  if (kind === "number") return <TextField {...typed} inputMode="decimal" />;
  return kind === "address" ? <TextField {...typed} mono type="url" /> : <TextField {...typed} />;
}

function Choice({ field, value, onValue, error }: Parameters<typeof PlainField>[0]) {
  const { t, language } = useMessages();
  const { options = [], required, default: usual } = field;
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
