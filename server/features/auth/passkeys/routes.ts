import * as z from "zod";
import { passkey, passkeyInput, passkeyOffer, passkeyPatch } from "../../../contract/passkeys.ts";
import { listOf, listQuery } from "../../../contract/shapes.ts";
import { type Route, route, versioned } from "../../../http/route.ts";
import type { Accounts } from "../accounts.ts";
import { userOf } from "../sessions.ts";
import type { PasskeyEndpoint } from "./challenges.ts";
import type { Passkeys } from "./passkeys.ts";

const path = "/account/passkeys";
const access = "account";

export interface PasskeyServices {
  accounts: Accounts;
  passkeys: Passkeys;
  passkeyEndpoint: PasskeyEndpoint;
}

export function passkeyRoutes(services: PasskeyServices): Route[] {
  return [...registrationRoutes(services), ...listRoutes(services)];
}

function registrationRoutes({ accounts, passkeys, passkeyEndpoint: endpoint }: PasskeyServices): Route[] {
  return [
    route("post", `${path}/start`, {
      access,
      stepUp: true,
      // The request changes nothing.
      audit: false,
      summary: "Returns the options for creating a passkey",
      results: { 200: { description: "The options", schema: passkeyOffer } },
      handle: async (input) => ({
        body: await passkeys.startRegistration(userOf(input), endpoint.party(input.request)),
      }),
    }),
    route("post", path, {
      access,
      stepUp: true,
      summary: "Adds a passkey created by the browser; ends all other sessions of the account",
      body: passkeyInput,
      results: { 201: { description: "The passkey", schema: passkey } },
      handle: async (input) =>
        versioned(await accounts.addPasskey(userOf(input), input.body, endpoint.party(input.request)), 201),
    }),
  ];
}

function listRoutes({ accounts, passkeys, passkeyEndpoint: endpoint }: PasskeyServices): Route[] {
  return [
    route("get", path, {
      access,
      summary: "Lists the passkeys of the account, oldest first",
      query: z.strictObject({ page: listQuery.page, pageSize: listQuery.pageSize }),
      results: { 200: { description: "The passkeys", schema: listOf(passkey) } },
      handle: async (input) => {
        const { page, pageSize } = input.query;
        const all = await passkeys.list(userOf(input), endpoint.party(input.request));
        const items = all.slice((page - 1) * pageSize, page * pageSize);
        return { body: { items, total: all.length, page, pageSize } };
      },
    }),
    route("patch", `${path}/{id}`, {
      access,
      summary: "Renames a passkey",
      body: passkeyPatch,
      results: { 200: { description: "The updated passkey", schema: passkey } },
      handle: async (input) => {
        const { params: { id }, body: { name }, ifMatch } = input;
        const given = { id, name, ifMatch, party: endpoint.party(input.request) };
        return versioned(await accounts.renamePasskey(userOf(input), given));
      },
    }),
    route("delete", `${path}/{id}`, {
      access,
      stepUp: true,
      summary: "Removes a passkey; ends all other sessions of the account",
      results: { 204: { description: "Removed" } },
      handle: async (input) => ({
        status: 204,
        object: await accounts.removePasskey(userOf(input), input.params.id),
      }),
    }),
  ];
}
