import { PasswordField } from "../../../ui/inputs/password_field.tsx";
import { SecretField } from "../../../ui/inputs/secret_field.tsx";
import { SegmentedControl } from "../../../ui/inputs/segmented_control.tsx";
import { TextArea } from "../../../ui/inputs/text_area.tsx";
import { TextField } from "../../../ui/inputs/text_field.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import type { FormParts } from "./form_parts.ts";
import { subscriptionLimits } from "../../../../server/contract/limits/subscriptions.ts";

/** How the panel logs in where a repository is private. */
export function LoginFields(parts: FormParts) {
  const { draft, set } = parts;
  const { t } = useMessages();
  return (
    <div className="flex flex-col gap-4 rounded-md border border-line p-4">
      <SegmentedControl
        label={t("subscriptions.pullMethod")}
        value={draft.pullMethod}
        options={[
          { value: "ssh_key", label: t("subscriptions.pullMethodSshKey") },
          { value: "password", label: t("subscriptions.pullMethodPassword") },
        ]}
        onValue={(pullMethod) => set({ pullMethod })}
      />
      {draft.pullMethod === "ssh_key" ? <KeyFields {...parts} /> : <PasswordFields {...parts} />}
    </div>
  );
}

function KeyFields(parts: FormParts) {
  const { draft, set, fault: error } = parts;
  const { t } = useMessages();
  const { privateKey } = draft;
  return (
    <>
      <KeyField {...parts} />
      {privateKey.act === "replace" && privateKey.text !== "" && (
        <PasswordField
          label={t("subscriptions.passphrase")}
          optional
          help={t("subscriptions.passphraseHelp")}
          value={draft.passphrase}
          maxLength={1000}
          autoComplete="off"
          onChange={(event) => set({ passphrase: event.target.value })}
          error={error("passphrase")}
        />
      )}
    </>
  );
}

function KeyField({ subscription, draft, set, fault: error }: FormParts) {
  const { t } = useMessages();
  return (
    <SecretField
      label={t("subscriptions.privateKey")}
      stored={subscription?.privateKeySet ?? false}
      removable
      secret={draft.privateKey}
      onSecret={(privateKey) => set({ privateKey })}
      error={error("privateKey")}
    >
      {(typed) => (
        <TextArea
          {...typed}
          mono
          rows={4}
          maxLength={subscriptionLimits.privateKey}
          autoComplete="off"
          placeholder="-----BEGIN OPENSSH PRIVATE KEY-----"
          help={t("subscriptions.keyHelp")}
        />
      )}
    </SecretField>
  );
}

/** A user name, and a password or a token beside it. */
export function PasswordFields({ subscription, draft, set, fault: error }: FormParts) {
  const { t } = useMessages();
  return (
    <div className="grid gap-4 sm:grid-cols-[1fr_2fr]">
      <TextField
        label={t("subscriptions.username")}
        mono
        value={draft.username}
        maxLength={subscriptionLimits.username}
        autoComplete="off"
        onChange={(event) => set({ username: event.target.value })}
        error={error("username")}
      />
      <SecretField
        label={t("subscriptions.passwordLabel")}
        stored={subscription?.passwordSet ?? false}
        removable
        secret={draft.password}
        onSecret={(password) => set({ password })}
        error={error("password")}
      >
        {(typed) => (
          <PasswordField {...typed} maxLength={subscriptionLimits.password} autoComplete="new-password" />
        )}
      </SecretField>
    </div>
  );
}
