import * as z from "zod";
import { AppError } from "../../contract/app_error.ts";
import {
  loginBody,
  loginResult,
  logoutResult,
  session,
  sessionEntry,
  sessionPatch,
  stepUpBody,
} from "../../contract/auth.ts";
import { loginWaysOffered } from "../../contract/identity_providers.ts";
import { passkeyLoginBody, passkeyQuestion } from "../../contract/passkeys.ts";
import { listOf, listQuery } from "../../contract/shapes.ts";
import { type Route, route } from "../../http/route.ts";
import { accountRoutes } from "./account_routes.ts";
import type { AuthServices } from "./build_auth.ts";
import { passkeyRoutes } from "./passkeys/routes.ts";
import { requireUser, userOf } from "./sessions.ts";
import { singleSignOnRoutes } from "./single_sign_on/routes.ts";

/** Returns the routes of `/api/auth` and `/api/account`. */
export function authRoutes(services: AuthServices): Route[] {
  return [
    ...loginRoutes(services),
    ...sessionRoutes(services),
    ...sessionListRoutes(services),
    ...accountRoutes(services),
    ...passkeyRoutes(services),
    ...singleSignOnRoutes(services),
  ];
}

function loginRoutes(services: AuthServices): Route[] {
  const { loginFlow, singleSignOn, providers, proxyLogin } = services;
  return [
    route("get", "/auth/login", {
      access: "public",
      summary: "Returns how people can log in",
      results: { 200: { description: "What the login page offers", schema: loginWaysOffered } },
      handle: async (input) => ({
        body: {
          password: await services.isPasswordAllowed(),
          providers: await providers.names(),
          proxy: proxyLogin.isOffered(input),
        },
      }),
    }),
    route("post", "/auth/login", {
      access: "public",
      // The handler records the outcome itself, for any client.
      audit: false,
      summary:
        "Logs in and sets the session cookie; fails with `second_factor_required` if a code is missing. If `passkey` is null, returns a challenge for a passkey to sign.",
      body: z.union([loginBody, passkeyLoginBody]),
      results: {
        200: { description: "Logged in", schema: loginResult },
        202: { description: "The challenge for a passkey to sign", schema: passkeyQuestion },
      },
      handle: (input) => {
        if (!("passkey" in input.body)) return loginFlow.loginWithPassword(input, input.body);
        const { passkey } = input.body;
        return passkey
          ? loginFlow.loginWithPasskey(input, passkey)
          : loginFlow.requestPasskeyChallenge(input);
      },
    }),
    route("post", "/auth/logout", {
      access: "account",
      whileReadOnly: "allowed",
      summary: "Ends the current session",
      results: {
        200: {
          description: "Logged out here; the provider's session ends at an address",
          schema: logoutResult,
        },
        204: { description: "Logged out" },
      },
      handle: async ({ caller, request }) => {
        const { sessionId } = requireUser(caller);
        const url = await singleSignOn.logoutAddress(sessionId, request);
        const headers = await loginFlow.logout(sessionId);
        return url === null ? { status: 204, headers } : { status: 200, body: { url }, headers };
      },
    }),
  ];
}

function sessionRoutes({ loginFlow, sessions, stepUp, passkeyEndpoint }: AuthServices): Route[] {
  return [
    route("post", "/auth/step-up", {
      access: "account",
      whileReadOnly: "allowed",
      summary: "Re-authenticates the current session; required before sensitive changes",
      body: stepUpBody,
      results: { 204: { description: "Re-authenticated for ten minutes" } },
      handle: (input) => stepUp.confirm(userOf(input), input.body, passkeyEndpoint.read(input.request)),
    }),
    route("get", "/auth/session", {
      access: "account",
      summary: "Returns the current session and the initial data of the page",
      results: { 200: { description: "The current session", schema: session } },
      handle: async ({ caller }) => ({ body: await loginFlow.describe(requireUser(caller).sessionId) }),
    }),
    route("patch", "/auth/session", {
      access: "account",
      summary: "Sets the language of responses in the current session",
      body: sessionPatch,
      // The language of the responses to this browser; the page sets it whenever it is opened in another
      // language.
      audit: false,
      results: { 200: { description: "The updated session", schema: session } },
      handle: async ({ caller, body }) => {
        const { sessionId } = requireUser(caller);
        await sessions.setLanguage(sessionId, body.language);
        return { body: await loginFlow.describe(sessionId) };
      },
    }),
  ];
}

function sessionListRoutes({ loginFlow, sessions, log }: AuthServices): Route[] {
  return [
    route("get", "/auth/sessions", {
      access: "account",
      summary: "Lists the sessions of the account, last used first",
      query: z.strictObject({ page: listQuery.page, pageSize: listQuery.pageSize }),
      results: { 200: { description: "The sessions", schema: listOf(sessionEntry) } },
      handle: async ({ caller, query: { page, pageSize } }) => {
        const { accountId, sessionId } = requireUser(caller);
        const all = await sessions.list(accountId, sessionId);
        const pageItems = all.slice((page - 1) * pageSize, page * pageSize);
        const items = await Promise.all(
          pageItems.map(async (one) => ({ ...one, ...await log.describe(one) })),
        );
        return { body: { items, total: all.length, page, pageSize } };
      },
    }),
    route("delete", "/auth/sessions", {
      access: "account",
      whileReadOnly: "allowed",
      summary: "Ends all other sessions of the account",
      results: { 204: { description: "Ended" } },
      handle: async ({ caller }) => {
        const { accountId, sessionId } = requireUser(caller);
        await sessions.endOthers(accountId, sessionId);
      },
    }),
    route("delete", "/auth/sessions/{id}", {
      access: "account",
      whileReadOnly: "allowed",
      summary: "Ends a session of the account",
      results: { 204: { description: "Ended" } },
      handle: async ({ caller, params }) => {
        const { accountId, sessionId } = requireUser(caller);
        const target = await sessions.find(params.id);
        if (target?.account_id !== accountId) throw new AppError("not_found");
        if (target.id === sessionId) return { status: 204, headers: await loginFlow.logout(sessionId) };
        await sessions.end(target.id);
      },
    }),
  ];
}
