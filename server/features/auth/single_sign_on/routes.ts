import * as z from "zod";
import {
  identities,
  identityInput,
  identityProvider,
  identityProviderInput,
  identityProviderPatch,
  identityProviders,
  linkAddress,
} from "../../../contract/identity_providers.ts";
import { session } from "../../../contract/auth.ts";
import { type Route, route, versioned } from "../../../http/route.ts";
import { userOf } from "../sessions.ts";
import type { OwnIdentities } from "./identities.ts";
import type { IdentityProviders } from "./providers.ts";
import type { ProxyLogin } from "./proxy_login.ts";
import type { SingleSignOn } from "./single_sign_on.ts";

export interface SingleSignOnServices {
  providers: IdentityProviders;
  identities: OwnIdentities;
  singleSignOn: SingleSignOn;
  proxyLogin: ProxyLogin;
}

/** Returns the routes of single sign-on. */
export function singleSignOnRoutes(services: SingleSignOnServices): Route[] {
  return [
    ...providerRoutes(services),
    ...loginRoutes(services),
    ...identityRoutes(services),
  ];
}

const access = "administrator";

function providerRoutes({ providers, proxyLogin }: SingleSignOnServices): Route[] {
  return [
    route("get", "/identity-providers", {
      access,
      summary: "Lists the identity providers of single sign-on",
      results: {
        200: {
          description: "The providers, by name; secrets as `***`",
          schema: identityProviders,
        },
      },
      handle: async () => ({ body: { items: await providers.list(), proxy: proxyLogin.describe() } }),
    }),
    route("post", "/identity-providers", {
      access,
      stepUp: true,
      summary: "Adds an identity provider, by which people can then log in",
      body: identityProviderInput,
      results: { 201: { description: "The provider", schema: identityProvider } },
      handle: async ({ body }) => {
        const created = await providers.create(body);
        return { ...versioned(created, 201), object: created.name };
      },
    }),
    route("patch", "/identity-providers/{id}", {
      access,
      stepUp: true,
      summary: "Changes an identity provider; roles follow at the next login of each person",
      body: identityProviderPatch,
      results: { 200: { description: "The updated provider", schema: identityProvider } },
      handle: async ({ params, body, ifMatch }) => {
        const updated = await providers.update(params.id, body, ifMatch);
        return { ...versioned(updated), object: updated.name };
      },
    }),
    route("delete", "/identity-providers/{id}", {
      access,
      stepUp: true,
      whileReadOnly: "allowed",
      summary: "Deletes an identity provider and ends the sessions that it opened; accounts stay",
      results: { 204: { description: "Deleted" } },
      handle: async ({ params }) => ({ status: 204, object: await providers.remove(params.id) }),
    }),
  ];
}

function loginRoutes({ singleSignOn, proxyLogin }: SingleSignOnServices): Route[] {
  const redirects = { 302: { description: "To the provider, or to the page with the reason why not" } };
  return [
    route("get", "/auth/oidc/{id}/start", {
      access: "public",
      // The handler records the outcome itself, for any client.
      audit: false,
      summary: "Begins a login at an identity provider; for browsers",
      query: z.strictObject({
        next: z.string().max(2000).optional().meta({
          description: "Page to open afterwards, such as `/runs`",
        }),
        origin: z.string().max(300).optional().meta({
          description:
            "Origin of the page; without it and `SUNDIAL_PUBLIC_URL`, that of the request over http",
        }),
        link: z.string().max(200).optional().meta({
          description: "Ticket of `POST /api/account/identities`, to add the identity to the own account",
        }),
      }),
      results: redirects,
      handle: (input) => {
        const { next, origin, link } = input.query;
        return singleSignOn.start({ providerId: input.params.id, next, origin, link }, input);
      },
    }),
    route("get", "/auth/oidc/{id}/callback", {
      access: "public",
      audit: false,
      summary: "Receives a browser from an identity provider, and logs it in",
      // What providers send beyond the standard is theirs to choose.
      query: z.looseObject({ state: z.string().max(4000).optional(), code: z.string().max(4000).optional() }),
      results: { 302: { description: "To the page, logged in or with the reason why not" } },
      handle: (input) => singleSignOn.finish(input.params.id, input),
    }),
    route("post", "/auth/proxy", {
      access: "public",
      audit: false,
      summary: "Logs in the person whom a trusted proxy names in its header",
      results: { 200: { description: "Logged in", schema: session } },
      handle: async (input) => ({ status: 200, ...await proxyLogin.logIn(input) }),
    }),
  ];
}

function identityRoutes({ identities: own }: SingleSignOnServices): Route[] {
  return [
    route("get", "/account/identities", {
      access: "account",
      summary: "Lists the identities with which the account can log in",
      results: { 200: { description: "The identities, oldest first", schema: identities } },
      handle: async (input) => ({ body: await own.list(userOf(input).accountId) }),
    }),
    route("post", "/account/identities", {
      access: "account",
      stepUp: true,
      // It changes nothing yet; the provider's answer is recorded.
      audit: false,
      summary: "Returns the address to open in the browser, once, to add an identity to the account",
      body: identityInput,
      results: { 200: { description: "The address, relative to `/api`", schema: linkAddress } },
      handle: async (input) => ({
        status: 200,
        body: { url: await own.linkAddress(userOf(input), input.body.providerId) },
      }),
    }),
    route("delete", "/account/identities/{id}", {
      access: "account",
      stepUp: true,
      whileReadOnly: "allowed",
      summary: "Removes an identity from the account; ends all other sessions",
      results: { 204: { description: "Removed" } },
      handle: (input) => own.remove(userOf(input), input.params.id),
    }),
  ];
}
