// Single sign-on: providers of OpenID Connect, and the identities that log in an account.
import * as z from "zod";
import { proxyHeader } from "./health.ts";
import { identityProviderLimits as limits } from "./limits/identity_providers.ts";
import { roles } from "./roles.ts";
import { id, instant, line } from "./shapes.ts";
import { labels } from "./tasks.ts";

const role = z.enum(roles);

/** Gives a role to whoever has a value in the claim. */
export const roleRule = z.strictObject({
  value: line(limits.value).min(1),
  role,
  labels: labels.min(1).nullable().default(null).meta({
    description: "The role holds for tasks with one of these labels only; null for the whole panel",
  }),
}).meta({ id: "RoleRule" });
export type RoleRule = z.infer<typeof roleRule>;

const settable = {
  name: line(limits.name).min(1).regex(/^\S(?:.*\S)?$/).meta({
    description: "Name of the button on the login page",
  }),
  issuer: line(limits.issuer).min(1).meta({
    description:
      "Address of the provider, as it names itself, without `/.well-known/openid-configuration`; https, except on this machine",
  }),
  clientId: line(limits.clientId).min(1),
  clientSecret: line(limits.clientSecret).min(1).nullable().meta({
    description:
      "Secret of the client, which is returned as `***`; sending `***` back keeps it. Null for a public client.",
  }),
  scopes: line(limits.scopes).regex(/^openid( [\x21\x23-\x5b\x5d-\x7e]+)*$/).meta({
    description: "What is requested of the provider, separated by blanks; begins with `openid`",
  }),
  createAccounts: z.boolean().meta({
    description:
      "Whether an account is created at the first login of a person with a verified e-mail address",
  }),
  matchEmail: z.boolean().meta({
    description:
      "Whether a verified e-mail address logs in the account that has it as its username or by an identity of another provider",
  }),
  roleClaim: line(limits.roleClaim).min(1).nullable().meta({
    description:
      "Claim whose values give roles, with dots for a claim within another; null leaves roles as they are",
  }),
  roles: z.array(roleRule).max(limits.roles).meta({
    description: "The first rule whose value is in the claim gives the role, at every login",
  }),
  defaultRole: role.nullable().meta({
    description: "Role for whom no rule applies to; null refuses the login where a rule is needed",
  }),
};

const defaults = {
  clientSecret: settable.clientSecret.default(null),
  scopes: settable.scopes.default("openid profile email"),
  createAccounts: settable.createAccounts.default(false),
  matchEmail: settable.matchEmail.default(false),
  roleClaim: settable.roleClaim.default(null),
  roles: settable.roles.default([]),
  defaultRole: settable.defaultRole.default(null),
};

export const identityProviderInput = z.strictObject({
  ...settable,
  ...defaults,
  id: z.int().min(limits.minChosenId).max(limits.maxChosenId).optional().meta({
    description:
      "ID of the new provider, chosen at random, so that its redirect address can be registered before; assigned by default",
  }),
}).meta({ id: "IdentityProviderInput" });
export type IdentityProviderInput = z.infer<typeof identityProviderInput>;

export const identityProviderPatch = z.strictObject(settable).partial().meta({ id: "IdentityProviderPatch" });
export type IdentityProviderPatch = z.infer<typeof identityProviderPatch>;

export const identityProvider = z.object({
  id,
  ...settable,
  identities: z.int().meta({ description: "Number of accounts with an identity of this provider" }),
  createdAt: instant,
  updatedAt: instant,
  version: z.int(),
}).meta({ id: "IdentityProvider" });
export type IdentityProvider = z.infer<typeof identityProvider>;

export const identityProviders = z.object({
  items: z.array(identityProvider),
  proxy: proxyHeader.nullable().meta({
    description: "The proxy whose header logs people in; null if there is none",
  }),
}).meta({ id: "IdentityProviders" });
export type IdentityProviders = z.infer<typeof identityProviders>;

/** One identity of the own account. */
export const identity = z.object({
  id,
  providerId: id,
  provider: z.string().meta({ description: "Name of the provider" }),
  email: z.string().nullable().meta({ description: "The verified e-mail address at the last login" }),
  createdAt: instant,
  lastLoginAt: instant.nullable(),
}).meta({ id: "Identity" });
export type Identity = z.infer<typeof identity>;

/** Providers that the account can link, and those that it has linked. */
export const identities = z.object({
  items: z.array(identity),
  providers: z.array(z.object({ id, name: z.string() })).meta({
    description: "Providers of which the account has no identity",
  }),
}).meta({ id: "Identities" });
export type Identities = z.infer<typeof identities>;

/** Body of `POST /api/account/identities`. */
export const identityInput = z.strictObject({ providerId: id });

/** Address to open in the browser, relative to `/api`. */
export const linkAddress = z.object({ url: z.string() }).meta({ id: "LinkAddress" });

/** How people can log in, for the login page. */
export const loginWaysOffered = z.object({
  password: z.boolean().meta({ description: "Whether a password can be used" }),
  providers: z.array(z.object({ id, name: z.string() })),
  proxy: z.boolean().meta({
    description: "Whether a trusted proxy names the person, who is then logged in by `POST /api/auth/proxy`",
  }),
}).meta({ id: "LoginWays" });
export type LoginWaysOffered = z.infer<typeof loginWaysOffered>;
