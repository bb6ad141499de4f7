import {
  type Application,
  application,
  applicationInput,
  applicationPatch,
  applicationsQuery,
  applicationWithSecret,
} from "../../contract/applications.ts";
import { tokenBody, tokenResult } from "../../contract/auth.ts";
import { idParams, listOf } from "../../contract/shapes.ts";
import { type Route, route } from "../../http/route.ts";
import type { Applications } from "./service.ts";
import type { ApplicationTokens } from "./tokens.ts";

/** Returns the routes of `/api/applications`, including the one that issues tokens. */
export function applicationRoutes(
  { applications, tokens }: { applications: Applications; tokens: ApplicationTokens },
): Route[] {
  return [
    route({
      method: "post",
      path: "/auth/token",
      access: "public",
      // The handler records the outcome itself, for any client.
      audit: false,
      summary: "Gives an application a token for its id and secret",
      body: tokenBody,
      results: { 200: { description: "The token", schema: tokenResult } },
      handle: async ({ body, ip }) => ({ status: 200, body: await tokens.exchange(body, ip) }),
    }),
    route({
      method: "get",
      path: "/applications",
      access: "account",
      summary: "Lists the applications",
      query: applicationsQuery,
      results: { 200: { description: "One page of them", schema: listOf(application) } },
      handle: async ({ query }) => ({ status: 200, body: await applications.list(query) }),
    }),
    route({
      method: "post",
      path: "/applications",
      access: "account",
      stepUp: true,
      summary: "Creates an application; its secret is in this answer and in no other",
      body: applicationInput,
      results: { 201: { description: "The application and its secret", schema: applicationWithSecret } },
      handle: async ({ body }) => respond(201, await applications.create(body)),
    }),
    ...oneRoutes(applications),
  ];
}

function oneRoutes(applications: Applications): Route[] {
  return [
    route({
      method: "get",
      path: "/applications/{id}",
      access: "account",
      summary: "Reads one application",
      params: idParams,
      results: { 200: { description: "The application", schema: application } },
      handle: async ({ params }) => respond(200, await applications.get(params.id)),
    }),
    route({
      method: "patch",
      path: "/applications/{id}",
      access: "account",
      // Extending the permissions of an application is as sensitive as creating one.
      stepUp: true,
      summary: "Changes name or permissions of an application; they hold for its tokens at once",
      params: idParams,
      body: applicationPatch,
      results: { 200: { description: "The application as it is now", schema: application } },
      handle: async ({ params, body, ifMatch }) =>
        respond(200, await applications.update(params.id, body, ifMatch)),
    }),
    route({
      method: "delete",
      path: "/applications/{id}",
      access: "account",
      whileReadOnly: "allowed",
      summary: "Deletes an application; its tokens end at once",
      params: idParams,
      results: { 204: { description: "Deleted" } },
      handle: async ({ params }) => ({
        status: 204,
        object: (await applications.remove(params.id)).name,
      }),
    }),
    route({
      method: "post",
      path: "/applications/{id}/enable",
      access: "account",
      stepUp: true,
      summary: "Enables a suspended application; its secret works again",
      params: idParams,
      results: { 200: { description: "The application as it is now", schema: application } },
      handle: async ({ params }) => respond(200, await applications.enable(params.id)),
    }),
    route({
      method: "post",
      path: "/applications/{id}/secret",
      access: "account",
      stepUp: true,
      summary: "Gives an application a new secret; all its tokens end at once",
      params: idParams,
      results: { 200: { description: "The application and its new secret", schema: applicationWithSecret } },
      handle: async ({ params }) => respond(200, await applications.resetSecret(params.id)),
    }),
  ];
}

function respond(status: number, body: Application) {
  return { status, body, version: body.version };
}
