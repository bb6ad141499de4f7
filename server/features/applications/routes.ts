import { type PerCaller, type Route, route, versioned } from "../../http/route.ts";
import {
  application,
  applicationInput,
  applicationPatch,
  applicationsQuery,
  applicationWithSecret,
} from "../../contract/applications.ts";
import { tokenBody, tokenResult } from "../../contract/auth.ts";
import { listOf } from "../../contract/shapes.ts";
import type { Applications } from "./service.ts";
import type { ApplicationTokens } from "./tokens.ts";

/** Returns the routes of `/api/applications`, including the one that issues tokens. */
export function applicationRoutes(
  { applications, tokens }: { applications: PerCaller<Applications>; tokens: ApplicationTokens },
): Route[] {
  return [
    route("post", "/auth/token", {
      access: "public",
      // The handler records the outcome itself, for any client.
      audit: false,
      summary: "Issues a token for the ID and secret of an application",
      body: tokenBody,
      results: { 200: { description: "The token", schema: tokenResult } },
      handle: async ({ body, ip }) => ({ body: await tokens.exchange(body, ip) }),
    }),
    route("get", "/applications", {
      access: "account",
      summary: "Lists applications",
      query: applicationsQuery,
      results: { 200: { description: "One page of applications", schema: listOf(application) } },
      handle: async ({ caller, query }) => ({ body: await applications(caller).list(query) }),
    }),
    route("post", "/applications", {
      access: "account",
      stepUp: true,
      summary: "Creates an application; only this response contains its secret",
      body: applicationInput,
      results: { 201: { description: "The application and its secret", schema: applicationWithSecret } },
      handle: async ({ caller, body }) => versioned(await applications(caller).create(body), 201),
    }),
    ...oneRoutes(applications),
  ];
}

function oneRoutes(applications: PerCaller<Applications>): Route[] {
  return [
    route("get", "/applications/{id}", {
      access: "account",
      summary: "Returns one application",
      results: { 200: { description: "The application", schema: application } },
      handle: async ({ caller, params }) => versioned(await applications(caller).get(params.id)),
    }),
    route("patch", "/applications/{id}", {
      access: "account",
      // Extending the permissions of an application is as sensitive as creating one.
      stepUp: true,
      summary: "Updates name or permissions of an application; existing tokens are affected immediately",
      body: applicationPatch,
      results: { 200: { description: "The updated application", schema: application } },
      handle: async ({ caller, params, body, ifMatch }) =>
        versioned(await applications(caller).update(params.id, body, ifMatch)),
    }),
    route("delete", "/applications/{id}", {
      access: "account",
      whileReadOnly: "allowed",
      summary: "Deletes an application; its tokens stop working immediately",
      results: { 204: { description: "Deleted" } },
      handle: async ({ caller, params }) => ({
        status: 204,
        object: (await applications(caller).remove(params.id)).name,
      }),
    }),
    route("post", "/applications/{id}/enable", {
      access: "account",
      stepUp: true,
      summary: "Enables a suspended application; its secret works again",
      results: { 200: { description: "The updated application", schema: application } },
      handle: async ({ caller, params }) => versioned(await applications(caller).enable(params.id)),
    }),
    route("post", "/applications/{id}/secret", {
      access: "account",
      stepUp: true,
      summary: "Resets the secret of an application; its tokens stop working immediately",
      results: { 200: { description: "The application and its new secret", schema: applicationWithSecret } },
      handle: async ({ caller, params }) => versioned(await applications(caller).resetSecret(params.id)),
    }),
  ];
}
