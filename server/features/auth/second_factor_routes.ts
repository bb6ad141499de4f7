import { codeBody, recoveryCodes, secondFactorSetup } from "../../contract/account.ts";
import { type Route, route } from "../../http/route.ts";
import type { Accounts } from "./accounts.ts";
import { callerOf, personOf } from "./caller.ts";
import type { SecondFactor } from "./second_factor.ts";

const base = "/account/second-factor";
const shared = { method: "post", access: "account", stepUp: true } as const;

/** Lists the routes of `/api/account/second-factor`. */
export function secondFactorRoutes(
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
