import { subscriptionLimits } from "../../../../server/contract/limits/subscriptions.ts";
import type { Subscription } from "../../../../server/contract/subscriptions.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import {
  PasswordField,
  SecretField,
  SegmentedControl,
  TextField,
  useFormChange,
  useFormField,
  useFormValues,
} from "../../../ui/form/fields.tsx";
import { PasswordField as PasswordInput } from "../../../ui/inputs/password_field.tsx";
import { TextArea as TextAreaInput } from "../../../ui/inputs/text_area.tsx";
import { TextField as TextInput } from "../../../ui/inputs/text_field.tsx";
import { typeMessages } from "../list/subscription_cells.tsx";
import { withAddress } from "./fill.ts";
import { proposedAlias, type SubscriptionValues } from "./subscription_values.ts";

const types = ["public_repository", "private_repository", "file"] as const;

interface SourceProps {
  /** The subscription that is edited; null for a new one. */
  subscription: Subscription | null;
}

export function SourceFields({ subscription }: SourceProps) {
  const { t } = useMessages();
  const values = useFormValues<SubscriptionValues>();
  const isFile = values.type === "file";
  return (
    <>
      <AddressField />
      <SegmentedControl
        name="type"
        label={t("subscriptions.type")}
        options={types.map((value) => ({ value, label: t(typeMessages[value]) }))}
      />
      {values.type === "private_repository" && <LoginFields subscription={subscription} />}
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          name="name"
          label={t("subscriptions.name")}
          maxLength={subscriptionLimits.name}
          autoComplete="off"
          placeholder={proposedAlias(values)}
        />
        {!isFile && (
          <TextField
            name="branch"
            label={t("subscriptions.branch")}
            optional
            mono
            maxLength={subscriptionLimits.branch}
            autoComplete="off"
            help={t("subscriptions.branchHelp")}
          />
        )}
      </div>
    </>
  );
}

/** Renders the address; type and login are derived from it. */
function AddressField() {
  const { t } = useMessages();
  const values = useFormValues<SubscriptionValues>();
  const { value, error } = useFormField<string>("url", { label: t("subscriptions.address") });
  const change = useFormChange<SubscriptionValues>();
  return (
    <TextInput
      label={t("subscriptions.address")}
      mono
      value={value}
      maxLength={subscriptionLimits.url}
      autoFocus
      autoComplete="off"
      placeholder={t(
        values.type === "file" ? "subscriptions.addressFile" : "subscriptions.addressRepository",
      )}
      onChange={(event) => change(withAddress(values, event.target.value))}
      help={t("subscriptions.addressHelp")}
      error={error}
    />
  );
}

function LoginFields({ subscription }: SourceProps) {
  const { t } = useMessages();
  const { pullMethod } = useFormValues<SubscriptionValues>();
  return (
    <div className="flex flex-col gap-4 rounded-md border border-line p-4">
      <SegmentedControl
        name="pullMethod"
        label={t("subscriptions.pullMethod")}
        options={[
          { value: "ssh_key", label: t("subscriptions.pullMethodSshKey") },
          { value: "password", label: t("subscriptions.pullMethodPassword") },
        ]}
      />
      {pullMethod === "ssh_key"
        ? <KeyFields subscription={subscription} />
        : <UserFields subscription={subscription} />}
    </div>
  );
}

function KeyFields({ subscription }: SourceProps) {
  const { t } = useMessages();
  const { privateKey } = useFormValues<SubscriptionValues>();
  return (
    <>
      <SecretField
        name="privateKey"
        label={t("subscriptions.privateKey")}
        stored={subscription?.privateKeySet ?? false}
        removable
      >
        {(typed) => (
          <TextAreaInput
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
      {privateKey.kind === "replace" && privateKey.text !== "" && (
        <PasswordField
          name="passphrase"
          label={t("subscriptions.passphrase")}
          optional
          help={t("subscriptions.passphraseHelp")}
          maxLength={1000}
          autoComplete="off"
        />
      )}
    </>
  );
}

/** Renders a user name, and a password or token. */
export function UserFields({ subscription }: SourceProps) {
  const { t } = useMessages();
  return (
    <div className="grid gap-4 sm:grid-cols-[1fr_2fr]">
      <TextField
        name="username"
        label={t("subscriptions.username")}
        mono
        maxLength={subscriptionLimits.username}
        autoComplete="off"
      />
      <SecretField
        name="password"
        label={t("subscriptions.passwordLabel")}
        stored={subscription?.passwordSet ?? false}
        removable
      >
        {(typed) => (
          <PasswordInput {...typed} maxLength={subscriptionLimits.password} autoComplete="new-password" />
        )}
      </SecretField>
    </div>
  );
}
