import { account, accountPatch, passwordBody } from "../../contract/account.ts";
import { type Route, route } from "../../http/route.ts";
import type { Accounts } from "./accounts.ts";
import { personOf } from "./caller.ts";

/** Lists the routes of `/api/account` for name and password. */
export function accountRoutes({ accounts }: { accounts: Accounts }): Route[] {
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
