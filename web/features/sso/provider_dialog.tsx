import { useState } from "react";
import type {
  IdentityProvider,
  IdentityProviders,
  RoleRule,
} from "../../../server/contract/identity_providers.ts";
import { identityProviderLimits } from "../../../server/contract/limits/identity_providers.ts";
import { type Role, roles } from "../../../server/contract/roles.ts";
import { useApi } from "../../api/use_api.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { useLabels } from "../../shared/task/use_labels.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { IconButton } from "../../ui/buttons/icon_button.tsx";
import {
  SecretField,
  Select,
  Switch,
  TextField,
  useFormField,
  useFormValues,
} from "../../ui/form/fields.tsx";
import { FormDialog } from "../../ui/form/form_dialog.tsx";
import { useServerForm } from "../../ui/form/use_server_form.ts";
import { Plus, Trash2 } from "../../ui/icons/icons.ts";
import { CopyButton } from "../../ui/inputs/copy_button.tsx";
import { ChipsField } from "../../ui/inputs/chips_field.tsx";
import { PasswordField as PasswordInput } from "../../ui/inputs/password_field.tsx";
import { Select as SelectInput } from "../../ui/inputs/select.tsx";
import { TextField as TextInput } from "../../ui/inputs/text_field.tsx";
import { redirectAddress, useSaveProvider } from "./api.ts";
import {
  checkValues,
  emptyRule,
  emptyValues,
  newProviderId,
  type ProviderValues,
  valuesOf,
} from "./provider_values.ts";

/** Adds or edits an identity provider. */
export default function ProviderDialog(
  { provider, onClose }: { provider: IdentityProvider | null; onClose: () => void },
) {
  const { t } = useMessages();
  const api = useApi();
  // Chosen here, so that the address can be registered at the provider before anything is saved.
  const [id] = useState(() => provider?.id ?? newProviderId());
  const form = useServerForm({
    values: provider ? valuesOf(provider) : emptyValues,
    base: provider,
    save: useSaveProvider(provider, id).mutateAsync,
    onSaved: onClose,
    check: (values) => checkValues(values, t),
    fieldOf: (path) => path.startsWith("roles") ? "roles" : path,
    loadCurrent: provider === null ? undefined : async () => {
      const { items } = await api.get<IdentityProviders>("/identity-providers");
      // If it is gone, saving over it says so.
      return items.find(({ id }) => id === provider.id) ?? provider;
    },
  });
  return (
    <FormDialog
      form={form}
      title={t(provider ? "sso.editTitle" : "sso.createTitle")}
      submitLabel={t(provider ? "ui.save" : "sso.add")}
      stale={{ text: t("sso.stale") }}
      onClose={onClose}
    >
      <TextField
        name="name"
        autoFocus
        label={t("sso.name")}
        help={t("sso.nameHelp")}
        maxLength={identityProviderLimits.name}
      />
      <RedirectAddress id={id} />
      <TextField name="issuer" mono label={t("sso.issuer")} help={t("sso.issuerHelp")} inputMode="url" />
      <TextField name="clientId" mono label={t("sso.clientId")} autoComplete="off" />
      <SecretField
        name="clientSecret"
        label={t("sso.clientSecret")}
        stored={provider !== null && provider.clientSecret !== null}
        removable
      >
        {(typed) => (
          <PasswordInput
            {...typed}
            maxLength={identityProviderLimits.clientSecret}
            autoComplete="new-password"
          />
        )}
      </SecretField>
      <TextField name="scopes" mono label={t("sso.scopes")} help={t("sso.scopesHelp")} />
      <Switch name="createAccounts" label={t("sso.createAccounts")} help={t("sso.createAccountsHelp")} />
      <Switch name="matchEmail" label={t("sso.matchEmail")} help={t("sso.matchEmailHelp")} />
      <RoleFields />
    </FormDialog>
  );
}

function RedirectAddress({ id }: { id: number }) {
  const { t } = useMessages();
  const address = redirectAddress({ id });
  return (
    <div className="flex flex-col gap-1">
      <span className="text-sm font-medium">{t("sso.redirectAddress")}</span>
      <div className="flex items-center gap-1">
        <code className="min-w-0 font-mono text-xs break-all">{address}</code>
        <CopyButton text={address} />
      </div>
    </div>
  );
}

function RoleFields() {
  const { t } = useMessages();
  const { roleClaim } = useFormValues<ProviderValues>();
  return (
    <section aria-label={t("sso.rolesTitle")} className="flex flex-col gap-3">
      <h3 className="text-sm font-semibold">{t("sso.rolesTitle")}</h3>
      <TextField name="roleClaim" mono optional label={t("sso.roleClaim")} help={t("sso.roleClaimHelp")} />
      {roleClaim.trim() !== "" && <RuleFields />}
      <Select
        name="defaultRole"
        label={t("sso.defaultRole")}
        options={[{ value: "", label: t("sso.noRole") }, ...useRoleOptions()]}
      />
    </section>
  );
}

function useRoleOptions(): { value: Role; label: string }[] {
  const { t } = useMessages();
  return roles.map((role) => ({ value: role, label: t(`sso.${role}`) }));
}

function RuleFields() {
  const { t } = useMessages();
  const { value: rules, onValue, error } = useFormField<readonly RoleRule[]>("roles");
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="text-sm font-medium">{t("sso.rules")}</legend>
      <p className="text-xs text-muted">{t("sso.rulesHelp")}</p>
      {rules.map((rule, at) => (
        <Rule
          key={at}
          rule={rule}
          number={at + 1}
          onRule={(next) => onValue(rules.with(at, next))}
          onRemove={() => onValue(rules.toSpliced(at, 1))}
        />
      ))}
      {error && <p role="alert" className="text-xs text-danger-text">{error}</p>}
      <Button
        size="small"
        icon={<Plus />}
        className="self-start"
        onClick={() => onValue([...rules, emptyRule])}
      >
        {t("sso.addRule")}
      </Button>
    </fieldset>
  );
}

function Rule(
  { rule, number, onRule, onRemove }: {
    rule: RoleRule;
    number: number;
    onRule: (rule: RoleRule) => void;
    onRemove: () => void;
  },
) {
  const { t } = useMessages();
  const options = useLabels().map(({ label }) => ({ value: label, label }));
  const { value, role, labels } = rule;
  return (
    <div className="flex flex-col gap-2 rounded-md border border-line p-2.5">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <TextInput
            hideLabel
            mono
            label={t("sso.valueOf", { number })}
            placeholder={t("sso.value")}
            value={value}
            maxLength={identityProviderLimits.value}
            onChange={(event) => onRule({ ...rule, value: event.target.value })}
          />
        </div>
        <div className="w-36 shrink-0">
          <SelectInput
            hideLabel
            label={t("sso.roleOf", { number })}
            value={role}
            options={useRoleOptions()}
            onValue={(next) => onRule({ ...rule, role: next })}
          />
        </div>
        <IconButton
          size="small"
          tone="danger"
          label={t("sso.removeRule", { number })}
          icon={<Trash2 />}
          onClick={onRemove}
        />
      </div>
      {role !== "administrator" && (
        <ChipsField
          hideLabel
          label={t("sso.labelsOf", { number })}
          placeholder={t("sso.allTasks")}
          value={labels ?? []}
          options={options}
          onValue={(next) => onRule({ ...rule, labels: next.length === 0 ? null : [...next] })}
        />
      )}
    </div>
  );
}
