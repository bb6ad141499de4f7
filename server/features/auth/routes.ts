import * as z from "zod";
import { AppError } from "../../contract/app_error.ts";
import {
  loginBody,
  loginResult,
  session,
  sessionEntry,
  sessionPatch,
  stepUpBody,
} from "../../contract/auth.ts";
import { passkeyLoginBody, passkeyQuestion } from "../../contract/passkeys.ts";
import { idParams, listOf, listQuery } from "../../contract/shapes.ts";
import { type Route, route } from "../../http/route.ts";
import { avatarRoutes } from "./avatar/routes.ts";
import { callerOf, personOf } from "./caller.ts";
import { passkeyRoutes } from "./passkeys/routes.ts";
import { askForPasskey, enterByPasskey, enterByPassword } from "./ways_in.ts";
import type { AuthServices } from "./auth_services.ts";
import {
  account,
  accountPatch,
  codeBody,
  passwordBody,
  recoveryCodes,
  secondFactorSetup,
} from "../../contract/account.ts";
import type { Accounts } from "./accounts.ts";
import type { SecondFactor } from "./second_factor.ts";

/** Returns the routes of `/api/auth` and `/api/account`. */
export function authRoutes(services: AuthServices): Route[] {
  return [
    ...methodRoutes(services),
    ...sessionRoutes(services),
    ...sessionListRoutes(services),
    ...accountRoutes(services),
    ...secondFactorRoutes(services),
    ...passkeyRoutes(services),
    ...avatarRoutes(services.avatars),
  ];
}

function methodRoutes(services: AuthServices): Route[] {
  return [
    route({
      method: "post",
      path: "/auth/login",
      access: "public",
      // The handler records the outcome itself, for any client.
      audit: false,
      summary:
        "Logs a person in and sets the session cookie; says `second_factor_required` when a code is missing. With `passkey` null it says what a passkey has to sign",
      body: z.union([loginBody, passkeyLoginBody]),
      results: {
        200: { description: "Logged in", schema: loginResult },
        202: { description: "What a passkey has to sign", schema: passkeyQuestion },
      },
      handle: (input) => {
        if (!("passkey" in input.body)) return enterByPassword(services, input, input.body);
        const { passkey } = input.body;
        return passkey ? enterByPasskey(services, input, passkey) : askForPasskey(services, input);
      },
    }),
    route({
      method: "post",
      path: "/auth/logout",
      access: "account",
      whileReadOnly: "allowed",
      summary: "Ends the session that asks",
      results: { 204: { description: "Logged out" } },
      handle: async ({ caller }) => ({
        status: 204,
        headers: await services.loginFlow.leave(callerOf(caller).sessionId),
      }),
    }),
  ];
}

function sessionRoutes({ loginFlow, sessions, proofs, door: endpoint }: AuthServices): Route[] {
  return [
    route({
      method: "post",
      path: "/auth/step-up",
      access: "account",
      whileReadOnly: "allowed",
      summary: "Shows a password, a code or a passkey once more, which what has grave effects asks for",
      body: stepUpBody,
      results: { 204: { description: "Shown; it counts for ten minutes" } },
      handle: async (input) => {
        await proofs.stepUp(personOf(input), input.body, endpoint.answering(input.request));
        return { status: 204 };
      },
    }),
    route({
      method: "get",
      path: "/auth/session",
      access: "account",
      summary: "Tells who is logged in, and what the page needs to know at its start",
      results: { 200: { description: "The session that asks", schema: session } },
      handle: async ({ caller }) => ({
        status: 200,
        body: await loginFlow.describe(callerOf(caller).sessionId),
      }),
    }),
    route({
      method: "patch",
      path: "/auth/session",
      access: "account",
      summary: "Sets the language this session is answered in",
      body: sessionPatch,
      // The language of the responses to this browser; the page sets it whenever it is opened in another
      // language.
      audit: false,
      results: { 200: { description: "The session as it is now", schema: session } },
      handle: async ({ caller, body }) => {
        const { sessionId } = callerOf(caller);
        await sessions.setLanguage(sessionId, body.language);
        return { status: 200, body: await loginFlow.describe(sessionId) };
      },
    }),
  ];
}

function sessionListRoutes({ loginFlow, sessions, log }: AuthServices): Route[] {
  return [
    route({
      method: "get",
      path: "/auth/sessions",
      access: "account",
      summary: "Lists where the account is logged in, last seen first",
      query: z.strictObject({ page: listQuery.page, pageSize: listQuery.pageSize }),
      results: { 200: { description: "The sessions", schema: listOf(sessionEntry) } },
      handle: async ({ caller, query: { page, pageSize } }) => {
        const { accountId, sessionId } = callerOf(caller);
        const all = await sessions.list(accountId, sessionId);
        const visible = all.slice((page - 1) * pageSize, page * pageSize);
        const items = await Promise.all(visible.map(async (one) => ({ ...one, ...await log.describe(one) })));
        return { status: 200, body: { items, total: all.length, page, pageSize } };
      },
    }),
    route({
      method: "delete",
      path: "/auth/sessions",
      access: "account",
      whileReadOnly: "allowed",
      summary: "Ends all sessions of the account but the one that asks",
      results: { 204: { description: "Ended" } },
      handle: async ({ caller }) => {
        const { accountId, sessionId } = callerOf(caller);
        await sessions.endOthers(accountId, sessionId);
        return { status: 204 };
      },
    }),
    route({
      method: "delete",
      path: "/auth/sessions/{id}",
      access: "account",
      whileReadOnly: "allowed",
      summary: "Ends a session, so that whoever uses it has to log in again",
      params: idParams,
      results: { 204: { description: "Ended" } },
      handle: async ({ caller, params }) => {
        const { accountId, sessionId } = callerOf(caller);
        const target = await sessions.find(params.id);
        if (target?.account_id !== accountId) throw new AppError("not_found");
        if (target.id === sessionId) return { status: 204, headers: await loginFlow.leave(sessionId) };
        await sessions.end(target.id);
        return { status: 204 };
      },
    }),
  ];
}

/** Returns the routes of `/api/account` for name and password. */
function accountRoutes({ accounts }: { accounts: Accounts }): Route[] {
  return [
    route({
      method: "get",
      path: "/account",
      access: "account",
      summary: "Tells of the account that asks: name, picture, second factor, what failed at its door",
      results: { 200: { description: "The account", schema: account } },
      handle: async (input) => respond(await accounts.get(personOf(input))),
    }),
    route({
      method: "patch",
      path: "/account",
      access: "account",
      stepUp: true,
      summary: "Changes the name of the account; asks for its password",
      body: accountPatch,
      results: { 200: { description: "The account as it is now", schema: account } },
      handle: async (input) => respond(await accounts.rename(personOf(input), input.body, input.ifMatch)),
    }),
    route({
      method: "post",
      path: "/account/password",
      access: "account",
      stepUp: true,
      summary: "Changes the password; all other sessions of the account end",
      body: passwordBody,
      results: { 204: { description: "Changed" } },
      handle: async (input) => {
        await accounts.changePassword(personOf(input), input.body);
        return { status: 204 };
      },
    }),
  ];
}

function respond(body: { version: number }) {
  return { status: 200, body, version: body.version };
}

const base = "/account/second-factor";
const shared = { method: "post", access: "account", stepUp: true } as const;

/** Returns the routes of `/api/account/second-factor`. */
function secondFactorRoutes(
  { accounts, factor }: { accounts: Accounts; factor: SecondFactor },
): Route[] {
  return [
    route({
      ...shared,
      path: `${base}/start`,
      summary: "Makes the secret of a second factor, which counts once it is activated",
      results: { 200: { description: "What an authenticator app needs", schema: secondFactorSetup } },
      handle: async ({ caller }) => ({ status: 200, body: await factor.start(callerOf(caller).accountId) }),
    }),
    route({
      ...shared,
      path: `${base}/activate`,
      summary: "Turns the second factor on by its first code; all other sessions of the account end",
      body: codeBody,
      results: { 200: { description: "The recovery codes, shown once", schema: recoveryCodes } },
      handle: async (input) => ({
        status: 200,
        body: await accounts.activateFactor(personOf(input), input.body.code),
      }),
    }),
    route({
      ...shared,
      path: `${base}/deactivate`,
      summary: "Turns the second factor off by a code of it; all other sessions of the account end",
      body: codeBody,
      results: { 204: { description: "Turned off" } },
      handle: async (input) => {
        await accounts.deactivateFactor(personOf(input), input.body.code);
        return { status: 204 };
      },
    }),
    route({
      ...shared,
      path: `${base}/recovery-codes`,
      summary: "Makes new recovery codes by a code of the factor; those before count no more",
      body: codeBody,
      results: { 200: { description: "The recovery codes, shown once", schema: recoveryCodes } },
      handle: async (input) => ({
        status: 200,
        body: await accounts.renewRecoveryCodes(personOf(input), input.body.code),
      }),
    }),
  ];
}
