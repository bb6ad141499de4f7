import type {
  Identities,
  Identity,
  IdentityProvider,
  IdentityProviders,
} from "../../../server/contract/identity_providers.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useApiQuery } from "../../api/use_api.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { basePath } from "../../paths.ts";
import { useAction, useChange } from "../../shared/actions/use_action.ts";
import type { Submission } from "../../ui/form/use_server_form.ts";
import { inputOf, type ProviderValues } from "./provider_values.ts";

export function useProviders() {
  return useApiQuery<IdentityProviders>(queryKeys.identityProviders(), "/identity-providers");
}

/** Returns a mutation that adds a provider with an ID, or changes one. */
export function useSaveProvider(provider: IdentityProvider | null, id: number) {
  const { t } = useMessages();
  return useChange({
    send: (api, { values, base }: Submission<ProviderValues, IdentityProvider>) =>
      provider
        ? api.patch<IdentityProvider>(`/identity-providers/${id}`, inputOf(values), {
          version: base?.version,
        })
        : api.post<IdentityProvider>("/identity-providers", { ...inputOf(values), id }),
    invalidates: [queryKeys.identityProviders(), queryKeys.identities()],
    waits: true,
    done: ({ name }) => t(provider ? "sso.saved" : "sso.created", { name }),
  });
}

export function useRemoveProvider() {
  const { t } = useMessages();
  return useAction({
    send: async (api, { id }: IdentityProvider) => {
      await api.delete(`/identity-providers/${id}`);
      return true;
    },
    invalidates: [queryKeys.identityProviders(), queryKeys.identities()],
    waits: true,
    done: (_, { name }) => t("sso.removed", { name }),
  });
}

/** Returns the address to which a provider sends browsers back. */
export function redirectAddress({ id }: Pick<IdentityProvider, "id">): string {
  return `${location.origin}${basePath}/api/auth/oidc/${id}/callback`;
}

export function useIdentities() {
  return useApiQuery<Identities>(queryKeys.identities(), "/account/identities");
}

/** Returns an action that opens the provider, which then links an identity to the own account. */
export function useLinkIdentity() {
  return useAction({
    send: async (api, providerId: number) => {
      const { url } = await api.post<{ url: string }>("/account/identities", { providerId });
      location.assign(api.url(`${url}&origin=${encodeURIComponent(location.origin)}`));
    },
    invalidates: [],
  });
}

export function useUnlinkIdentity() {
  return useAction({
    send: (api, { id }: Identity) => api.delete<void>(`/account/identities/${id}`),
    invalidates: [queryKeys.session()],
    done: "sso.unlinked",
  });
}
