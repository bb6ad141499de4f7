import { z } from "zod";
import { AppError } from "../../contract/app_error.ts";
import {
  loginBody,
  session,
  sessionEntry,
  sessionPatch,
  tokenAnswer,
  tokenBody,
} from "../../contract/auth.ts";
import { idParams, listOf, listQuery } from "../../contract/shapes.ts";
import { type Caller, type Route, route } from "../../http/route.ts";
import type { Entrance } from "./entrance.ts";
import type { Login } from "./login.ts";
import type { Sessions } from "./sessions.ts";

export interface AuthServices {
  login: Login;
  entrance: Entrance;
  sessions: Sessions;
}

/** Lists the routes of `/api/auth`. */
export function authRoutes(services: AuthServices): Route[] {
  return [...doorRoutes(services), ...ownSessionRoutes(services), ...sessionListRoutes(services)];
}

function doorRoutes({ login, entrance }: AuthServices): Route[] {
  return [
    route({
      method: "post",
      path: "/auth/login",
      access: "public",
      summary: "Logs a person in and sets the session cookie",
      body: loginBody,
      answers: { 200: { description: "Logged in", schema: session } },
      handle: async (input) => {
        const account = await login.check(input.body, input.ip);
        return { status: 200, ...await entrance.enter(account.id, input) };
      },
    }),
    route({
      method: "post",
      path: "/auth/token",
      access: "public",
      summary: "Gives an application a token for its id and secret",
      body: tokenBody,
      answers: { 200: { description: "The token", schema: tokenAnswer } },
      handle: async ({ body, ip }) => {
        await login.checkClient(body, ip);
        throw new AppError("wrong_credentials");
      },
    }),
    route({
      method: "post",
      path: "/auth/logout",
      access: "account",
      summary: "Ends the session that asks",
      answers: { 204: { description: "Logged out" } },
      handle: async ({ caller }) => ({
        status: 204,
        headers: await entrance.leave(personOf(caller).sessionId),
      }),
    }),
  ];
}

function ownSessionRoutes({ entrance, sessions }: AuthServices): Route[] {
  return [
    route({
      method: "get",
      path: "/auth/session",
      access: "account",
      summary: "Tells who is logged in, and what the page needs to know at its start",
      answers: { 200: { description: "The session that asks", schema: session } },
      handle: async ({ caller }) => ({
        status: 200,
        body: await entrance.describe(personOf(caller).sessionId),
      }),
    }),
    route({
      method: "patch",
      path: "/auth/session",
      access: "account",
      summary: "Sets the language this session is answered in",
      body: sessionPatch,
      answers: { 200: { description: "The session as it is now", schema: session } },
      handle: async ({ caller, body }) => {
        const { sessionId } = personOf(caller);
        await sessions.setLanguage(sessionId, body.language);
        return { status: 200, body: await entrance.describe(sessionId) };
      },
    }),
  ];
}

function sessionListRoutes({ entrance, sessions }: AuthServices): Route[] {
  return [
    route({
      method: "get",
      path: "/auth/sessions",
      access: "account",
      summary: "Lists where the account is logged in, last seen first",
      query: z.strictObject({ page: listQuery.page, pageSize: listQuery.pageSize }),
      answers: { 200: { description: "The sessions", schema: listOf(sessionEntry) } },
      handle: async ({ caller, query: { page, pageSize } }) => {
        const { accountId, sessionId } = personOf(caller);
        const all = await sessions.list(accountId, sessionId);
        const items = all.slice((page - 1) * pageSize, page * pageSize);
        return { status: 200, body: { items, total: all.length, page, pageSize } };
      },
    }),
    route({
      method: "delete",
      path: "/auth/sessions/{id}",
      access: "account",
      summary: "Ends a session, so that whoever uses it has to log in again",
      params: idParams,
      answers: { 204: { description: "Ended" } },
      handle: async ({ caller, params }) => {
        const { accountId, sessionId } = personOf(caller);
        const target = await sessions.find(params.id);
        if (target?.account_id !== accountId) throw new AppError("not_found");
        if (target.id === sessionId) return { status: 204, headers: await entrance.leave(sessionId) };
        await sessions.end(target.id);
        return { status: 204 };
      },
    }),
  ];
}

// Routes with access "account" are reached by people only; the guard saw to it.
function personOf(caller: Caller): Extract<Caller, { kind: "person" }> {
  if (caller.kind !== "person") throw new Error(`a ${caller.kind} reached a route for people`);
  return caller;
}
