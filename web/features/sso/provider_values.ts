import type { IdentityProvider, RoleRule } from "../../../server/contract/identity_providers.ts";
import { identityProviderLimits } from "../../../server/contract/limits/identity_providers.ts";
import type { Role } from "../../../server/contract/roles.ts";
import type { Translate } from "../../messages/create_messages.ts";
import type { FieldMessages } from "../../ui/form/use_server_form.ts";
import { type SecretAction, sentSecret, storedSecret } from "../../ui/inputs/secret_action.ts";

/** The values of the form; no role is an empty text. */
export interface ProviderValues {
  name: string;
  issuer: string;
  clientId: string;
  clientSecret: SecretAction;
  scopes: string;
  createAccounts: boolean;
  matchEmail: boolean;
  roleClaim: string;
  roles: readonly RoleRule[];
  defaultRole: Role | "";
}

export const emptyValues: ProviderValues = {
  name: "",
  issuer: "",
  clientId: "",
  clientSecret: storedSecret,
  scopes: "openid profile email",
  createAccounts: false,
  matchEmail: false,
  roleClaim: "",
  roles: [],
  defaultRole: "",
};

/** Returns an ID that no other provider has. */
export function newProviderId(): number {
  const { minChosenId, maxChosenId } = identityProviderLimits;
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return minChosenId + random % (maxChosenId - minChosenId + 1);
}

export const emptyRule: RoleRule = { value: "", role: "viewer", labels: null };

export function valuesOf(provider: IdentityProvider): ProviderValues {
  const { name, issuer, clientId, scopes, createAccounts, matchEmail, roles } = provider;
  return {
    ...{ name, issuer, clientId, scopes, createAccounts, matchEmail, roles },
    clientSecret: storedSecret,
    roleClaim: provider.roleClaim ?? "",
    defaultRole: provider.defaultRole ?? "",
  };
}

export function inputOf({ clientSecret, ...values }: ProviderValues) {
  const secret = sentSecret(clientSecret);
  const { roleClaim, defaultRole } = values;
  return {
    name: values.name.trim(),
    issuer: values.issuer.trim(),
    clientId: values.clientId.trim(),
    ...(secret !== undefined && { clientSecret: secret }),
    scopes: values.scopes.trim().replace(/\s+/g, " "),
    createAccounts: values.createAccounts,
    matchEmail: values.matchEmail,
    roleClaim: roleClaim.trim() === "" ? null : roleClaim.trim(),
    roles: values.roles.map(({ value, role, labels }) => ({
      value: value.trim(),
      role,
      // An administrator has access to the whole panel.
      labels: role === "administrator" || labels?.length === 0 ? null : labels,
    })),
    defaultRole: defaultRole === "" ? null : defaultRole,
  };
}

export function checkValues({ name, issuer, clientId, roles }: ProviderValues, t: Translate): FieldMessages {
  const required = (text: string, label: string) => text.trim() === "" && t("ui.required", { label });
  return {
    name: required(name, t("sso.name")),
    issuer: required(issuer, t("sso.issuer")),
    clientId: required(clientId, t("sso.clientId")),
    roles: roles.some(({ value }) => value.trim() === "") && t("ui.required", { label: t("sso.value") }),
  };
}
