import { queryOptions } from "@tanstack/react-query";
import type { LoginWaysOffered } from "../../server/contract/identity_providers.ts";
import type { Api } from "./request.ts";

/** Queries how people can log in. Without a response, the login page offers the password. */
export function loginWaysQuery(api: Api) {
  return queryOptions({
    queryKey: ["login-ways"],
    queryFn: ({ signal }) => api.get<LoginWaysOffered>("/auth/login", { signal }),
    staleTime: 2000,
  });
}

/** Returns the address at which a login at a provider begins; `next` is the page to open afterwards. */
export function signOnAddress(api: Pick<Api, "url">, providerId: number, next: string): string {
  // The panel does not see whether its proxy is called by https.
  return api.url(`/auth/oidc/${providerId}/start`, { next, origin: location.origin });
}
