import { isSecretKind } from "../../../server/contract/field_kinds.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { Callout } from "../../ui/feedback/callout.tsx";
import { Combobox } from "../../ui/inputs/combobox.tsx";
import { PasswordField } from "../../ui/inputs/password_field.tsx";
import { storedSecret } from "../../ui/inputs/secret_action.ts";
import { SecretField } from "../../ui/inputs/secret_field.tsx";
import { TextArea } from "../../ui/inputs/text_area.tsx";
import { withSecret } from "./channel_draft.ts";
import { PlainField } from "./channel_field.tsx";
import type { ChannelForm } from "./use_channel_form.ts";

/** The choice of the service. What a channel is of cannot be changed later. */
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

/** The fields that the service asks for, as the panel describes them. */
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
                // Else the browser offers the password of the panel.
                : <PasswordField {...typed} mono autoComplete="new-password" />}
          </SecretField>
        );
      })}
      {form.others.length > 0 && <Callout tone="danger">{form.others.join(" ")}</Callout>}
    </section>
  );
}
